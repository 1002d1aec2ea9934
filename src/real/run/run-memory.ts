import { programError } from '../../base/errors.ts'
import type { Allocation, MemoryKind } from '../../program/memory/allocation.ts'
import type { Layout } from '../../program/memory/layout.ts'
import { memoryView } from '../../program/memory/mem.ts'

export interface MemoryOptions {
  /** Memory stays as the run before has left it, which must be as it was verified; otherwise it is restored. */
  readonly keep?: boolean
  /** Allocations whose contents are the application's: neither restored nor compared. */
  readonly data?: readonly string[]
}

/**
 * The memory that a run begins with. A unit that is run again and again was verified from one state, so that is what
 * every run must start from. Primitives are made as new in any case: nobody is there who could hold one.
 */
export class RunMemory {
  private readonly layout: Layout
  private readonly keep: boolean
  private readonly data: ReadonlySet<string>
  /** The application's memory when the last run began. */
  private readonly saved = new Map<Allocation, Uint8Array>()
  private runs = 0

  constructor(layout: Layout, program: string, { keep = false, data = [] }: MemoryOptions) {
    this.layout = layout
    this.keep = keep
    this.data = new Set(data)
    const memory = layout.allocations.filter(({ model }) => model === null).map(({ name }) => name)
    const unknown = data.find((name) => !memory.includes(name))
    if (unknown !== undefined)
      throw programError(`data: program '${program}' has no memory '${unknown}'; there is ${memory.join(', ')}`)
  }

  /** Before a run, when no thread is there. */
  begin(): void {
    const { layout, data } = this
    this.runs++
    if (this.keep && this.runs > 1) {
      this.compare()
      layout.restorePrimitives()
    } else layout.restoreForReal(data)
    for (const allocation of layout.allocations)
      if (data.has(allocation.name)) this.saved.set(allocation, new Uint8Array(allocation.buffer).slice())
  }

  private compare(): void {
    const found = this.layout.firstDifference(this.data)
    if (found === null) return
    const { allocation, byte, initial } = found
    const now = elementAt(allocation, allocation.buffer, byte)
    const then = elementAt(allocation, initial.buffer as ArrayBuffer, byte)
    throw programError(
      `run ${this.runs} would not begin with the memory that was verified: ${now.place} is ${now.value} and was ${then.value}. A unit that keeps its memory must put back ` +
        'what it changes; memory whose contents do not matter can be named as data, and without being kept all memory is restored',
    )
  }

  /** The run that has begun is to begin once more. */
  again(): void {
    this.runs--
    this.layout.restoreForReal(this.data)
    for (const [allocation, bytes] of this.saved) new Uint8Array(allocation.buffer).set(bytes)
  }

  /** To be called around the making of workers between two runs. */
  async preserving<T>(action: () => Promise<T>): Promise<T> {
    const bytes = this.layout.allocations.map((allocation) => new Uint8Array(allocation.buffer).slice())
    const result = await action()
    if (this.runs > 0)
      this.layout.allocations.forEach((allocation, i) => new Uint8Array(allocation.buffer).set(bytes[i]!))
    return result
  }
}

function elementAt(
  allocation: Allocation,
  buffer: SharedArrayBuffer | ArrayBuffer,
  byte: number,
): { place: string; value: string } {
  const view = memoryView(allocation.kind as MemoryKind, buffer)
  const index = Math.floor(byte / view.BYTES_PER_ELEMENT)
  return { place: `${allocation.name}[${index}]`, value: String(view[index]) }
}
