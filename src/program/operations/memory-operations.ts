/** Reads and writes of elements, DataView accessors and `Atomics.*`, each as an operation. */
import { blocking } from '../../base/blocking.ts'
import { Access } from '../../dependence/accesses.ts'
import { internalError } from '../../base/errors.ts'
import {
  AGAIN,
  armRunning,
  type Operation,
  type OperationSpec,
  Order,
  refuse,
  refuseUntransformed,
  running,
  setArm,
  setOriginal,
} from './operation.ts'
import { accessTag, refuseForeign } from '../memory/foreign-memory.ts'
import {
  type BigIntArray,
  FOREIGN,
  type SharedView,
  tagOf,
  type TypedArray,
  type ViewTag,
} from '../memory/shared-tag.ts'

type AnyArray = { [index: number]: unknown; readonly length: number }
type AtomicArray = Int32Array

function immediate(name: string, orders: number, perform: (op: Operation) => unknown): OperationSpec {
  return {
    name,
    enabled: null,
    perform,
    real: perform,
    synchronises: orders !== Order.none,
    orders,
    accessesMemory: true,
  }
}

const readSpec = immediate('read', Order.none, (op) => (op.view as unknown as AnyArray)[op.index])
const writeSpec = immediate('write', Order.none, (op) => {
  ;(op.view as unknown as AnyArray)[op.index] = op.operand
})

function range(op: Operation, view: SharedView, tag: ViewTag, index: number, bytes: number, access: Access): Operation {
  op.view = view
  op.index = index
  op.target = tag.allocation
  op.accesses.range(tag.address + index * tag.elementBytes, bytes, tag.allocation.cellBytes, access)
  return op
}

/** `index` must be an integer within the view. */
export function armRead(view: TypedArray, tag: ViewTag, index: number): Operation {
  return range(armRunning(readSpec), view, tag, index, tag.elementBytes, Access.read)
}

/** `index` must be within the view and `value` already coerced (see `coerceFor`). */
export function armWrite(view: TypedArray, tag: ViewTag, index: number, value: number | bigint): Operation {
  const op = range(armRunning(writeSpec), view, tag, index, tag.elementBytes, Access.write)
  op.operand = value
  return op
}

export function isBigIntArray(view: SharedView): view is BigIntArray {
  return view instanceof BigInt64Array || view instanceof BigUint64Array
}

/** ToNumber or ToBigInt, as the element type demands: done before the switch point, since it may run user code. */
export function coerceFor(tag: ViewTag, value: unknown): number | bigint {
  return tag.bigint ? BigInt.asIntN(64, value as bigint) : toNumber(value)
}

const scratch = new Float64Array(1)

/** ToNumber as an element does it: what cannot be converted is complained about in the same words. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  scratch[0] = value as number
  return scratch[0]
}

// --- DataView -------------------------------------------------------------------------------------------------------

const dataViewSizes: Record<string, number> = {
  Int8: 1,
  Uint8: 1,
  Int16: 2,
  Uint16: 2,
  Int32: 4,
  Uint32: 4,
  Float16: 2,
  Float32: 4,
  Float64: 8,
  BigInt64: 8,
  BigUint64: 8,
}

type Getter = (this: DataView, offset: number, littleEndian?: boolean) => unknown
type Setter = (this: DataView, offset: number, value: unknown, littleEndian?: boolean) => void

/** By accessor name (`getInt32`, `setInt32`, …): arms the access, or undefined when the view is not shared. */
export const armDataView: Record<
  string,
  (view: DataView, offset: unknown, ...rest: unknown[]) => Operation | undefined
> = {}

for (const [type, bytes] of Object.entries(dataViewSizes)) {
  const prototype = DataView.prototype as unknown as Record<string, Getter & Setter>
  const get = prototype[`get${type}`]
  const set = prototype[`set${type}`]
  if (get === undefined || set === undefined) continue // Float16 is newer than the oldest supported Node
  const getSpec = immediate(`get${type}`, Order.none, (op) =>
    get.call(op.view as DataView, op.index, op.operand2 as boolean),
  )
  const setSpec = immediate(`set${type}`, Order.none, (op) =>
    set.call(op.view as DataView, op.index, op.operand, op.operand2 as boolean),
  )
  const inside = (view: DataView, index: number): number =>
    index >= 0 && index + bytes <= view.byteLength ? index : complaint(() => (get as Getter).call(view, index))
  armDataView[`get${type}`] = (view, offset, littleEndian) => {
    const tag = accessTag(view)
    if (tag === undefined) return undefined
    const index = inside(view, toInteger(offset))
    const op = range(armRunning(getSpec), view, tag, index, bytes, Access.read)
    op.operand2 = Boolean(littleEndian)
    return op
  }
  armDataView[`set${type}`] = (view, offset, value, littleEndian) => {
    const tag = accessTag(view)
    if (tag === undefined) return undefined
    const index = toInteger(offset)
    if (index < 0 || index > Number.MAX_SAFE_INTEGER) inside(view, index) // ToIndex, before the value is converted
    const coerced = type.startsWith('Big') ? BigInt.asIntN(64, value as bigint) : +(value as number)
    inside(view, index)
    const op = range(armRunning(setSpec), view, tag, index, bytes, Access.write)
    op.operand = coerced
    op.operand2 = Boolean(littleEndian)
    return op
  }
}

