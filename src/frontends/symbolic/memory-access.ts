/**
 * Accesses to memory, and to properties, by code that can take a symbolic value. In threads that are explored they are
 * operations like all others (`ARM`); `after` and `outcome` look at the memory of the execution that has ended.
 */
import { running } from '../../program/context/execution-context.ts'
import { accessTag } from '../../program/memory/foreign-memory.ts'
import type { TypedArray } from '../../program/memory/shared-tag.ts'
import { armAtomics } from '../../program/operations/atomics.ts'
import type { AtomicsName } from '../../program/operations/native-atomics.ts'
import { ARM, type Operation, setArm, TWIN } from '../../program/operations/operation.ts'
import { asElement } from '../../symbolic/element-values.ts'
import { assign, heldAt, isHolder } from '../../symbolic/holders.ts'
import { lookedAt } from '../../symbolic/looking.ts'
import { forProperty } from '../../symbolic/properties.ts'
import { binary, truncated, truth, unary } from '../../symbolic/operators.ts'
import { increment, numericBefore } from '../../symbolic/runtime.ts'
import { typeOfView } from '../../symbolic/shadow-memory.ts'
import { concrete, SymbolicValue } from '../../symbolic/symbolic-value.ts'
import { guard, isElement, propertyKey, read, write } from '../plain/runtime/elements/elements.ts'
import type { Twin } from '../plain/runtime/calls/suspension.ts'

type Element = TypedArray & { readonly [index: number]: unknown }

// --- Which element ---

/** Which element it is, is told apart by value; that it is none, beyond the ends of an array, is one condition. */
function keyOf(object: unknown, key: unknown): PropertyKey {
  if (key instanceof SymbolicValue && key.isInteger && typeof key.value === 'number' && isTypedArray(object)) {
    const isWithin = truth(binary('>=', key, 0)) && truth(binary('<', key, (object as Element).length))
    if (!isWithin) return propertyKey(key.value)
  }
  return propertyKey(concrete(key))
}

const isTypedArray = (object: unknown): boolean => ArrayBuffer.isView(object) && !(object instanceof DataView)

// --- Reading ---

/** `object[key]` */
export function element(object: unknown, key: unknown): unknown {
  const name = keyOf(object, key)
  object = forProperty(object, name)
  if (running.explored && isElement(object, name)) guard(object, running.callSite)
  return lookedAt(object, name) ?? (isHolder(object) ? heldAt(object, name) : (object as Element)[name as number])
}

setArm(element, (object: unknown, key: unknown) => armedRead(object, keyOf(object, key)))

function armedRead(object: unknown, name: PropertyKey): Operation | undefined {
  if (!isElement(object, name)) return undefined
  const op = read(object, name, running.callSite) as Operation
  op.symbolic = true
  return op
}

/** `object.key`, or `object?.key` */
export function property(object: unknown, key: string, optional = false): unknown {
  if (optional && (object === null || object === undefined)) return undefined
  object = forProperty(object, key)
  return isHolder(object) ? heldAt(object, key) : (object as Record<string, unknown>)[key]
}

// --- Writing ---

/** `object[key] = value` where nobody uses the value; `isSloppy`: what cannot be assigned is left as it is. */
export function put(object: unknown, key: unknown, value: unknown, isSloppy?: boolean): void {
  const name = keyOf(object, key)
  if (running.explored && isElement(object, name)) guard(object, running.callSite)
  if (object === null || object === undefined) (object as never as Record<PropertyKey, unknown>)[name] = value
  if (!assign(object, name, value) && isSloppy !== true)
    throw new TypeError(`Cannot assign to read only property '${String(name)}' of object`)
}

setArm(put, (object: unknown, key: unknown, value: unknown) => armedWrite(object, keyOf(object, key), value))

