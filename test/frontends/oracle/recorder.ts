/** What the original program runs on: objects that behave as shared memory does, and write down each element access. */

export type Log = string[]

const show = (value: unknown): string => (Object.is(value, -0) ? '-0' : String(value))

type Numbers = Int32Array | Float64Array | Uint8Array

/** Methods that arrays have as well: their generic algorithms access elements in the order prescribed for typed arrays. */
const generic = [
  'forEach', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex', 'reduce', 'reduceRight', 'indexOf', 'includes', 'lastIndexOf', 'join', 'at',
  'reverse', 'copyWithin', 'values', 'entries', 'keys',
]

/** Those that make a new typed array. */
const making = ['filter', 'slice']

export function recordingArray(name: string, target: Numbers, log: Log, offset = 0): Numbers {
  const type = target.constructor as new (content: unknown) => Numbers
  const arrays = Array.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
  const numerically = (a: number, b: number): number => a - b
  const methods: Record<string, (...args: never[]) => unknown> = {
    fill: (value: unknown, start?: number, end?: number) => arrays['fill']!.call(proxy, Number(value), start, end),
    set: (source: ArrayLike<number>, from = 0) => {
      if (from + source.length > target.length) throw new RangeError('offset is out of bounds')
      for (let i = 0; i < source.length; i++) (proxy as unknown as number[])[from + i] = source[i]!
    },
    sort: (compare?: (a: number, b: number) => number) => arrays['sort']!.call(proxy, compare ?? numerically),
    toSorted: (compare?: (a: number, b: number) => number) => new type(([...proxy] as number[]).sort(compare ?? numerically)),
    toReversed: () => new type(Array.from({ length: target.length }, (_, i) => proxy[target.length - 1 - i])),
    with: (index: number, value: unknown) => {
      const coerced = Number(value)
      return new type(Array.from({ length: target.length }, (_, i) => (i === index ? coerced : proxy[i])))
    },
    map: (callback: (value: number, index: number, array: unknown) => number, receiver?: unknown) => {
      const result = new type(target.length)
      for (let i = 0; i < target.length; i++) result[i] = callback.call(receiver, proxy[i]!, i, proxy)
      return result
    },
    subarray: (start: number, end?: number) => {
      const part = target.subarray(start, end)
      return recordingArray(name, part, log, offset + (part.byteOffset - target.byteOffset) / target.BYTES_PER_ELEMENT)
    },
    ...Object.fromEntries(generic.map((method) => [method, (...args: unknown[]) => arrays[method]!.apply(proxy, args)])),
    ...Object.fromEntries(making.map((method) => [method, (...args: unknown[]) => new type(arrays[method]!.apply(proxy, args))])),
  }
  const elementOf = (key: string | symbol): number | null => {
    if (typeof key !== 'string') return null
    const index = Number(key)
    return String(index) === key && Number.isInteger(index) && index >= 0 && index < target.length ? index : null
  }
  const proxy: Numbers = new Proxy(target, {
    get(_, key) {
      const index = elementOf(key)
      if (index !== null) {
        log.push(`read ${name}[${index + offset}] → ${show(target[index])}`)
        return target[index]
      }
      if (key === Symbol.iterator) return methods['values']
      if (typeof key === 'string' && Object.hasOwn(methods, key)) return methods[key]
      return Reflect.get(target, key, target) as unknown
    },
    set(_, key, value) {
      const index = elementOf(key)
      if (index === null) return Reflect.set(target, key, value, target)
      const coerced = Number(value)
      log.push(`write ${name}[${index + offset}] = ${show(coerced)}`)
      target[index] = coerced
      return true
    },
  })
  return proxy
}

type AtomicsFunction = (array: Int32Array, index: unknown, ...values: unknown[]) => unknown

/** `Atomics` over recording arrays: `originals` finds the array behind a proxy. */
export function recordingAtomics(originals: ReadonlyMap<unknown, { name: string; target: Int32Array }>, log: Log): Record<string, AtomicsFunction> {
  const make = (name: 'load' | 'store' | 'add' | 'compareExchange'): AtomicsFunction => (array, index, ...values) => {
    const { name: memory, target } = originals.get(array)!
    const at = Math.trunc(Number(index)) || 0
    if (at < 0 || at >= target.length) throw new RangeError('Invalid atomic access index')
    const numbers = values.map((value) => Number(value))
    log.push(`Atomics.${name} ${memory}[${at}]`)
    return (Atomics[name] as (...args: unknown[]) => unknown)(target, at, ...numbers)
  }
  return { load: make('load'), store: make('store'), add: make('add'), compareExchange: make('compareExchange') }
}