/** ToIntegerOrInfinity. */
function toInteger(value: unknown): number {
  return Math.trunc(+(value as number)) || 0
}

/** Lets the engine itself say what is wrong. */
function complaint(fails: () => unknown): never {
  fails()
  throw internalError('an access that was taken to be out of range is not')
}

// --- Atomics --------------------------------------------------------------------------------------------------------

function atomic(
  name: string,
  orders: number,
  perform: (view: AtomicArray, index: number, a: never, b: never) => unknown,
): OperationSpec {
  return immediate(`Atomics.${name}`, orders, (op) =>
    perform(op.view as AtomicArray, op.index, op.operand as never, op.operand2 as never),
  )
}

const native = {
  load: Atomics.load,
  store: Atomics.store,
  add: Atomics.add,
  sub: Atomics.sub,
  and: Atomics.and,
  or: Atomics.or,
  xor: Atomics.xor,
  exchange: Atomics.exchange,
  compareExchange: Atomics.compareExchange,
  get wait() {
    return blocking.wait
  },
  notify: Atomics.notify,
}

// As a last argument: nobody uses the result, so that operations of a kind commute.
/** Says the program, which then gets none. */
const UNUSED = 'unused'
/** Says the transform, which has seen that the operation is a statement. */
export const STATEMENT = 'statement'

function update(name: 'add' | 'sub' | 'and' | 'or' | 'xor'): OperationSpec {
  const perform = native[name] as (view: AtomicArray, index: number, value: number) => unknown
  return immediate(`Atomics.${name}`, Order.acquire | Order.store, (op) => {
    const found = perform(op.view as AtomicArray, op.index, op.operand as number)
    return op.operand2 === UNUSED ? undefined : found
  })
}

const loadSpec = atomic('load', Order.acquire, native.load)
const modifySpecs = {
  store: atomic('store', Order.store, native.store),
  add: update('add'),
  sub: update('sub'),
  and: update('and'),
  or: update('or'),
  xor: update('xor'),
  exchange: atomic('exchange', Order.acquire | Order.store, native.exchange),
}

/** Which updates commute with each other: by name, the number of their kind. */
const kinds: Readonly<Partial<Record<keyof typeof modifySpecs, number>>> = { add: 1, sub: 1, and: 2, or: 3, xor: 4 }
export const COMMUTING_KINDS = 4
const compareExchangeSpec = atomic(
  'compareExchange',
  Order.acquire | Order.store | Order.ifExpected,
  native.compareExchange,
)

export const isCompareExchange = (op: Operation): boolean => op.spec === compareExchangeSpec

/** Whether a compare-and-swap would fail in the state of now. */
export const compareFails = (op: Operation): boolean => native.load(op.view as AtomicArray, op.index) !== op.operand

function waitList(op: Operation): Operation[] {
  const lists = (op.target!.waitLists ??= new Map())
  const at = op.accesses.cell
  let list = lists.get(at)
  if (list === undefined) lists.set(at, (list = []))
  return list
}

/**
 * Whoever enters the critical section of a wait list comes after all who have left it (ECMA-262, EnterCriticalSection).
 */
const WAIT_LIST = Order.acquire2 | Order.release2

/** First transition of `Atomics.wait`: compare and enqueue. It reads the bytes and writes the wait list. */
const waitSpec: OperationSpec = {
  name: 'Atomics.wait',
  enabled: null,
  synchronises: true,
  orders: Order.acquire | WAIT_LIST,
  accessesMemory: true,
  perform: (op) => {
    if (native.load(op.view as AtomicArray, op.index) !== op.operand) return 'not-equal'
    waitList(op).push(op)
    op.woken = false
    op.spec = wakeSpec
    op.accesses.access = Access.none
    return AGAIN
  },
  real: (op) => native.wait(op.view as AtomicArray, op.index, op.operand as number, op.operand2 as number),
}

