import { programError } from '../../base/errors.ts'
import type { Allocation, MemoryKind, PrimitiveKind, PrimitiveModel } from './allocation.ts'
import type { Layout, LayoutAttachment } from './layout.ts'
import { Barrier, BarrierModel, initialBarrierWords } from '../primitives/barrier.ts'
import { Condition, ConditionModel } from '../primitives/condition.ts'
import { Event, EventModel, type EventOptions, initialEventWords } from '../primitives/event.ts'
import { Latch, LatchModel } from '../primitives/latch.ts'
import { Mutex, MutexModel } from '../primitives/mutex.ts'
import { RwLock, RwLockModel } from '../primitives/rwlock.ts'
import { Semaphore, SemaphoreModel } from '../primitives/semaphore.ts'
import type { SharedStore, StoreShape } from './shared-store.ts'
import { tagOf, type TypedArray } from './shared-tag.ts'

/** Names and allocates shared memory; what `program({ shared })` receives. */
export interface Mem {
  int8(name: string, content: number | Iterable<number>): Int8Array<SharedArrayBuffer>
  uint8(name: string, content: number | Iterable<number>): Uint8Array<SharedArrayBuffer>
  uint8clamped(name: string, content: number | Iterable<number>): Uint8ClampedArray<SharedArrayBuffer>
  int16(name: string, content: number | Iterable<number>): Int16Array<SharedArrayBuffer>
  uint16(name: string, content: number | Iterable<number>): Uint16Array<SharedArrayBuffer>
  int32(name: string, content: number | Iterable<number>): Int32Array<SharedArrayBuffer>
  uint32(name: string, content: number | Iterable<number>): Uint32Array<SharedArrayBuffer>
  float32(name: string, content: number | Iterable<number>): Float32Array<SharedArrayBuffer>
  float64(name: string, content: number | Iterable<number>): Float64Array<SharedArrayBuffer>
  bigint64(name: string, content: number | Iterable<bigint>): BigInt64Array<SharedArrayBuffer>
  biguint64(name: string, content: number | Iterable<bigint>): BigUint64Array<SharedArrayBuffer>
  /** The buffer itself, for code that makes its own views. */
  buffer(name: string, bytes: number): SharedArrayBuffer
  mutex(name: string): Mutex
  rwlock(name: string): RwLock
  semaphore(name: string, initial: number): Semaphore
  event(name: string, options?: EventOptions): Event
  condition(name: string): Condition
  barrier(name: string, parties: number): Barrier
  latch(name: string, count: number): Latch
}

const arrayTypes = {
  int8: Int8Array,
  uint8: Uint8Array,
  uint8clamped: Uint8ClampedArray,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
  bigint64: BigInt64Array,
  biguint64: BigUint64Array,
} satisfies Record<Exclude<MemoryKind, 'buffer'>, unknown>

/** All of an allocation's memory, as what it was allocated as; a buffer as its bytes. */
export function memoryView(kind: MemoryKind, buffer: SharedArrayBuffer | ArrayBuffer): TypedArray {
  return new (kind === 'buffer' ? Uint8Array : (arrayTypes[kind] as typeof Uint8Array))(buffer)
}

interface PrimitiveEntry {
  readonly make: (allocation: Allocation) => unknown
  readonly model: (...args: never[]) => PrimitiveModel
  /** The initial words of the real state. */
  readonly words: (...args: never[]) => number[]
}

/** One entry per primitive; a new one is a file in `primitives/` and a line here. */
const primitives: Record<PrimitiveKind, PrimitiveEntry> = {
  mutex: { make: (a) => new Mutex(a), model: () => new MutexModel(), words: () => [0] },
  rwlock: { make: (a) => new RwLock(a), model: () => new RwLockModel(), words: () => [0, 0] },
  semaphore: { make: (a) => new Semaphore(a), model: (n: number) => new SemaphoreModel(n), words: (n: number) => [n] },
  event: {
    make: (a) => new Event(a),
    model: (manual: boolean, set: boolean) => new EventModel(manual, set),
    words: initialEventWords,
  },
  condition: { make: (a) => new Condition(a), model: () => new ConditionModel(), words: () => [0, 0, 0] },
  barrier: { make: (a) => new Barrier(a), model: (n: number) => new BarrierModel(n), words: initialBarrierWords },
  latch: { make: (a) => new Latch(a), model: (n: number) => new LatchModel(n), words: (n: number) => [n] },
}

/** Everything that `mem` made in one call of `shared`. */
export interface Attachment extends Pick<LayoutAttachment, 'adopt'> {
  readonly mem: Mem
  /** To be called with what `shared` has returned. */
  end(value?: unknown): void
  readonly made: ReadonlySet<object>
}

