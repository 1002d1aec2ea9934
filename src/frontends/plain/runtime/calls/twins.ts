/** How functions get their twins. */
import { ARM, TWIN } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import type { Arm, Callable } from './calls.ts'
import { given } from '../natives/given.ts'
import { inheritSuspendable, suspendableGenerator } from './generators.ts'
import { done, drive, type Twin } from './suspension.ts'
import { asyncTwin, isAsyncFunction } from '../promises/activations.ts'
import { asyncGeneratorTwin, isAsyncGeneratorFunction } from '../promises/async-generators.ts'

type TwinFunction = (this: unknown, ...args: unknown[]) => Twin

/** By twin: the function that the program knows. */
const originals = new WeakMap<object, object>()

export function setTwin(plain: object, twin: TwinFunction): void {
  Object.defineProperty(plain, TWIN, { value: twin, configurable: true, writable: true })
  if (!originals.has(twin)) originals.set(twin, plain)
}

export function noteOriginal(twin: object, plain: object): void {
  originals.set(twin, plain)
}

/** Lets `arguments.callee` of a twin be the function itself. */
export function callee(args: { callee?: unknown }): void {
  const found = originals.get(args.callee as object)
  if (found !== undefined) args.callee = found
}

export function setArmed(plain: object, arm: Arm): void {
  Object.defineProperty(plain, ARM, { value: arm, configurable: true, writable: true })
}

export function twin<F extends Callable>(plain: F, suspendable: TwinFunction, name?: string): F {
  setTwin(plain, suspendable)
  return name === undefined ? plain : withName(plain, name)
}

/** Generator functions have no twin that runs: calling one only makes an object, which is then a suspendable one. */
export function generatorTwin<F extends Callable>(plain: F, suspendable: TwinFunction, name?: string): F {
  setArmed(plain, function (...args) {
    return done(suspendableGenerator(plain, suspendable, this, args))
  })
  originals.set(suspendable, plain)
  inheritSuspendable(plain)
  return name === undefined ? plain : withName(plain, name)
}

export function withName<F>(plain: F, name: string): F {
  return Object.defineProperty(plain, 'name', { value: name, configurable: true })
}

// --- Functions made inside twins, whose plain form runs the twin ----------------------------------------------------

export function arrowStub(suspendable: TwinFunction, name: PropertyKey, length: number): Callable {
  return stub((...args: unknown[]) => driven(suspendable.apply(undefined, args)), suspendable, name, length)
}

export function functionStub(suspendable: TwinFunction, name: PropertyKey, length: number): Callable {
  return stub(
    function (this: unknown, ...args: unknown[]) {
      return driven(suspendable.apply(this, args), new.target)
    },
    suspendable,
    name,
    length,
  )
}

/** What native code gets, should it have called. */
function driven(twin: Twin, target?: unknown): unknown {
  if (running.native === null) return given(drive(twin), target)
  try {
    return given(drive(twin), target)
  } catch (error) {
    throw given(error)
  }
}

function stub(plain: Callable, suspendable: TwinFunction, name: PropertyKey, length: number): Callable {
  setTwin(plain, suspendable)
  Object.defineProperty(plain, 'length', { value: length, configurable: true })
  return withName(plain, typeof name === 'symbol' ? `[${name.description ?? ''}]` : String(name))
}

// --- Methods, whose twins are made under keys of our own ------------------------------------------------------------

const slots: symbol[] = []

export function slot(n: number): symbol {
  return (slots[n] ??= Symbol(`twin ${n}`))
}

/** A private method, when it is first used as a value. */
export function link(plain: Callable, suspendable: TwinFunction): Callable {
  if (plain[TWIN] !== undefined || plain[ARM] !== undefined) return plain
  return attach(plain, withName(suspendable, plain.name), isGeneratorFunction(plain))
}

const GeneratorFunction = Object.getPrototypeOf(function* () {
  /* only its prototype is wanted */
}) as object
const isGeneratorFunction = (value: object): boolean => Object.getPrototypeOf(value) === GeneratorFunction

function attach(plain: Callable, suspendable: TwinFunction, isGenerator: boolean): Callable {
  if (isAsyncFunction(plain)) return asyncTwin(plain, suspendable)
  if (isAsyncGeneratorFunction(plain)) return asyncGeneratorTwin(plain, suspendable)
  return isGenerator ? generatorTwin(plain, suspendable) : twin(plain, suspendable)
}

export function linkClass(
  type: { prototype: object },
  methods: readonly (readonly [boolean, PropertyKey, symbol, boolean, ('get' | 'set')?])[],
): void {
  for (const [isStatic, key, from, isGenerator, kind] of methods)
    move(isStatic ? type : type.prototype, key, from, isGenerator, kind)
}

/** Getters and setters of an object literal. */
export function linkAccessors<T extends object>(
  literal: T,
  accessors: readonly (readonly [PropertyKey, symbol, 'get' | 'set'])[],
): T {
  for (const [key, from, kind] of accessors) move(literal, key, from, false, kind)
  return literal
}

/** A later property of the literal may have replaced the method: only what uses `super` can be ours. */
export function linkObject<T extends object>(
  literal: T,
  methods: readonly (readonly [PropertyKey, symbol, boolean])[],
): T {
  for (const [key, from, isGenerator] of methods.toReversed()) {
    const current = Object.getOwnPropertyDescriptor(literal, key)?.value as unknown
    const isOurs = typeof current === 'function' && Function.prototype.toString.call(current).includes('super')
    if (isOurs) move(literal, key, from, isGenerator)
    else delete (literal as Record<symbol, unknown>)[from]
  }
  return literal
}

function move(
  holder: object,
  key: PropertyKey,
  from: symbol,
  isGenerator: boolean,
  kind: 'value' | 'get' | 'set' = 'value',
): void {
  const suspendable = (holder as Record<symbol, TwinFunction>)[from]!
  delete (holder as Record<symbol, unknown>)[from]
  const plain = Object.getOwnPropertyDescriptor(holder, key)?.[kind] as Callable | undefined
  if (typeof plain !== 'function') return
  withName(suspendable, plain.name) // for stacks
  attach(plain, suspendable, isGenerator)
}
