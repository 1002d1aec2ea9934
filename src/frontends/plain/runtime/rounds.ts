/**
 * What loops tell whose rounds are watched, and what is asked there about the values that they meet: whether dealing
 * with them runs any code.
 */
import { types } from 'node:util'
import { choose, yieldNow } from '../../../program/operations/controls.ts'
import { LoopWatch, type WatchedCall, type WatchedLoop, type WatchedSteps } from '../../../program/loops/loop-watch.ts'
import { ARM, type Operation } from '../../../program/operations/operation.ts'
import { running } from '../../../program/context/execution-context.ts'
import { realm } from '../../../program/context/realm.ts'
import { primitivePrototypes } from '../../../program/primitives/index.ts'
import { SpinWatch } from '../../../program/loops/spin-wait.ts'
import { isMarked, LEAVES_NOTHING, LOOKS, transformedText } from '../../../base/function-marks.ts'
import { isElement, isShared, isSharedArray } from './elements/elements.ts'

/** As they were before anything was patched. */
const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect
const { isProxy } = types
const global = globalThis

/** Functions that read, write only when that ends the loop, or let others go on. */
let looks: ReadonlySet<unknown> = new Set()
/** Those, and others that are no more than operations on what is shared. */
let operations: ReadonlySet<unknown> = new Set()

/** `Atomics` and primitives are the real ones just now: before any program has been loaded. */
export function noteOperations(): void {
  const { pause } = Atomics as { pause?: unknown } // newer than the oldest supported Node
  looks = new Set<unknown>([
    yieldNow,
    Atomics.load,
    Atomics.compareExchange,
    ...(pause === undefined ? [] : [pause]),
    ...operationsOf(DataView.prototype).filter((method) => (method as Function).name.startsWith('get')),
  ])
  operations = new Set<unknown>([
    yieldNow,
    choose,
    ...[Atomics, DataView.prototype, ...primitivePrototypes].flatMap(operationsOf),
  ])
  ;(operations as Set<unknown>).delete((Atomics as { waitAsync?: unknown }).waitAsync) // which makes a promise
}

/** What an earlier pass has put in the place of operators and reads. */
export interface Helpers {
  readonly functions: ReadonlySet<unknown>
  /** Whether nothing that is done with the object can run code of the program. */
  readonly isData: (object: unknown) => boolean
  /** What loops are compared by, of a variable that they keep. */
  readonly plain: (value: unknown) => unknown
}
let helpers: Helpers = { functions: new Set(), isData: () => false, plain: (value) => value }

export function noteHelpers(given: Helpers): void {
  helpers = given
}

function operationsOf(owner: object): unknown[] {
  const values = ownKeys(owner).map((key) => getOwnPropertyDescriptor(owner, key)!.value as unknown)
  return values.filter((value) => typeof value === 'function' && Object.hasOwn(value, ARM))
}

// --- Loops ----------------------------------------------------------------------------------------------------------

/** A loop that is watched: for being a spin-wait, or for going round in circles. */
interface Rounds {
  readonly spin: SpinWatch | null
  readonly loop: WatchedLoop | null
  readonly kept: Values | undefined
}

type Values = () => readonly unknown[]

/**
 * A loop begins of whose rounds the syntax tells something; `mayLook`: that they only look at shared memory. `callees`
 * gives the functions that it calls in each round, `kept` the variables that outlast rounds.
 */
export function roundsBegin(mayLook: boolean, callees: Values, kept?: Values): Rounds | null {
  const op = running.operation
  if (op === null || !running.explored || realm.free) return null
  const watched = running.watchesLoops || op.whereabouts !== null
  if (!mayLook && !watched) return null
  const functions = valuesOf(callees)
  const spin = mayLook && functions !== null && functions.every(isLooking) ? beginSpin(op) : null
  const loop = watched
    ? (op.loops ??= new LoopWatch()).enter(functions === null || !functions.every(isOperating))
    : null
  return spin === null && loop === null ? null : { spin, loop, kept }
}

const watches = new WeakMap<Operation, SpinWatch>()

