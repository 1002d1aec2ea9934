/** What is inside objects of a program, as far as it can change. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Stream } from 'node:stream'
import { types } from 'node:util'
import { MARK, transformedText } from '../base/function-marks.ts'
import { isSharedWasmMemory } from './memory/shared-store.ts'
import { ARM, TWIN } from './operations/operation.ts'

export const loading = {
  /** Modules are being loaded: what they make is theirs. */
  on: false,
  /** Whether threads can have instances of modules. */
  perThread: true,
  /** Whether they have one of this file. */
  isOfThreads: (_file: string): boolean => false,
}

/** As they are before anything is patched. */
const { apply } = Reflect
const { entries: entriesOfMap } = Map.prototype
const { values: valuesOfSet } = Set.prototype
const { get: getOfWeakMap } = WeakMap.prototype
const { has: hasOfWeakSet } = WeakSet.prototype
const { getTime } = Date.prototype

/** By class and by prototype: the values of private fields, which only the class itself can read. */
const privateFields = new WeakMap<object, (object: object) => readonly unknown[]>()

export function registerPrivateFields(type: Function, read: (object: object) => readonly unknown[]): void {
  privateFields.set(type, read)
  privateFields.set(type.prototype as object, read)
}

/** Of more bytes a digest is compared. */
const MOST_ELEMENTS = 4096
/** How many bytes take as long as another object. */
const BYTES_PER_OBJECT = 512

/** `keys`: by which modules can ask weak maps and sets for something. */
export function contentsOf(object: object, keys: readonly object[] = []): readonly unknown[] {
  // Whatever a class has made of iteration: only what is inside counts.
  if (types.isMap(object))
    return [...(apply(entriesOfMap, object, []) as Iterable<unknown[]>)].flat().concat(propertiesOf(object))
  if (types.isSet(object)) return [...(apply(valuesOfSet, object, []) as Iterable<unknown>), ...propertiesOf(object)]
  if (ArrayBuffer.isView(object)) return bytesIn(object.buffer, object.byteOffset, object.byteLength)
  if (types.isAnyArrayBuffer(object)) return bytesIn(object, 0, object.byteLength)
  if (types.isDate(object)) return [apply(getTime, object, []), ...propertiesOf(object)]
  if (object instanceof WeakMap) return keys.map((key) => apply(getOfWeakMap, object, [key]) as unknown)
  if (object instanceof WeakSet) return keys.map((key) => apply(hasOfWeakSet, object, [key]) as unknown)
  if (object instanceof URL) return [object.href, ...propertiesOf(object)]
  if (object instanceof URLSearchParams) return [object.toString(), ...propertiesOf(object)]
  return propertiesOf(object)
}

function bytesIn(buffer: ArrayBufferLike, start: number, length: number): readonly unknown[] {
  if (length === 0) return [isDetached(buffer)]
  const bytes = new Uint8Array(buffer, start, length)
  return length <= MOST_ELEMENTS ? Array.from(bytes) : [length, createHash('md5').update(bytes).digest('base64')]
}

function isDetached(buffer: ArrayBufferLike): boolean {
  try {
    return new Uint8Array(buffer).length > 0
  } catch {
    return true
  }
}

/** How long it takes to look at it, beside an object of usual size. */
export const effortOf = (object: object): number =>
  ArrayBuffer.isView(object) || types.isAnyArrayBuffer(object) ? 1 + object.byteLength / BYTES_PER_OBJECT : 1

/** What it inherits from and whether it can grow, keys with what is under them, and private values. */
function propertiesOf(object: object): unknown[] {
  const contents: unknown[] = [Reflect.getPrototypeOf(object), Reflect.isExtensible(object)]
  for (const key of Reflect.ownKeys(object)) {
    if (key === TWIN || key === ARM) continue // made when they are first needed
    const { value, get, set, writable, enumerable, configurable } = Reflect.getOwnPropertyDescriptor(object, key)!
    const flags = Number(writable === true) + 2 * Number(enumerable) + 4 * Number(configurable)
    contents.push(key, get ?? value, set, flags)
  }
  const own = privateFields.get(object)
  if (own !== undefined) contents.push(...own(object))
  for (let type = Reflect.getPrototypeOf(object); type !== null; type = Reflect.getPrototypeOf(type)) {
    const read = privateFields.get(type)
    if (read !== undefined) contents.push(...read(object))
  }
  return contents
}

/** The properties of an object that `mem` made: not their values, which may be its state, nor the elements of a view. */
export function expandosOf(object: object): readonly unknown[] {
  const keys: (string | symbol)[] =
    ArrayBuffer.isView(object) && (object as Uint8Array).length > MOST_ELEMENTS
      ? Object.getOwnPropertySymbols(object)
      : Reflect.ownKeys(object).filter((key) => typeof key === 'symbol' || !/^\d+$/.test(key))
  return [Reflect.getPrototypeOf(object), Reflect.isExtensible(object), ...keys]
}

/** Builtins that change as they are used, and do not show how. */
export function isOpaque(value: unknown): value is object {
  if (!isObject(value) || types.isProxy(value) || isPrototype(value)) return false
  if (value instanceof Stream) return value !== process.stdout && value !== process.stderr && value !== process.stdin
  return (
    types.isGeneratorObject(value) ||
    (loading.perThread && (value instanceof WeakMap || value instanceof WeakSet)) ||
    value instanceof AsyncLocalStorage ||
    HIDING.test(tagOf(value)) ||
    HIDING_CLASSES.test(classOf(value))
  )
}

