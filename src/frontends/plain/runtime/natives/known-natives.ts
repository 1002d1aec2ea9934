/**
 * Builtins that leave shared memory alone, so that threads may hand it to them: they move references, ask about types
 * and sizes, or get at values only by calling methods of the view (`join`, `values`, …), which look after themselves.
 * What is not in this table is refused (`handed.ts`): a builtin that a newer Node adds has to be entered here before it
 * passes. The test of builtins tries every entry on shared memory.
 */
import { typedArrayTypes } from '../../../../base/typed-arrays.ts'
import assert from 'node:assert'
import { types } from 'node:util'
import { ops } from '../../../../program/operations/ops.ts'
import { symbolicRuntime } from '../../../../symbolic/runtime.ts'
import { isShared } from '../elements/elements.ts'
import { functionsUnder, gettersUnder, onArrays, type Reviewed, reviewed, reviewedTypes } from './reviewed-natives.ts'
import { TypedArrayType } from '../elements/typed-array-types.ts'

/** Whether shared memory may be read or written, given what the builtin is called with. */
export type Rule = (receiver: unknown, args: readonly unknown[]) => boolean

const never: Rule = () => false

/** Methods of arrays are generic: applied to a view, they access its elements. */
const onView: Rule = (receiver) => isShared(receiver)

/** A view counts as a list to be spread if somebody has given it the symbol. */
const onSpreadable: Rule = (receiver, args) => isSpreadable(receiver) || args.some(isSpreadable)
const isSpreadable = (value: unknown): boolean => isShared(value) && Symbol.isConcatSpreadable in value

/** The second argument has descriptors for properties, which elements would be taken for. */
const onDescriptors: Rule = (_, [, descriptors]) => isShared(descriptors)

/** An assertion that fails shows what it was given; one that holds does nothing. */
const unless =
  (holds: (a: unknown, b: unknown) => boolean): Rule =>
  (_, [a, b]) =>
    !holds(a, b)
const isReference = (value: unknown): boolean => value == null || typeof value === 'object'
const assertions = {
  ok: unless((a) => Boolean(a)),
  equal: unless(Object.is),
  strictEqual: unless(Object.is),
  notEqual: unless((a, b) => a !== b && isReference(a) && isReference(b)), // others are converted to be compared
  notStrictEqual: unless((a, b) => !Object.is(a, b)),
} as const

/** `Buffer.from(buffer, offset?, length?)` makes a view; of anything else it makes a copy. */
const onBytes: Rule = (_, [source, ...where]) => !types.isSharedArrayBuffer(source) || where.some(isObject)
const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

const errorTypes = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError]

const onTypedArrays: readonly Reviewed[] = [
  [TypedArrayType, 'of'],
  [TypedArrayType.prototype, 'subarray keys'],
]

/** Accessors that only say what a view or buffer is. */
const DESCRIPTION = 'buffer byteLength byteOffset length maxByteLength resizable growable detached'
const described = [TypedArrayType.prototype, DataView.prototype, ArrayBuffer.prototype, SharedArrayBuffer.prototype]

function valuesOf(owner: object): unknown[] {
  return Reflect.ownKeys(owner).map((key) => Object.getOwnPropertyDescriptor(owner, key)!.value as unknown)
}

const rules = new Map<unknown, Rule>()
const always: Rule = () => true

/** Undefined for what is not known. */
export const ruleOf = (callee: unknown): Rule | undefined => rules.get(callee)

export const isHarmless = (callee: unknown): boolean => rules.get(callee) === never

function enter(callee: unknown, rule: Rule): void {
  if (typeof callee === 'function' && !rules.has(callee)) rules.set(callee, rule)
}

/** Where nothing is gated, Atomics and primitives do by themselves what they do to shared memory. */
export const letPass = (callee: unknown): void => enter(callee, never)

/** Once all builtins that are replaced have been. */
export function installKnownNatives(): void {
  enter(SharedArrayBuffer.prototype.grow, never) // refused by itself, and says why
  enter(Buffer.from, onBytes)
  for (const name of ['subarray', 'slice'] as const) enter(Buffer.prototype[name], never) // views, both of them
  enter(String.raw, always) // takes any list for one of strings
  for (const name of ['create', 'defineProperties'] as const) enter(Object[name], onDescriptors)
  for (const owner of [ops, ops.atomics, ops.view, symbolicRuntime])
    for (const value of valuesOf(owner)) enter(value, never)
  for (const type of [...reviewedTypes, ...errorTypes, ...typedArrayTypes]) enter(type, never) // copies: see `construction`
  for (const some of reviewed) for (const value of functionsUnder(some)) enter(value, never)
  for (const some of onTypedArrays) for (const value of functionsUnder(some)) enter(value, never)
  for (const owner of described) for (const get of gettersUnder([owner, DESCRIPTION])) enter(get, never)
  for (const asserting of [assert, assert.strict]) {
    enter(asserting, assertions.ok)
    for (const [name, rule] of Object.entries(assertions)) enter(Reflect.get(asserting, name), rule)
  }
  enter(Array.prototype.concat, onSpreadable)
  for (const value of functionsUnder([Array.prototype, onArrays])) enter(value, onView)
}
