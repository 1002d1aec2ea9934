import { FIRST_BASE } from '../../dependence/cells.ts'
import { programError } from '../../base/errors.ts'
import { Allocation } from './allocation.ts'
import { nameAdopted } from './adopted-names.ts'
import { Operation } from '../operations/operation.ts'
import { running } from '../context/execution-context.ts'
import type { PrimitiveModel } from '../primitives/primitive-model.ts'
import { programFrame } from '../program-frame.ts'
import { anotherFor, bufferOf, describeShape, makeStore, type SharedStore, type StoreShape } from './shared-store.ts'
import { registerBuffer } from './shared-tag.ts'

export interface AllocationRequest {
  readonly name: string
  readonly kind: string
  readonly bytes: number
  readonly shape: string
  readonly makeModel: (() => PrimitiveModel) | null
}

/** Memory that was allocated in another JavaScript thread. */
export type GivenAllocation = Pick<Allocation, 'name' | 'kind' | 'shape' | 'place' | 'store'>

/** Serves one call of `shared`. */
export interface LayoutAttachment {
  request(r: AllocationRequest): Allocation
  /** What the program allocates itself; `type` is the class that it constructs. */
  adopt(shape: StoreShape, type: Function): SharedStore
  /** `shared` has returned this. */
  end(value: unknown): void
}

/**
 * All shared memory of a program. The first call of `shared` makes the allocations; every further call (one per thread,
 * one per real worker) attaches to the same ones, by name and order.
 */
export class Layout {
  readonly allocations: Allocation[] = []
  /** To attach to instead of allocating (in a real worker). */
  private readonly given: readonly GivenAllocation[] | null
  private nextBase = FIRST_BASE
  /**
   * How often cells have become smaller than they were. What was computed from larger ones must then be computed again.
   */
  refinements = 0
  private readonly onRefined = (): void => {
    this.refinements++
  }
  private closed = false
  /** The bytes after the first call of `shared`, by allocation. */
  private initial: Uint8Array<ArrayBuffer>[] = []

  constructor(given: readonly GivenAllocation[] | null = null) {
    this.given = given
  }

  /** For the layout of another JavaScript thread. */
  get forOthers(): GivenAllocation[] {
    return this.allocations.map(({ name, kind, shape, place, store }) => ({ name, kind, shape, place, store }))
  }

  /** How many cells there are, with those of threads' ends. */
  get cells(): number {
    return this.nextBase
  }

  /** Serves one call of `shared`: the n-th request gets the n-th allocation. */
  attachment(): LayoutAttachment {
    let position = 0
    const first = !this.closed
    return {
      request: (r) => {
        const allocation = first ? this.create(r) : this.existing(r, position)
        position++
        return allocation
      },
      adopt: (shape, type) => this.adopt(shape, type, position++),
      end: (value) => {
        const expected = first ? this.given : this.allocations
        if (expected !== null && position < expected.length) throw lacks(expected, position)
        if (first) this.close(value)
      },
    }
  }

  private create(r: AllocationRequest): Allocation {
    if (this.allocations.some((other) => other.name === r.name)) {
      throw programError(`\`shared\` allocates the name '${r.name}' twice; every allocation needs a name of its own`)
    }
    const store =
      this.given === null ? makeStore(fixed(r.bytes)) : matching(this.given, this.allocations.length, r).store
    return this.add(r.name, r.kind, store, r.shape, r.makeModel?.() ?? null, null)
  }

  private existing(r: AllocationRequest, position: number): Allocation {
    return matching(this.allocations, position, r)
  }

  /** What the program allocates itself gets its name once `shared` has returned. */
  private adopt(shape: StoreShape, type: Function, position: number): SharedStore {
    const r = { kind: ADOPTED, shape: describeShape(shape), name: null } as const
    if (this.closed) return this.another(matching(this.allocations, position, r), type)
    const place = programFrame() ?? UNKNOWN
    if (this.given === null) return this.add(`${position}`, ADOPTED, makeStore(shape, type), r.shape, null, place).store
    const { name, store } = matching(this.given, position, r)
    return this.another(this.add(name, ADOPTED, store, r.shape, null, place), type)
  }

  /** Every call has objects of its own, as every worker has: they can have properties, and prototypes. */
  private another(allocation: Allocation, type: Function): SharedStore {
    const store = anotherFor(allocation.store, type.prototype as object)
    registerBuffer(bufferOf(store), allocation)
    return store
  }

  private add(
    name: string,
    kind: Allocation['kind'],
    store: SharedStore,
    shape: string,
    model: PrimitiveModel | null,
    place: string | null,
  ): Allocation {
    const allocation = new Allocation(
      this.allocations.length,
      name,
      kind,
      store,
      shape,
      this.nextBase,
      model,
      place,
      this.onRefined,
    )
    this.nextBase += allocation.cells
    registerBuffer(allocation.buffer, allocation)
    this.allocations.push(allocation)
    return allocation
  }