/** By how they call themselves, and by the names of their classes. */
const HIDING =
  / Iterator$|^(AbortController|AbortSignal|EventTarget|Event|CustomEvent|BroadcastChannel|\w+Stream|FormData|Headers|Request|Response|WebAssembly\.\w+)$/
const HIDING_CLASSES =
  /^(BlockList|MIMEType|MIMEParams|Resolver|StringDecoder|ECDH|DiffieHellman|RecordableHistogram|Agent)$/

/** Of a class that extends a builtin: it only looks like an instance. */
function isPrototype(value: object): boolean {
  const type = Reflect.getOwnPropertyDescriptor(value, 'constructor')?.value as unknown
  return typeof type === 'function' && type.prototype === value
}

/** As builtins have it: neither their constructors, which Node may load when they are asked for, nor getters are touched. */
function tagOf(value: object): string {
  for (let object: object | null = value; object !== null; object = Reflect.getPrototypeOf(object)) {
    const tag = Reflect.getOwnPropertyDescriptor(object, Symbol.toStringTag)?.value as unknown
    // Shared memory was adopted as memory of the program.
    if (typeof tag === 'string') return tag === 'WebAssembly.Module' || isSharedWasmMemory(value) ? '' : tag
  }
  return ''
}

/** The name of the class of Node that it is of; '' where the program's code made it. */
function classOf(value: object): string {
  const prototype = Reflect.getPrototypeOf(value)
  if (prototype === null || plain.has(prototype)) return ''
  let name = classNames.get(prototype)
  if (name === undefined) {
    const type = Reflect.getOwnPropertyDescriptor(prototype, 'constructor')?.value as unknown
    name = typeof type === 'function' && !isWritten(type) ? type.name : classOf(prototype)
    classNames.set(prototype, name)
  }
  return name
}
const classNames = new WeakMap<object, string>()

const isWritten = (type: Function): boolean => transformedText(type).includes(MARK)

/** Prototypes of builtins whose contents are known. */
const plain: ReadonlySet<object | null> = new Set<object | null>([
  null,
  Object.prototype,
  Array.prototype,
  Map.prototype,
  Set.prototype,
  WeakMap.prototype,
  WeakSet.prototype,
  RegExp.prototype,
  Date.prototype,
  EventEmitter.prototype,
  URL.prototype,
  URLSearchParams.prototype,
  ...[Boolean, Number, String, Symbol, BigInt].map(({ prototype }): object => prototype),
  ...[Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError].map(
    ({ prototype }): object => prototype,
  ),
])

/** What a program makes and may change: not the objects of Node and of Heddle, which change as they please. */
export function isMutable(value: unknown): value is object {
  if (typeof value === 'function') return isTransformed(value)
  if (!isObject(value)) return false
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer
  if (types.isArrayBuffer(value)) return true
  return isProgramPrototype(Reflect.getPrototypeOf(value))
}

/** A function with a twin, or a class with methods that have one. */
function isTransformed(value: Function): boolean {
  return hasTwin(value) || privateFields.has(value) || isClassOfProgram(value.prototype as unknown)
}

const hasTwin = (value: object): boolean => Object.hasOwn(value, TWIN) || Object.hasOwn(value, ARM)
const known = new WeakMap<object, boolean>()

/** Methods that cannot suspend have no twin, so the classes that modules name are noted themselves. */
export function noteClass(value: unknown): void {
  if (
    typeof value !== 'function' ||
    !isObject(value.prototype) ||
    plain.has(value.prototype) ||
    known.get(value.prototype) === true
  )
    return
  known.set(value.prototype, !Function.prototype.toString.call(value).endsWith('{ [native code] }'))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isProgramPrototype = (prototype: object | null): boolean =>
  plain.has(prototype) || isClassOfProgram(prototype) || isObjectOfProgram(prototype!)

/** It was made by `Object.create`, and what it inherits from is no class. */
function isObjectOfProgram(prototype: object): boolean {
  if (Object.hasOwn(prototype, 'constructor') || Object.hasOwn(prototype, Symbol.toStringTag)) return false
  return !ofNode.has(prototype) && isProgramPrototype(Reflect.getPrototypeOf(prototype))
}
const ofNode = new Set([globalThis, process, console].map((object): object | null => Reflect.getPrototypeOf(object)))

const isWrittenClass = (type: unknown): boolean => typeof type === 'function' && isWritten(type)

/** A class of the program is known by its text, by its methods, which were transformed, or by its private fields. */
function isClassOfProgram(prototype: unknown): boolean {
  if (!isObject(prototype) || plain.has(prototype)) return false
  let result = known.get(prototype)
  if (result === undefined) {
    result =
      privateFields.has(prototype) ||
      isWrittenClass(Reflect.getOwnPropertyDescriptor(prototype, 'constructor')?.value) ||
      propertiesOf(prototype).some((value) => typeof value === 'function' && hasTwin(value))
    known.set(prototype, result)
  }
  return result
}
