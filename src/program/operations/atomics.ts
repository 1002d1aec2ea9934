/** The functions of `Atomics`, each as an operation. */
import { Access } from '../../dependence/accesses.ts'
import { accessTag } from '../memory/foreign-memory.ts'
import { armRange, describeWritten, elementAccess, isBigIntArray } from './elements.ts'
import { type ArmAtomic, asElement, type AtomicArray, type AtomicsName, native, validAtomic } from './native-atomics.ts'
import { armRunning, type Operation } from './operation.ts'
import { running } from '../context/execution-context.ts'
import { MemoryAccess, type OperationSpec, Order } from './operation-spec.ts'
import { armNotify, armWait } from './wait-and-notify.ts'

function atomic(
  name: string,
  orders: number,
  describe: OperationSpec['describe'],
  perform: (view: AtomicArray, index: number, a: never, b: never) => unknown,
): OperationSpec {
  return elementAccess(
    `Atomics.${name}`,
    MemoryAccess.update,
    (op) => perform(op.view as AtomicArray, op.index, op.operand as never, op.operand2 as never),
    { orders, describe },
  )
}

// As a last argument: nobody uses the result, so that operations of a kind commute.
/** Says the program, which then gets none. */
const UNUSED = 'unused'
/** Says the transform, which has seen that the operation is a statement. */
export const STATEMENT = 'statement'

/** Whether what the operation returns is thrown away at once: it is no part of what its thread knows. */
export const isResultUnused = (op: Operation): boolean =>
  op.operand2 === STATEMENT && op.spec.memoryAccess === MemoryAccess.update

/** `1 → 2`: what was there, and what is there now. */
const describeUpdate: OperationSpec['describe'] = (_given, _given2, value, show, now) =>
  value === undefined ? `= ${show(now)}` : `${show(value)} → ${show(now)}`

function update(name: 'add' | 'sub' | 'and' | 'or' | 'xor'): OperationSpec {
  const perform = native[name] as (view: AtomicArray, index: number, value: number) => unknown
  return elementAccess(
    `Atomics.${name}`,
    MemoryAccess.update,
    (op) => {
      const found = perform(op.view as AtomicArray, op.index, op.operand as number)
      return op.operand2 === UNUSED ? undefined : found
    },
    { orders: Order.acquire | Order.store, describe: describeUpdate },
  )
}

const loadSpec = atomic('load', Order.acquire, null, native.load)
const modifySpecs = {
  store: atomic('store', Order.store, describeWritten, native.store),
  add: update('add'),
  sub: update('sub'),
  and: update('and'),
  or: update('or'),
  xor: update('xor'),
  exchange: atomic('exchange', Order.acquire | Order.store, describeUpdate, native.exchange),
}

/** Which updates commute with each other: by name, the number of their kind. */
const kinds: Readonly<Partial<Record<keyof typeof modifySpecs, number>>> = { add: 1, sub: 1, and: 2, or: 3, xor: 4 }
export const COMMUTING_KINDS = 4
const compareExchangeSpec = atomic(
  'compareExchange',
  Order.acquire | Order.store | Order.ifExpected,
  (expected, _replacement, value, show, now) =>
    Object.is(expected, value) ? `${show(value)} → ${show(now)}` : `${show(value)}, not ${show(expected)}`,
  native.compareExchange,
)

export const isCompareExchange = (op: Operation): boolean => op.spec === compareExchangeSpec

/** Whether a compare-and-swap would fail in the state of now. */
export const compareFails = (op: Operation): boolean =>
  running.shadows === null
    ? native.load(op.view as AtomicArray, op.index) !== op.operand
    : running.shadows.compareFails(op)

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
    const op = armRange(armRunning(spec), view, tag, at, tag.elementBytes, Access.write)
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
    return armRange(armRunning(loadSpec), view, tag, at, tag.elementBytes, Access.read)
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
    const op = armRange(armRunning(compareExchangeSpec), view, tag, at, tag.elementBytes, Access.write)
    op.operand = operand
    op.operand2 = operand2
    return op
  },
  wait: armWait,
  notify: armNotify,
}
