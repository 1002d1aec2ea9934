import { programError } from '../errors.ts'
import { ALIGNMENT, Allocation, type MemoryKind, type PrimitiveKind, type PrimitiveModel } from './allocation.ts'
import { Operation } from './operation.ts'
import { running } from './operation.ts'
import { tagBuffer } from './shared-tag.ts'

export interface AllocationRequest {
  readonly name: string
  readonly kind: MemoryKind | PrimitiveKind
  readonly bytes: number
  readonly shape: string
  readonly makeModel: (() => PrimitiveModel) | null
}

/**
 * All shared memory of a program. The first call of `shared` makes the allocations; every further call (one per thread,
 * one per real worker) attaches to the same ones, by name and order.
 */
export class Layout {
  readonly allocations: Allocation[] = []
  /** Buffers made elsewhere, to attach to instead of allocating (in a real worker). */
  private readonly given: readonly SharedArrayBuffer[] | null
  /** Not at 0: that is where operations without a location are. */
  private nextBase = ALIGNMENT
  private closed = false
  /** The bytes after the first call of `shared`, by allocation. */
  private initial: Uint8Array<ArrayBuffer>[] = []

  constructor(given: readonly SharedArrayBuffer[] | null = null) {
    this.given = given
  }

  get buffers(): SharedArrayBuffer[] {
    return this.allocations.map((allocation) => allocation.buffer)
  }

  /** One more than the largest address. Addresses of wait lists and thread ends come after it. */
  get extent(): number {
    return this.nextBase
  }

  /** Serves one call of `shared`: the n-th request gets the n-th allocation. */
  attachment(): { request(r: AllocationRequest): Allocation; end(): void } {
    let position = 0
    const first = !this.closed
    return {
      request: (r) => {
        const allocation = first ? this.create(r) : this.existing(r, position)
        position++
        return allocation
      },
      end: () => {
        if (first) this.close()
        else if (position < this.allocations.length) {
          throw differs(`it made ${position} allocations instead of ${this.allocations.length}; missing: ${this.allocations[position]!.name}`)
        }
      },
    }
  }

  private create(r: AllocationRequest): Allocation {
    if (this.allocations.some((other) => other.name === r.name)) {
      throw programError(`\`shared\` allocates the name '${r.name}' twice; every allocation needs a name of its own`)
    }
    const id = this.allocations.length
    const buffer = this.given === null ? new SharedArrayBuffer(r.bytes) : this.given[id]
    if (buffer === undefined || buffer.byteLength !== r.bytes) throw differs(`allocation ${id + 1}, ${r.kind} '${r.name}', does not match`)
    const allocation = new Allocation(id, r.name, r.kind, buffer, r.shape, this.nextBase, r.makeModel?.() ?? null)
    this.nextBase += Math.ceil(allocation.extent / ALIGNMENT) * ALIGNMENT
    tagBuffer(buffer, allocation)
    this.allocations.push(allocation)
    return allocation
  }

  private existing(r: AllocationRequest, position: number): Allocation {
    const allocation = this.allocations[position]
    const found = `${r.kind} '${r.name}' (${r.shape})`
    if (allocation === undefined) throw differs(`it made one more allocation: ${found}`)
    if (allocation.name !== r.name || allocation.kind !== r.kind || allocation.shape !== r.shape) {
      throw differs(`allocation ${position + 1} was ${allocation.kind} '${allocation.name}' (${allocation.shape}) and now is ${found}`)
    }
    return allocation
  }

  private close(): void {
    this.closed = true
    this.initial = this.allocations.map((allocation) => new Uint8Array(allocation.buffer).slice())
  }

  /** What an allocation holds when the program begins: as the first call of `shared` left it. A primitive holds the state of its real form. */
  initialBytes({ id }: Allocation): Uint8Array<ArrayBuffer> {
    return this.initial[id]!
  }

