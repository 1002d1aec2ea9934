/** What loops tell whose rounds are watched, and what is asked there about the values that they meet: whether looking at them runs any code. */
import { types } from 'node:util'
import { yieldNow } from '../../../program/controls.ts'
import { running } from '../../../program/operation.ts'
import { SpinWatch } from '../../../program/spin.ts'
import { isShared } from './elements.ts'

const watches = new WeakMap<object, SpinWatch>()

/** As they were before anything was patched. */
const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect
const { isProxy } = types
const global = globalThis

/** Functions that read, write only when that ends the loop, or let others go on. They are replaced when a realm is made ready. */
let looks: ReadonlySet<unknown> = new Set()

/** The `Atomics` of now are the real ones: before any program has been loaded. */
export function noteLooks(): void {
  looks = new Set<unknown>([yieldNow, Atomics.load, Atomics.compareExchange])
}

/** A loop begins that only looks at shared memory, as far as its syntax says. `callees` gives the functions that it will call. */
export function spinBegin(callees: () => readonly unknown[]): void {
  const op = running.operation
  if (op === null || !running.explored || running.free || !areLooks(callees)) return
  let watch = watches.get(op)
  if (watch === undefined) watches.set(op, (watch = new SpinWatch()))
  watch.enter()
  op.spin = watch
  // Rounds that only look are to give way to others, which the gate sees to.
  running.open = false
}

function areLooks(callees: () => readonly unknown[]): boolean {
  const found = valuesOf(callees)
  return found !== null && found.every((callee) => looks.has(callee))
}

/** Null if a variable has no value yet. */
function valuesOf(variables: () => readonly unknown[]): readonly unknown[] | null {
  try {
    return variables()
  } catch {
    return null
  }
}

/** A round begins; the first one, or one after a round that did not end the loop. `kept` gives the variables that it must have left alone. */
export function spinRound(kept?: () => readonly unknown[]): void {
  const watch = running.operation?.spin
  if (watch != null) watch.nextRound(kept === undefined ? [] : valuesOf(kept))
}

export function spinEnd(): void {
  if (running.operation !== null) running.operation.spin = null
}

// --- Values that a round meets ----------------------------------------------------------------------------------------

/** A property is about to be read. Returns the object. */
export function looked<T>(object: T, key: unknown): T {
  const watch = running.operation?.spin
  if (watch != null && !isLook(object, key)) watch.taint()
  return object
}

/** An operand or argument is about to be converted, unless it is a view. Returns it. */
export function converted<T>(value: T): T {
  const watch = running.operation?.spin
  if (watch != null && isObject(value) && !isShared(value)) watch.taint()
  return value
}

const isObject = (value: unknown): boolean => (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Whether reading the property runs no code, and gives the same as long as only memory changes. */
function isLook(object: unknown, key: unknown): boolean {
  if (isObject(key)) return false
  if (isShared(object) && isGrowable(object.buffer)) return false // how long it is can change as well
  return typeof key === 'number' && isShared(object) || propertyOf(object, key as PropertyKey).isData
}

const isGrowable = (buffer: ArrayBufferLike): boolean => (buffer as { growable?: boolean }).growable === true

/** Accessors of the language that only look. */
const lookingGetters: ReadonlySet<unknown> = new Set([
  ...['length', 'byteLength', 'byteOffset', 'buffer'].map((name) => getOwnPropertyDescriptor(getPrototypeOf(Int8Array.prototype) as object, name)!.get),
  getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength')!.get, getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')!.get,
  getOwnPropertyDescriptor(Map.prototype, 'size')!.get, getOwnPropertyDescriptor(Set.prototype, 'size')!.get,
])

/** Walks the prototypes without running any code of the program. */
function propertyOf(object: unknown, key: PropertyKey): { readonly isData: boolean; readonly value?: unknown } {
  let holder: object | null = object === null || object === undefined ? null : Object(object) as object
  for (; holder !== null; holder = getPrototypeOf(holder)) {
    if (isProxy(holder)) return { isData: false }
    let found: PropertyDescriptor | undefined
    try {
      found = getOwnPropertyDescriptor(holder, key)
    } catch {
      return { isData: false } // an export that has no value yet
    }
    if (found !== undefined) return found.get === undefined && found.set === undefined ? { isData: true, value: found.value as unknown } : { isData: lookingGetters.has(found.get) }
  }
  return { isData: true }
}

/** The value of a data property; undefined when there is none. */
export const dataOf = (object: unknown, key: string): unknown => propertyOf(object, key).value

export const globalOf = (name: string): unknown => dataOf(global, name)
