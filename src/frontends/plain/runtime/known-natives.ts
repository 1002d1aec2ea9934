/**
 * Builtins that leave shared memory alone, so that threads may hand it to them: they move references, ask about types
 * and sizes, or get at values only by calling methods of the view (`join`, `values`, …), which look after themselves.
 * What is not in this table is refused (`handed.ts`): a builtin that a newer Node adds has to be entered here before it
 * passes. The test of builtins tries every entry on shared memory.
 */
import assert from 'node:assert'
import { types } from 'node:util'
import { ops } from '../../../program/ops.ts'
import { isShared } from './elements.ts'
import { TypedArrayType, typedArrayTypes } from './typed-array-types.ts'

/** Whether shared memory may be read or written, given what the builtin is called with. */
export type Rule = (receiver: unknown, args: readonly unknown[]) => boolean

const never: Rule = () => false

/** Methods of arrays are generic: applied to a view, they access its elements. */
const onView: Rule = (receiver) => isShared(receiver)

/** A view counts as a list to be spread if somebody has given it the symbol. */
const onSpreadable: Rule = (receiver, args) => isSpreadable(receiver) || args.some(isSpreadable)
const isSpreadable = (value: unknown): boolean => isShared(value) && Symbol.isConcatSpreadable in value

/** An assertion that fails shows what it was given; one that holds does nothing. */
const unless = (holds: (a: unknown, b: unknown) => boolean): Rule => (_, [a, b]) => !holds(a, b)
const isReference = (value: unknown): boolean => value == null || typeof value === 'object'
const assertions = {
  ok: unless((a) => Boolean(a)),
  equal: unless(Object.is),
  strictEqual: unless(Object.is),
  notEqual: unless((a, b) => a !== b && isReference(a) && isReference(b)), // others are converted to be compared
  notStrictEqual: unless((a, b) => !Object.is(a, b)),
} as const

const prototypeOf = (object: object): object => Object.getPrototypeOf(object) as object
const arrayIterator = prototypeOf([].values())
const generatorSamples = [function* () { /* for its prototype */ }, async function* () { /* for its prototype */ }]
const iterators = [
  prototypeOf(arrayIterator), arrayIterator, prototypeOf(new Map().values()), prototypeOf(new Set().values()),
  prototypeOf(''[Symbol.iterator]()), prototypeOf(''.matchAll(/x/g)),
  ...generatorSamples.map(({ prototype }) => prototypeOf(prototype as object)),
]

/** Owners all of whose functions leave memory alone. */
const harmless: readonly object[] = [Math, Intl, types, ops, ops.atomics, ops.view, ...iterators]

const errorTypes = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError]

/** The same for constructors: what they have themselves, and their methods. */
const harmlessTypes: readonly unknown[] = [
  Object, String, Boolean, Number, BigInt, Symbol, RegExp, Date, Map, Set, WeakMap, WeakSet, WeakRef,
  FinalizationRegistry, Promise, ArrayBuffer, ...errorTypes, ...valuesOf(Intl),
]

/** `String.raw` takes any list for one of strings. */
const except: ReadonlySet<unknown> = new Set([String.raw])

const harmlessNames: readonly (readonly [owner: object, names: readonly PropertyKey[]])[] = [
  [globalThis, ['parseInt', 'parseFloat', 'isNaN', 'isFinite', 'escape', 'unescape', 'DataView', 'Array', 'Proxy']],
  [globalThis, ['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent']],
  [Array, ['isArray', 'of']],
  [Array.prototype, ['keys']],
  [Atomics, ['isLockFree', 'pause']],
  [Buffer, ['isBuffer']],
  [Function.prototype, ['bind', 'toString', Symbol.hasInstance]],
  [JSON, ['parse', 'rawJSON', 'isRawJSON']],
  [Proxy, ['revocable']],
  [Reflect, ['defineProperty', 'deleteProperty', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'has', 'isExtensible']],
  [Reflect, ['ownKeys', 'preventExtensions', 'setPrototypeOf']],
  [TypedArrayType, ['of']],
  [TypedArrayType.prototype, ['subarray', 'keys']],
]

/** Prototypes whose accessors only say what a view or buffer is. */
const describing = [TypedArrayType.prototype, DataView.prototype, ArrayBuffer.prototype, SharedArrayBuffer.prototype]

function valuesOf(owner: object): unknown[] {
  return Reflect.ownKeys(owner).map((key) => Object.getOwnPropertyDescriptor(owner, key)!.value as unknown)
}

const rules = new Map<unknown, Rule>()

/** Undefined for what is not known. */
export const ruleOf = (callee: unknown): Rule | undefined => rules.get(callee)

export const isHarmless = (callee: unknown): boolean => rules.get(callee) === never

function enter(callee: unknown, rule: Rule): void {
  if (typeof callee === 'function' && !rules.has(callee) && !except.has(callee)) rules.set(callee, rule)
}

/** Once all builtins that are replaced have been. */
export function installKnownNatives(): void {
  for (const owner of harmless) for (const value of valuesOf(owner)) enter(value, never)
  for (const type of [...harmlessTypes, ...typedArrayTypes]) enter(type, never) // copies of views: see `construction`
  for (const type of harmlessTypes) for (const value of functionsOf(type)) enter(value, never)
  for (const [owner, names] of harmlessNames) for (const name of names) enter(Reflect.get(owner, name), never)
  for (const owner of describing) {
    for (const { get } of Object.values(Object.getOwnPropertyDescriptors(owner))) enter(get, never)
  }
  for (const asserting of [assert, assert.strict]) {
    enter(asserting, assertions.ok)
    for (const [name, rule] of Object.entries(assertions)) enter(Reflect.get(asserting, name), rule)
  }
  enter(Array.prototype.concat, onSpreadable)
  for (const value of valuesOf(Array.prototype)) enter(value, onView)
}

/** Of a constructor and of its prototype, if it has one. */
function functionsOf(type: unknown): unknown[] {
  if (typeof type !== 'function') return []
  const prototype = type.prototype as object | undefined
  return [...valuesOf(type), ...(prototype === undefined ? [] : valuesOf(prototype))].filter((value) => value !== type)
}