  private close(value: unknown): void {
    this.closed = true
    if (this.given === null) nameAdopted(this.allocations, value)
    this.initial = this.allocations.map((allocation) => new Uint8Array(allocation.buffer).slice())
  }

  /**
   * What an allocation holds when the program begins: as the first call of `shared` left it. A primitive holds the
   * state of its real form.
   */
  initialBytes({ id }: Allocation): Uint8Array<ArrayBuffer> {
    return this.initial[id]!
  }

  /** All bytes zero, as they were when `shared` was called first: every further call must see the same. */
  blank(): void {
    for (const { store } of this.given ?? this.allocations) new Uint8Array(bufferOf(store)).fill(0)
  }

  /** What the address belongs to; null for wait lists and the ends of threads. */
  allocationAt(address: number): Allocation | null {
    return this.allocations.find(({ base, extent }) => address >= base && address < base + extent) ?? null
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
    for (const allocation of this.allocations)
      if (allocation.model === null) copyBytes(this.images[allocation.id]!, this.bytesOf(allocation))
  }

  /** The state of all memory and primitives as a text, to compare two moments of an execution. */
  image(): string {
    return this.allocations
      .map((allocation) => {
        const waiting =
          allocation.waitLists === null
            ? ''
            : stateText([...allocation.waitLists].filter(([, list]) => list.length > 0))
        return (
          (allocation.model === null
            ? Buffer.from(this.bytesOf(allocation)).toString('latin1')
            : stateText(allocation.model)) + waiting
        )
      })
      .join('\n')
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

  /**
   * Real primitives keep their state in their buffers, so a real run restores those too. Leaves memory with the given
   * names alone.
   */
  restoreForReal(apart: ReadonlySet<string> = NONE): void {
    for (const allocation of this.allocations)
      if (!apart.has(allocation.name)) this.bytesOf(allocation).set(this.initial[allocation.id]!)
  }

  /** Only the primitives of a real run. */
  restorePrimitives(): void {
    for (const allocation of this.allocations)
      if (allocation.model !== null) this.bytesOf(allocation).set(this.initial[allocation.id]!)
  }

  /**
   * The first byte of memory that is not as it was after the first call of `shared`, apart from allocations with these
   * names.
   */
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

/** Threads stand for their operations. */
const stateText = (state: unknown): string =>
  JSON.stringify(state, (_, value: unknown) =>
    isOperation(value) ? value.thread : value instanceof Set ? [...(value as Set<unknown>)] : value,
  )

const isOperation = (value: unknown): value is Operation => value instanceof Operation

/** A loop beats the call of `set` for what most programs share. */
function copyBytes(from: Uint8Array, to: Uint8Array): void {
  if (from.length > 64) to.set(from)
  else for (let i = 0; i < from.length; i++) to[i] = from[i]!
}

const fixed = (bytes: number): StoreShape => ({ isWasm: false, bytes, most: bytes, growable: false })

/** Memory that the program allocates itself is bytes to us. */
const ADOPTED = 'buffer'
const UNKNOWN = 'an unknown place'

/**
 * What is asked for at a place in the order of allocation, compared with what was there before; without a name if the
 * program allocates it itself.
 */
function matching<A extends GivenAllocation>(
  before: readonly A[],
  position: number,
  r: Pick<AllocationRequest, 'kind' | 'shape'> & { readonly name: string | null },
): A {
  const found = describe(r.kind, r.name, r.shape)
  const at = r.name === null ? programFrame : (): undefined => undefined
  const allocation = before[position]
  if (allocation === undefined) throw differs(`it made one more allocation: ${found}`, at())
  const { name, kind, shape, place } = allocation
  const isSame =
    kind === r.kind && shape === r.shape && (r.name === null ? place !== null : place === null && name === r.name)
  if (!isSame)
    throw differs(
      `allocation ${position + 1} was ${describe(kind, place === null ? name : null, shape)} and now is ${found}`,
      at(),
    )
  return allocation
}

const describe = (kind: string, name: string | null, shape: string): string =>
  name === null ? `a SharedArrayBuffer (${shape})` : `${kind} '${name}' (${shape})`

function lacks(expected: readonly GivenAllocation[], position: number): Error {
  const { kind, name, shape, place } = expected[position]!
  const hint = place === null ? '' : ', which a module may have kept from the call before'
  return differs(
    `it made ${position} allocations instead of ${expected.length}; missing: ${describe(kind, place === null ? name : null, shape)}${hint}`,
    place ?? undefined,
  )
}

function differs(how: string, at?: string): Error {
  return programError(
    `\`shared\` allocated differently when it was called again: ${how}. It is called once per thread and must always allocate the same`,
    at,
  )
}