  /** All bytes zero, as they were when `shared` was called first: every further call must see the same. */
  blank(): void {
    for (const buffer of this.given ?? this.buffers) new Uint8Array(buffer).fill(0)
  }

  /** Writes the initial bytes and resets all primitives. */
  restore(): void {
    const { allocations, initial } = this
    for (let i = 0; i < allocations.length; i++) {
      const allocation = allocations[i]!
      if (allocation.model === null) copyBytes(initial[i]!, this.bytesOf(allocation))
      else allocation.model.reset()
      if (allocation.waitLists !== null) allocation.waitLists.clear()
    }
  }

  /** Notes all bytes, for `restoreImage`: what runs after an execution may write to memory. */
  saveImage(): void {
    for (const allocation of this.allocations) {
      if (allocation.model !== null) continue
      copyBytes(this.bytesOf(allocation), (this.images[allocation.id] ??= new Uint8Array(allocation.buffer.byteLength)))
    }
  }
  private readonly images: Uint8Array[] = []

  restoreImage(): void {
    for (const allocation of this.allocations) if (allocation.model === null) copyBytes(this.images[allocation.id]!, this.bytesOf(allocation))
  }

  /** The state of all memory and primitives as a text, to compare two moments of an execution. */
  image(): string {
    return this.allocations.map((allocation) => allocation.model === null
      ? Buffer.from(this.bytesOf(allocation)).toString('latin1')
      : JSON.stringify(allocation.model, (_, value: unknown) => (isOperation(value) ? value.thread : value))).join('\n')
  }

  /** Lets a late thread call `shared`, which may write initial values, in the middle of an execution. */
  preserving<T>(action: () => T): T {
    const { explored } = running
    running.explored = false // none of this is an access of the thread that spawns
    const saved = this.allocations.map((allocation) => this.bytesOf(allocation).slice())
    try {
      return action()
    } finally {
      saved.forEach((bytes, i) => this.bytesOf(this.allocations[i]!).set(bytes))
      running.explored = explored
    }
  }

  /** Real primitives keep their state in their buffers, so a real run restores those too. Leaves memory with the given names alone. */
  restoreForReal(apart: ReadonlySet<string> = NONE): void {
    for (const allocation of this.allocations) if (!apart.has(allocation.name)) this.bytesOf(allocation).set(this.initial[allocation.id]!)
  }

  /** Only the primitives of a real run. */
  restorePrimitives(): void {
    for (const allocation of this.allocations) if (allocation.model !== null) this.bytesOf(allocation).set(this.initial[allocation.id]!)
  }

  /** The first byte of memory that is not as it was after the first call of `shared`, apart from allocations with these names. */
  firstDifference(apart: ReadonlySet<string>): { allocation: Allocation; byte: number; initial: Uint8Array } | null {
    for (const allocation of this.allocations) {
      if (allocation.model !== null || apart.has(allocation.name)) continue
      const initial = this.initial[allocation.id]!
      const bytes = this.bytesOf(allocation)
      if (Buffer.compare(bytes, initial) === 0) continue
      return { allocation, byte: initial.findIndex((value, i) => bytes[i] !== value), initial }
    }
    return null
  }

  private readonly byteViews: Uint8Array[] = []
  bytesOf(allocation: Allocation): Uint8Array {
    return (this.byteViews[allocation.id] ??= new Uint8Array(allocation.buffer))
  }
}

const NONE: ReadonlySet<string> = new Set()

const isOperation = (value: unknown): value is Operation => value instanceof Operation

/** A loop beats the call of `set` for what most programs share. */
function copyBytes(from: Uint8Array, to: Uint8Array): void {
  if (from.length > 64) to.set(from)
  else for (let i = 0; i < from.length; i++) to[i] = from[i]!
}

function differs(how: string): Error {
  return programError(`\`shared\` allocated differently when it was called again: ${how}. It is called once per thread and must always allocate the same`)
}