function armedWrite(object: unknown, name: PropertyKey, value: unknown): Operation | undefined {
  if (!isElement(object, name)) return undefined
  if (!(value instanceof SymbolicValue)) return write(object, name, value, running.callSite) as Operation
  const stored = asElement(typeOfView(object), value)
  const op = write(object, name, stored === null ? value.pin() : value.value, running.callSite) as Operation
  if (stored !== null) op.operand = stored
  op.symbolic = true
  return op
}

// --- Both ---

/** What becomes of the value that was there. */
const changed = (operator: string, before: unknown, value: unknown): unknown =>
  operator === '++' || operator === '--'
    ? increment(before, operator === '++' ? 1 : -1)
    : binary(operator, before, value)

const given = (operator: string, before: unknown, after: unknown, isPostfix: boolean): unknown =>
  isPostfix && (operator === '++' || operator === '--') ? numericBefore(before) : after

/** `object[key] operator= value`, also `++` and `--`. */
export function update(
  object: unknown,
  key: unknown,
  operator: string,
  value: unknown,
  isPostfix = false,
  isSloppy = false,
): unknown {
  const name = keyOf(object, key)
  const before = element(object, name)
  const after = changed(operator, before, value)
  put(object, name, after, isSloppy)
  return given(operator, before, after, isPostfix)
}

function* updateTwin(
  object: unknown,
  key: unknown,
  operator: string,
  value: unknown,
  isPostfix = false,
  isSloppy = false,
): Twin {
  const { callSite } = running
  const name = keyOf(object, key)
  const looks = armedRead(object, name)
  if (looks === undefined) return update(object, name, operator, value, isPostfix, isSloppy)
  looks.site = callSite
  const before = yield looks
  const after = changed(operator, before, value)
  const changes = armedWrite(object, name, after)!
  changes.site = callSite
  yield changes
  return given(operator, before, after, isPostfix)
}
Object.defineProperty(update, TWIN, { value: updateTwin })

// --- Atomics ---

/** `Atomics.NAME(view, index, …)` */
export function atomic(name: AtomicsName, view: unknown, index: unknown, ...operands: unknown[]): unknown {
  if (name === 'load' && !running.explored) {
    const found = lookedAt(view, Number(index))
    if (found !== undefined) return found
  }
  return (Atomics[name] as (...args: unknown[]) => unknown)(view, concrete(index), ...operands.map(concrete))
}

setArm(atomic, (name: AtomicsName, view: unknown, index: unknown, a: unknown, b: unknown) => {
  if (!ArrayBuffer.isView(view) || view instanceof DataView || accessTag(view as TypedArray) === undefined)
    return undefined
  const operands = [a, b].map((one) => operandFor(name, view, one))
  const op = armAtomics[name](view as TypedArray, concrete(index), ...(operands.map(plainOf) as [unknown, unknown]))
  if (op === undefined) return undefined
  op.symbolic = true
  if (operands[0] instanceof SymbolicValue) op.operand = operands[0]
  if (operands[1] instanceof SymbolicValue) op.operand2 = operands[1]
  return op
})

/** As the operation has it: a number, and what is compared or put in its place as an element. */
function operandFor(name: AtomicsName, view: ArrayBufferView, value: unknown): unknown {
  const number = value instanceof SymbolicValue ? unary('+', value) : value
  if (!(number instanceof SymbolicValue)) return number
  if (name === 'compareExchange') return asElement(typeOfView(view), number) ?? number.pin()
  return number.divisor === null ? number : truncated(number)
}

const plainOf = (value: unknown): unknown => (value instanceof SymbolicValue ? value.value : value)

// --- Threads ---

/** `join(handle)`, if that is Heddle's. */
export function joinWith(join: (handle: unknown) => unknown, handle: unknown): unknown {
  return join(handle)
}

setArm(joinWith, (join: unknown, handle: unknown) => {
  const arm = (join as { [ARM]?: (handle: unknown) => Operation | undefined })[ARM]
  const op = arm?.(handle)
  if (op !== undefined) op.symbolic = true
  return op
})