/** Second transition: wake, once dequeued; a timed wait may also end undequeued, which is a yield. */
const wakeSpec: OperationSpec = {
  name: 'Atomics.wait wake',
  enabled: (op) => op.woken || op.operand2 !== Infinity,
  synchronises: true,
  orders: WAIT_LIST,
  perform: (op) => {
    if (op.woken) return 'ok'
    const list = waitList(op)
    list.splice(list.indexOf(op), 1)
    return 'timed-out'
  },
  real: waitSpec.real,
}

/** A timed wait that nobody woke has let time pass: it is a yield. */
export const hasTimedOut = (spec: OperationSpec, value: unknown): boolean => spec === wakeSpec && value === 'timed-out'

/** Wakes in FIFO order, as ECMAScript prescribes. */
const notifySpec: OperationSpec = {
  name: 'Atomics.notify',
  enabled: null,
  synchronises: true,
  releases: true,
  orders: WAIT_LIST,
  perform: (op) => {
    const list = waitList(op)
    const count = Math.min(op.operand as number, list.length)
    for (const waiter of list.splice(0, count)) waiter.woken = true
    return count
  },
  real: (op) => native.notify(op.view as AtomicArray, op.index, op.operand as number),
}

function accessesWaitList(op: Operation): void {
  op.accesses.also(op.target!.waitListOf(op.accesses.cell), Access.write)
}

/** Before anything is armed: the index, if the access is possible at all. */
function validAtomic(name: AtomicsName, view: TypedArray, index: unknown): number {
  const isWaiting = name === 'wait' || name === 'notify'
  const ok = isWaiting
    ? view instanceof Int32Array || view instanceof BigInt64Array
    : !(view instanceof Float32Array || view instanceof Float64Array || view instanceof Uint8ClampedArray)
  const at = ok ? toInteger(index) : 0
  if (ok && at >= 0 && at < view.length) return at
  return complaint(() => (native[name] as (view: TypedArray, at: number) => unknown)(view, at))
}

/** The value as the element type holds it, so that a comparison before the switch point sees what memory would hold. */
function asElement(view: TypedArray, value: unknown): number | bigint {
  const scratch = new (view.constructor as new (length: number) => AnyArray)(1)
  scratch[0] = value
  return scratch[0] as number | bigint
}

type AtomicsName = keyof typeof native
type ArmAtomic = (view: TypedArray, index: unknown, a?: unknown, b?: unknown) => Operation | undefined

/** The value itself, however large: `Atomics.store` returns it. */
function toBigInt(value: unknown): bigint {
  return BigInt.asIntN(Number.MAX_SAFE_INTEGER, value as bigint)
}

function armModify(name: keyof typeof modifySpecs): ArmAtomic {
  const spec = modifySpecs[name]
  const kind = kinds[name] ?? 0
  return (view, index, value, result) => {
    const tag = accessTag(view)
    if (tag === undefined) return undefined
    const at = validAtomic(name, view, index)
    const operand = isBigIntArray(view) ? toBigInt(value) : Math.trunc(+(value as number)) || 0
    const op = range(armRunning(spec), view, tag, at, tag.elementBytes, Access.write)
    op.operand = operand
    op.operand2 = result
    // Not where the same bytes are accessed in smaller pieces as well: additions to a whole and to a part of it do not
    // commute.
    if ((result === UNUSED || result === STATEMENT) && running.commuting && op.accesses.bytes <= op.accesses.stride)
      op.accesses.commutes = kind
    return op
  }
}

