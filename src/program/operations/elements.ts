/** Reads and writes of elements, each as an operation. */
import { internalError } from '../../base/errors.ts'
import { Access } from '../../dependence/accesses.ts'
import type { BigIntArray, SharedView, TypedArray, ViewTag } from '../memory/shared-tag.ts'
import { armRunning, type Operation } from './operation.ts'
import { defineOperation, MemoryAccess, type OperationDefinition, type OperationSpec, Order } from './operation-spec.ts'

export type AnyArray = { [index: number]: unknown; readonly length: number }

/** An access to an element that is done at once. */
export function elementAccess(
  name: string,
  access: MemoryAccess,
  perform: (op: Operation) => unknown,
  others: Pick<OperationDefinition, 'orders' | 'describe'> = {},
): OperationSpec {
  const synchronises = (others.orders ?? Order.none) !== Order.none
  return defineOperation({
    name,
    enabled: null,
    perform,
    real: perform,
    synchronises,
    memoryAccess: access,
    accessesMemory: true,
    ...others,
  })
}

/** For operations that write what they are given. */
export const describeWritten: OperationSpec['describe'] = (given, _given2, _value, show) => `= ${show(given)}`

const readSpec = elementAccess('read', MemoryAccess.read, (op) => (op.view as unknown as AnyArray)[op.index])
const writeSpec = elementAccess(
  'write',
  MemoryAccess.write,
  (op) => {
    ;(op.view as unknown as AnyArray)[op.index] = op.operand
  },
  { describe: describeWritten },
)

/** What an operation accesses: some bytes of a view. */
export function armRange(
  op: Operation,
  view: SharedView,
  tag: ViewTag,
  index: number,
  bytes: number,
  access: Access,
): Operation {
  op.view = view
  op.index = index
  op.target = tag.allocation
  op.accesses.range(tag.address + index * tag.elementBytes, bytes, tag.allocation.cellBytes, access)
  return op
}

/** `index` must be an integer within the view. */
export function armRead(view: TypedArray, tag: ViewTag, index: number): Operation {
  return armRange(armRunning(readSpec), view, tag, index, tag.elementBytes, Access.read)
}

/** `index` must be within the view and `value` already coerced (see `coerceFor`). */
export function armWrite(view: TypedArray, tag: ViewTag, index: number, value: number | bigint): Operation {
  const op = armRange(armRunning(writeSpec), view, tag, index, tag.elementBytes, Access.write)
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

/** ToIntegerOrInfinity. */
export function toInteger(value: unknown): number {
  return Math.trunc(+(value as number)) || 0
}

/** Lets the engine itself say what is wrong. */
export function complaint(fails: () => unknown): never {
  fails()
  throw internalError('an access that was taken to be out of range is not')
}