/** Of the call of `shared` that is under way. */
interface Call {
  attachment: LayoutAttachment
  made: Set<object>
}

/** By layout, for all calls of `shared`: making it costs more than what most of them do with it. */
const mems = new WeakMap<Layout, { readonly mem: Mem; readonly call: Call }>()

export function attach(layout: Layout): Attachment {
  const attachment = layout.attachment()
  const made = new Set<object>()
  let known = mems.get(layout)
  if (known === undefined) {
    const call = { attachment, made }
    mems.set(layout, (known = { mem: memFor(call), call }))
  }
  Object.assign(known.call, { attachment, made })
  const adopt = (shape: StoreShape, type: Function): SharedStore => {
    const store = attachment.adopt(shape, type)
    made.add(store)
    return store
  }
  return { mem: known.mem, made, adopt, end: attachment.end }
}

function memFor(call: Call): Mem {
  const keep = <T extends object>(value: T): T => {
    call.made.add(value)
    return value
  }

  const array =
    (kind: keyof typeof arrayTypes) =>
    (name: string, content: number | Iterable<never>): TypedArray => {
      checkName(kind, name)
      const type = arrayTypes[kind] as new (source: unknown) => TypedArray
      const initial = typeof content === 'number' ? null : new type([...checkIterable(kind, name, content)])
      const length = initial?.length ?? (content as number)
      if (!Number.isInteger(length) || length < 1) {
        throw programError(
          `mem.${kind}('${name}', …) expects a length from 1 and up or a list of initial values, got ${String(content)}`,
        )
      }
      const bytes = length * type.prototype.BYTES_PER_ELEMENT
      const { buffer } = call.attachment.request({ name, kind, bytes, shape: `${length} elements`, makeModel: null })
      const view = new type(buffer)
      if (initial !== null) (view as Int32Array).set(initial as Int32Array)
      tagOf(view)
      return keep(view)
    }

  const primitive = (kind: PrimitiveKind, name: string, ...args: (number | boolean)[]): never => {
    checkName(kind, name)
    const { make, model, words } = primitives[kind]
    const initial = words(...(args as never[]))
    const shape = args.length === 0 ? kind : args.join(', ')
    const allocation = call.attachment.request({
      name,
      kind,
      bytes: initial.length * 4,
      shape,
      makeModel: () => model(...(args as never[])),
    })
    new Int32Array(allocation.buffer).set(initial)
    return keep(make(allocation) as object) as never
  }

  const mem = {
    ...Object.fromEntries(Object.keys(arrayTypes).map((kind) => [kind, array(kind as keyof typeof arrayTypes)])),
    buffer: (name: string, bytes: number) => {
      checkName('buffer', name)
      checkCount(`mem.buffer('${name}', bytes)`, bytes, 1)
      return keep(
        call.attachment.request({ name, kind: 'buffer', bytes, shape: `${bytes} bytes`, makeModel: null }).buffer,
      )
    },
    mutex: (name: string) => primitive('mutex', name),
    rwlock: (name: string) => primitive('rwlock', name),
    semaphore: (name: string, initial: number) =>
      primitive('semaphore', name, checkCount(`mem.semaphore('${name}', initial)`, initial, 0)),
    event: (name: string, { manual = true, set = false, ...others }: EventOptions = {}) => {
      for (const other of Object.keys(others))
        throw programError(`mem.event('${name}', …) has no option '${other}'; there are manual, set`)
      return primitive('event', name, manual, set)
    },
    condition: (name: string) => primitive('condition', name),
    barrier: (name: string, parties: number) =>
      primitive('barrier', name, checkCount(`mem.barrier('${name}', parties)`, parties, 1)),
    latch: (name: string, count: number) =>
      primitive('latch', name, checkCount(`mem.latch('${name}', count)`, count, 0)),
  } as unknown as Mem
  return Object.freeze(mem)
}

function checkName(kind: string, name: unknown): void {
  if (typeof name !== 'string' || name === '')
    throw programError(`mem.${kind} expects a name as its first argument, got ${String(name)}`)
}

function checkIterable(kind: string, name: string, content: unknown): Iterable<unknown> {
  if (content === null || typeof content !== 'object' || !(Symbol.iterator in content)) {
    throw programError(`mem.${kind}('${name}', …) expects a length or a list of initial values, got ${String(content)}`)
  }
  return content as Iterable<unknown>
}

/** Real primitives count in 32-bit words. */
const MAX_COUNT = 2 ** 31 - 1

function checkCount(what: string, value: number, least: number): number {
  if (!Number.isInteger(value) || value < least)
    throw programError(`${what} expects an integer from ${least} and up, got ${String(value)}`)
  if (value > MAX_COUNT) throw programError(`${what} expects at most ${MAX_COUNT}, got ${value}`)
  return value
}
