/** What shared memory holds, location by location, as events of a recording come to it. */
import { describeLocation, show } from '../description/describe.ts'
import type { Allocation } from '../../program/memory/allocation.ts'
import type { Operation } from '../../program/operations/operation.ts'
import type { Execution } from '../execution.ts'

/** By name of the location: what it holds, as people read it. */
export type Contents = Readonly<Record<string, string>>

interface Looked {
  readonly location: string
  readonly look: () => string
}

export class MemoryRecord {
  private readonly execution: Execution
  private readonly held = new Map<string, string>()
  private readonly first = new Map<string, string>()
  private changed = new Map<string, string>()

  constructor(execution: Execution) {
    this.execution = execution
  }

  /** What the locations that any event came to held in the beginning. */
  get initial(): Contents {
    return Object.fromEntries(this.first)
  }

  /** Called before an operation happens; what it returns, afterwards. */
  begin(op: Operation): () => void {
    const looked = this.looksAt(op)
    for (const { location, look } of looked) {
      if (this.held.has(location)) continue
      const now = look()
      this.held.set(location, now)
      this.first.set(location, now)
    }
    return () => {
      for (const { location, look } of looked) {
        const now = look()
        if (now === this.held.get(location)) continue
        this.held.set(location, now)
        this.changed.set(location, now)
      }
    }
  }

  /** What has changed since this was last asked. */
  takeChanges(): Contents {
    const { changed } = this
    this.changed = new Map()
    return Object.fromEntries(changed)
  }

  private looksAt(op: Operation): Looked[] {
    const { target, target2, view, index } = op
    if (target === null) return []
    if (target.model !== null)
      return [target, ...(target2 === null ? [] : [target2])].map((primitive) => ({
        location: primitive.name,
        look: () => primitive.model?.describe((slot) => this.execution.threads[slot]!.name) ?? '',
      }))
    const location = describeLocation(op)!
    if (ArrayBuffer.isView(view) && !(view instanceof DataView))
      return [{ location, look: () => show((view as Uint8Array)[index]) }]
    const { cell, bytes } = op.accesses
    return [{ location, look: () => bytesOf(target, cell - target.base, bytes) }]
  }
}

/** As a number in hexadecimal, the lowest byte last. */
function bytesOf({ buffer }: Allocation, offset: number, bytes: number): string {
  const held = new Uint8Array(buffer).slice(offset, offset + bytes)
  return `0x${[...held.reverse()].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