/** What the transform says of a function of the program (`rounds.ts` of the analysis): the mark, or none. */
function markOf(callee: unknown): string | null {
  if (typeof callee !== 'function') return null
  let mark = marks.get(callee)
  if (mark === undefined) {
    const text = transformedText(callee)
    mark = [LOOKS, LEAVES_NOTHING].find((one) => isMarked(text, one)) ?? null
    marks.set(callee, mark)
  }
  return mark
}
const marks = new WeakMap<object, string | null>()

const isLooking = (callee: unknown): boolean =>
  looks.has(callee) || helpers.functions.has(callee) || markOf(callee) === LOOKS
const isOperating = (callee: unknown): boolean => operations.has(callee) || markOf(callee) !== null

function beginSpin(op: Operation): SpinWatch {
  let watch = op.spin === null ? watches.get(op) : op.spin.inner()
  if (watch === undefined) watches.set(op, (watch = new SpinWatch()))
  watch.enter()
  op.spin = watch
  // Rounds that only look are to give way to others, which the gate sees to.
  running.open = false
  return watch
}

/** Null if a variable has no value yet. */
function valuesOf(values: Values): readonly unknown[] | null {
  try {
    return values()
  } catch {
    return null
  }
}

/**
 * A round begins; the first one, or one after a round that did not end the loop. `kept` gives the variables that outlast
 * rounds if it is not known before: each round has its own of those that the head of the loop declares.
 */
export function roundBegins(rounds: Rounds | null, kept = rounds?.kept): void {
  if (rounds === null) return
  const { spin, loop } = rounds
  const whereabouts = running.operation?.whereabouts ?? null
  // There may be millions of rounds that only compute.
  if (spin === null && !running.watchesLoops && loop!.isKnown(whereabouts)) return
  const values = kept === undefined ? [] : valuesOf(kept)
  if (spin !== null) spin.nextRound(values?.map(helpers.plain) ?? null)
  if (loop !== null) loop.nextRound(values, whereabouts)
}

export function roundsEnd(rounds: Rounds | null): void {
  const op = running.operation
  if (rounds === null || op === null) return
  if (rounds.spin !== null && op.spin !== null) op.spin = rounds.spin.outer
  if (rounds.loop !== null) op.loops?.leave(rounds.loop)
}

// --- Statements -----------------------------------------------------------------------------------------------------

/**
 * One of several statements begins that keep nothing but variables; or, where `callees` is missing, the last of them has
 * ended. `before` is what this returned for the one before it; `kept` gives the variables that were assigned since the
 * first one, `callees` the functions that it calls.
 */
export function stepBegins(
  before: WatchedSteps | null,
  number: number,
  kept: Values,
  callees?: Values,
): WatchedSteps | null {
  const op = running.operation
  if (op === null || op.whereabouts === null || !running.explored || realm.free) return null
  if (before !== null && !before.tainted) {
    const values = valuesOf(kept)
    if (values !== null) before.nextStep(number, values, op.whereabouts)
  }
  if (callees === undefined) return null
  const functions = valuesOf(callees)
  if (functions === null || !functions.every(isOperating)) return null
  return before !== null && !before.tainted ? before : (op.loops ??= new LoopWatch()).steps(op.whereabouts)
}

// --- Calls ----------------------------------------------------------------------------------------------------------

/** A function begins of which the syntax tells that it leaves nothing behind but its result. */
export function callBegins(): WatchedCall | null {
  const op = running.operation
  if (op === null || op.whereabouts === null || !running.explored) return null
  return (op.loops ??= new LoopWatch()).call(op.whereabouts)
}

/** It has ended, in whichever way: whoever runs it learns next whether it has returned. */
export function callEnds(call: WatchedCall | null): void {
  const op = running.operation
  if (call === null || op === null) return
  op.loops?.leave(call)
  op.endedCall = call
}

// --- Values that a round meets --------------------------------------------------------------------------------------