/** By name of the `Atomics` function: arms the operation, or undefined when the array is not shared memory. */
export const armAtomics: Record<AtomicsName, ArmAtomic> = {
  load: (view, index) => {
    const tag = accessTag(view)
    if (tag === undefined) return undefined
    const at = validAtomic('load', view, index)
    return range(armRunning(loadSpec), view, tag, at, tag.elementBytes, Access.read)
  },
  store: armModify('store'),
  add: armModify('add'),
  sub: armModify('sub'),
  and: armModify('and'),
  or: armModify('or'),
  xor: armModify('xor'),
  exchange: armModify('exchange'),
  compareExchange: (view, index, expected, replacement) => {
    const tag = accessTag(view)
    if (tag === undefined) return undefined
    const at = validAtomic('compareExchange', view, index)
    const operand = asElement(view, isBigIntArray(view) ? expected : +(expected as number))
    const operand2 = asElement(view, isBigIntArray(view) ? replacement : +(replacement as number))
    const op = range(armRunning(compareExchangeSpec), view, tag, at, tag.elementBytes, Access.write)
    op.operand = operand
    op.operand2 = operand2
    return op
  },
  wait: (view, index, value, timeout) => {
    const tag = accessTag(view)
    if (tag === undefined) return undefined
    const at = validAtomic('wait', view, index)
    const operand = asElement(view, isBigIntArray(view) ? value : +(value as number))
    const limit = timeout === undefined ? NaN : +(timeout as number)
    const op = range(armRunning(waitSpec), view, tag, at, tag.elementBytes, Access.read)
    op.operand = operand
    op.operand2 = Number.isNaN(limit) ? Infinity : Math.max(limit, 0)
    accessesWaitList(op)
    return op
  },
  notify: (view, index, count) => {
    const tag = accessTag(view)
    if (tag === undefined) return undefined
    const at = validAtomic('notify', view, index)
    const limit = count === undefined ? Infinity : Math.max(Math.trunc(+(count as number)) || 0, 0)
    const op = range(armRunning(notifySpec), view, tag, at, tag.elementBytes, Access.none)
    op.operand = limit
    accessesWaitList(op)
    return op
  },
}

/** In code that cannot be suspended. */
function guardShared(view: SharedView, what: string): void {
  const tag = tagOf(view)
  if (tag === undefined || !running.explored) return
  if (tag === FOREIGN) return refuseForeign(view)
  refuseUntransformed(`${what} on shared memory`)
}

/** Resolves a promise, which no thread can wait for. */
function guardWaitAsync(): void {
  const { waitAsync } = Atomics as unknown as { waitAsync?: (...args: unknown[]) => unknown }
  if (waitAsync === undefined) return
  const guarded = (view: unknown, ...rest: unknown[]): unknown => {
    if (running.explored && ArrayBuffer.isView(view) && tagOf(view as SharedView) !== undefined) {
      throw refuse(
        '`Atomics.waitAsync` was reached inside a thread, where no promise can ever settle: use `Atomics.wait`',
      )
    }
    return Reflect.apply(waitAsync, Atomics, [view, ...rest])
  }
  Object.defineProperty(guarded, 'name', { value: 'waitAsync' })
  Object.defineProperty(Atomics, 'waitAsync', { value: guarded, writable: true, configurable: true })
}

/**
 * Gives `Atomics.*` and the DataView accessors their suspendable forms, and lets their plain forms refuse shared memory
 * inside explored threads. Called once, in a realm that explores; a realm that runs for real is left as it is.
 */
export function installMemoryOperations(): void {
  for (const name of Object.keys(native) as AtomicsName[]) {
    const original = native[name] as (...args: unknown[]) => unknown
    const guarded = (view: TypedArray, ...rest: unknown[]): unknown => {
      if (ArrayBuffer.isView(view) && !(view instanceof DataView)) guardShared(view, `Atomics.${name}`)
      return original.call(Atomics, view, ...rest)
    }
    Object.defineProperties(guarded, {
      name: { value: name, configurable: true },
      length: { value: original.length, configurable: true },
    })
    setOriginal(guarded, original)
    setArm(guarded, ((view: unknown, ...rest: [unknown]) =>
      ArrayBuffer.isView(view) && !(view instanceof DataView)
        ? armAtomics[name](view as TypedArray, ...rest)
        : undefined) as never)
    Object.defineProperty(Atomics, name, { value: guarded, writable: true, configurable: true })
  }
  guardWaitAsync()
  for (const [name, arm] of Object.entries(armDataView)) {
    const prototype = DataView.prototype as unknown as Record<string, (this: DataView, ...args: unknown[]) => unknown>
    const original = prototype[name]!
    const guarded = {
      [name](this: DataView, ...args: unknown[]): unknown {
        if (this instanceof DataView) guardShared(this, `DataView.${name}`)
        return original.apply(this, args)
      },
    }[name]!
    Object.defineProperty(guarded, 'length', { value: original.length, configurable: true })
    setOriginal(guarded, original)
    setArm(guarded, function (this: unknown, ...args: unknown[]) {
      return this instanceof DataView ? arm(this, args[0], ...args.slice(1)) : undefined
    } as never)
    Object.defineProperty(DataView.prototype, name, { value: guarded, writable: true, configurable: true })
  }
}
