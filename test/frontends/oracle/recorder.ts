/**
 * What the original program runs on when the order of its accesses is wanted: objects that behave as shared memory
 * does, and write down each element access. Evaluated from its text in the realm of the program: it refers to nothing
 * outside itself.
 */
import type { Log } from './in-realm.ts'

type Numbers = Int32Array | Float64Array | Uint8Array | BigInt64Array
type Method = (...args: never[]) => unknown
type AtomicsFunction = (array: unknown, ...args: unknown[]) => unknown

export interface Recorder {
  readonly array: <T extends Numbers>(name: string, target: T) => T
  readonly dataView: (name: string, target: DataView) => DataView
  /** `Atomics` over recording arrays. */
  readonly atomics: typeof Atomics
}

export function makeRecorder(log: Log): Recorder {
  const show = (value: unknown): string =>
    typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : String(value)
  /**
   * Methods that arrays have as well: their generic algorithms access elements in the order prescribed for typed
   * arrays.
   */
  const generic = [
    'forEach',
    'some',
    'every',
    'find',
    'findIndex',
    'findLast',
    'findLastIndex',
    'reduce',
    'reduceRight',
    'indexOf',
    'includes',
    'lastIndexOf',
    'join',
    'at',
    'reverse',
    'copyWithin',
    'values',
    'entries',
    'keys',
  ]
  const making = ['filter', 'slice'] // these make a new typed array
  const arrays = Array.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
  const originals = new Map<unknown, { name: string; target: Numbers; offset: number }>()
  const coerce = (target: Numbers, value: unknown): number | bigint =>
    target instanceof BigInt64Array ? BigInt.asIntN(64, value as bigint) : Number(value)

  function methodsOf(name: string, target: Numbers, offset: number, proxy: () => Numbers): Record<string, Method> {
    const type = target.constructor as new (content: unknown) => Numbers
    const numerically = (a: number, b: number): number => a - b
    return {
      fill: (value: unknown, start?: number, end?: number) =>
        arrays['fill']!.call(proxy(), coerce(target, value), start, end),
      set: (source: ArrayLike<number>, from = 0) => {
        if (from + source.length > target.length) throw new RangeError('offset is out of bounds')
        for (let i = 0; i < source.length; i++) (proxy() as unknown as number[])[from + i] = source[i]!
      },
      sort: (compare?: (a: number, b: number) => number) => arrays['sort']!.call(proxy(), compare ?? numerically),
      toSorted: (compare?: (a: number, b: number) => number) => {
        if (compare !== undefined && typeof compare !== 'function') target.toSorted(compare) // which fails
        return new type(([...proxy()] as number[]).sort(compare ?? numerically))
      },
      toReversed: () => new type(Array.from({ length: target.length }, (_, i) => proxy()[target.length - 1 - i])),
      with: (index: unknown, value: unknown) => {
        let at = 0
        const seen = { valueOf: () => (at = Math.trunc(+(index as number)) || 0) }
        const result = (target as Int32Array).with(seen as never, value as never)
        const replaced = at < 0 ? target.length + at : at
        for (let i = 0; i < target.length; i++) if (i !== replaced) void proxy()[i]
        return result
      },
      map: (callback: (value: unknown, index: number, array: unknown) => number, receiver?: unknown) => {
        const result = new type(target.length)
        for (let i = 0; i < target.length; i++) result[i] = callback.call(receiver, proxy()[i], i, proxy())
        return result
      },
      subarray: (start: number, end?: number) => {
        const part = target.subarray(start, end)
        return recording(name, part, offset + (part.byteOffset - target.byteOffset) / target.BYTES_PER_ELEMENT)
      },
      ...Object.fromEntries(
        generic.map((method) => [method, (...args: unknown[]) => arrays[method]!.apply(proxy(), args)]),
      ),
      ...Object.fromEntries(
        making.map((method) => [method, (...args: unknown[]) => new type(arrays[method]!.apply(proxy(), args))]),
      ),
    }
  }

  function recording<T extends Numbers>(name: string, target: T, offset: number): T {
    const methods = methodsOf(name, target, offset, () => proxy)
    const elementOf = (key: string | symbol): number | null => {
      if (typeof key !== 'string') return null
      const index = Number(key)
      return String(index) === key && Number.isInteger(index) && index >= 0 && index < target.length ? index : null
    }
    const proxy: T = new Proxy(target, {
      has: (_, key) => key === 'isRecorded' || key in target,
      get(_, key) {
        const index = elementOf(key)
        if (index !== null) {
          log.push(`read ${name}[${index + offset}] → ${show(target[index])}`)
          return target[index]
        }
        // What is done with other views of the same memory is not recorded: the order of accesses is not known then.
        if (key === 'buffer') log.push('the buffer itself')
        if (key === Symbol.iterator) return methods['values']
        if (typeof key === 'string' && Object.hasOwn(methods, key)) return methods[key]
        return Reflect.get(target, key, target) as unknown
      },
      set(_, key, value) {
        const index = elementOf(key)
        // A numeric key out of range is no element, but its value is converted.
        if (index === null) return Reflect.set(target, key, value, target)
        const coerced = coerce(target, value)
        log.push(`write ${name}[${index + offset}] = ${show(coerced)}`)
        target[index] = coerced as never
        return true
      },
    })
    originals.set(proxy, { name, target, offset })
    return proxy
  }

  const real = Object.fromEntries(
    Object.getOwnPropertyNames(Atomics).map((name) => [
      name,
      (Atomics as unknown as Record<string, AtomicsFunction>)[name]!,
    ]),
  )
  /**
   * The real function converts and checks; what it converts to is then seen to be within the array, so that the access
   * can be named.
   */
  function atomic(name: string): AtomicsFunction {
    return (array, ...args) => {
      const original = originals.get(array)
      if (original === undefined) return real[name]!(array, ...args)
      let index = 0
      const seen = args.map((arg, i) =>
        i === 0 ? { valueOf: () => (index = Math.trunc(+(arg as number)) || 0) } : arg,
      )
      const result = real[name]!(original.target, ...seen)
      log.push(`Atomics.${name} ${original.name}[${index + original.offset}]`)
      return result
    }
  }

  function dataView(name: string, target: DataView): DataView {
    return new Proxy(target, {
      has: (_, key) => key === 'isRecorded' || key in target,
      get(_, key) {
        const found = Reflect.get(target, key, target) as unknown
        if (typeof found !== 'function' || typeof key !== 'string' || !/^[gs]et/.test(key)) return found
        const bytes = Number(/\d+$/.exec(key)![0]) / 8
        return (offset: unknown, ...rest: unknown[]) => {
          let at = 0
          const result = (found as Method).call(
            target,
            { valueOf: () => (at = Math.trunc(+(offset as number)) || 0) } as never,
            ...(rest as never[]),
          )
          log.push(`${key} ${name}[${at / bytes}]`)
          return result
        }
      },
    })
  }

  const atomics = Object.fromEntries(
    Object.keys(real).map((name) => [name, name === 'isLockFree' ? real[name] : atomic(name)]),
  )
  return {
    array: (name, target) => recording(name, target, 0),
    dataView,
    atomics: atomics as unknown as typeof Atomics,
  }
}
