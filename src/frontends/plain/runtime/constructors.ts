/** Builtin constructors that read what they are given: `new Int32Array(view)`, `new Set(iterable)`. */
import { pass } from './direct.ts'
import { isSharedArray } from './elements.ts'
import { collect, isNativelyIterable } from './iteration.ts'
import { refuseAt } from './refusals.ts'
import { isExplored, type Twin } from './suspension.ts'

const typedArrays = new Set<unknown>([
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array,
])
const collections = new Set<unknown>([Map, Set, WeakMap, WeakSet])

/** The construction as a suspendable twin, or undefined when it can be done natively. */
export function construction(type: Function, args: unknown[], site: number): Twin | undefined {
  const [source] = args
  if (typedArrays.has(type)) return isSharedArray(source) || hasCode(source) ? collecting(type, args, site) : undefined
  if (!collections.has(type) || source === undefined || source === null) return undefined
  return isNativelyIterable(source) ? undefined : collecting(type, args, site)
}

/** An iterable, other than a buffer or another typed array, whose iteration may run code of the program. */
function hasCode(source: unknown): boolean {
  return typeof source === 'object' && source !== null && !ArrayBuffer.isView(source) && Symbol.iterator in source && !isNativelyIterable(source)
}

function* collecting(type: Function, args: unknown[], site: number): Twin {
  const values = yield collect(args[0], site)
  return Reflect.construct(type, [values, ...args.slice(1)])
}

/** For `new` in code that passes gates: what the constructor would read in native code is read before. */
export function givenTo<T>(type: unknown, value: T, site: number): unknown {
  return isExplored() && isSharedArray(value) && (typedArrays.has(type) || collections.has(type)) ? pass(collect(value, site)) : value
}

/** For `new` in plain bodies. */
export function constructorArgument<T>(type: unknown, value: T, site: number): T {
  if (isExplored() && isSharedArray(value) && typedArrays.has(type)) throw refuseAt('copying a shared typed array', site)
  return value
}