/** Whether a loop is watched just now. */
function isWatching(op: Operation | null): op is Operation {
  return op !== null && (op.spin !== null || op.loops?.isSeeing === true)
}

function taint(op: Operation): void {
  taintSpin(op)
  op.loops?.taint()
}

/** There is nothing more to be seen: the loops that it is in are ordinary ones from now on. */
function taintSpin(op: Operation): void {
  op.spin?.taint()
  op.spin = null
  watches.delete(op) // loops inside are not to be taken for the one that was tainted
}

/** A property is about to be read. Returns the object. */
export function looked<T>(object: T, key: unknown): T {
  const op = running.operation
  if (isWatching(op) && !isLook(object, key)) taint(op)
  return object
}

/** An operand, argument or value to be stored is about to be converted, unless it is something shared. Returns it. */
export function converted<T>(value: T): T {
  const op = running.operation
  if (isWatching(op) && isObject(value) && !isShared(value) && !isPrimitive(value) && !helpers.isData(value)) taint(op)
  return value
}

/** An argument of a call: a function of the program that is watched itself converts nothing by being called. */
export function passed<T>(callee: unknown, value: T): T {
  return isWatching(running.operation) && isObject(value) && markOf(callee) !== null ? value : converted(value)
}

/** Conditions are given the mutex that they wait with. */
const isPrimitive = (value: unknown): boolean =>
  !isProxy(value) && primitivePrototypes.includes(getPrototypeOf(value as object)!)

/** A function is about to be called. Returns it. */
export function called<T>(callee: T): T {
  const op = running.operation
  if (!isWatching(op)) return callee
  // What such a helper makes of values is not told: of rounds that do more than to look nothing is.
  if (helpers.functions.has(callee)) op.loops?.taint()
  else if (!isOperating(callee)) taint(op)
  else if (!isLooking(callee)) taintSpin(op)
  return callee
}

/** An element is about to be written: it is to be a shared one, or none at all. */
export function stored(object: unknown, key: unknown): void {
  const op = running.operation
  if (isWatching(op) && !isElement(object, key) && !(typeof key === 'number' && isSharedArray(object))) taint(op)
}

const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Whether reading the property runs no code, and gives the same as long as only memory changes. */
function isLook(object: unknown, key: unknown): boolean {
  if (isObject(key)) return false
  if (isShared(object) && isGrowable(object.buffer)) return false // how long it is can change as well
  return (typeof key === 'number' && isShared(object)) || propertyOf(object, key as PropertyKey).isData
}

const isGrowable = (buffer: ArrayBufferLike): boolean => (buffer as { growable?: boolean }).growable === true

/** Accessors of the language that only look. */
const lookingGetters: ReadonlySet<unknown> = new Set([
  ...['length', 'byteLength', 'byteOffset', 'buffer'].map(
    (name) => getOwnPropertyDescriptor(getPrototypeOf(Int8Array.prototype) as object, name)!.get,
  ),
  getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength')!.get,
  getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')!.get,
  getOwnPropertyDescriptor(Map.prototype, 'size')!.get,
  getOwnPropertyDescriptor(Set.prototype, 'size')!.get,
])

/** Walks the prototypes without running any code of the program. */
function propertyOf(object: unknown, key: PropertyKey): { readonly isData: boolean; readonly value?: unknown } {
  let holder: object | null = object === null || object === undefined ? null : (Object(object) as object)
  for (; holder !== null; holder = getPrototypeOf(holder)) {
    if (isProxy(holder)) return { isData: false }
    let found: PropertyDescriptor | undefined
    try {
      found = getOwnPropertyDescriptor(holder, key)
    } catch {
      return { isData: false } // an export that has no value yet
    }
    if (found !== undefined)
      return found.get === undefined && found.set === undefined
        ? { isData: true, value: found.value as unknown }
        : { isData: lookingGetters.has(found.get) }
  }
  return { isData: true }
}

/** The value of a data property; undefined when there is none. */
export const dataOf = (object: unknown, key: string): unknown => propertyOf(object, key).value

export const globalOf = (name: string): unknown => dataOf(global, name)
