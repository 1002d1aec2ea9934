/** Methods of arrays and typed arrays that walk the elements and make no new array; the same for both. */
import { call3, call4, type Callable } from '../calls/calls.ts'
import { type BuiltinTwin, checkCallable, type List, relative, toInteger, toLength } from './callbacks.ts'
import { isElement, read } from '../elements/elements.ts'
import { pending, SUSPEND, type Twin } from '../calls/suspension.ts'

/** Typed arrays have every element; arrays may have holes, which most methods pass over. */
export const has = (list: List, index: number): boolean => ArrayBuffer.isView(list) || index in list

/** Walks up or down, calls back for each element, and stops when `decide` does not return undefined. */
function walker(
  decide: (result: unknown, value: unknown, index: number) => { value: unknown } | undefined,
  otherwise: unknown,
  { down = false, holes = false } = {},
): BuiltinTwin {
  return function* (this: List, site: number, callback: Callable, receiver: unknown): Twin {
    const list = Object(this) as List
    const length = toLength(list.length)
    checkCallable(callback)
    for (let n = 0; n < length; n++) {
      const i = down ? length - 1 - n : n
      if (!holes && !has(list, i)) continue
      const value = isElement(list, i) ? yield read(list, i, site) : list[i]
      let result = call3(receiver, callback, value, i, list, site)
      if (result === SUSPEND) result = yield pending.value
      const decision = decide(result, value, i)
      if (decision !== undefined) return decision.value
    }
    return otherwise
  } as BuiltinTwin
}

const goOn = undefined

function folder(down: boolean): BuiltinTwin {
  return function* (this: List, site: number, callback: Callable, ...initial: unknown[]): Twin {
    const list = Object(this) as List
    const length = toLength(list.length)
    checkCallable(callback)
    let started = initial.length > 0
    let accumulator = initial[0]
    for (let n = 0; n < length; n++) {
      const i = down ? length - 1 - n : n
      if (!has(list, i)) continue
      const value = isElement(list, i) ? yield read(list, i, site) : list[i]
      if (started) {
        accumulator = call4(undefined, callback, accumulator, value, i, list, site)
        if (accumulator === SUSPEND) accumulator = yield pending.value
      } else [accumulator, started] = [value, true]
    }
    if (!started) throw new TypeError('Reduce of empty array with no initial value')
    return accumulator
  } as BuiltinTwin
}

function finder(
  test: (value: unknown, wanted: unknown) => boolean,
  found: (index: number) => unknown,
  otherwise: unknown,
  holes: boolean,
): BuiltinTwin {
  return function* (this: List, site: number, wanted: unknown, from: unknown): Twin {
    const list = Object(this) as List
    const length = toLength(list.length)
    for (let i = relative(from, length, 0); i < length; i++) {
      if (!holes && !has(list, i)) continue
      if (test(isElement(list, i) ? yield read(list, i, site) : list[i], wanted)) return found(i)
    }
    return otherwise
  } as BuiltinTwin
}

function* lastIndexOf(this: List, site: number, wanted: unknown, ...rest: unknown[]): Twin {
  const list = Object(this) as List
  const length = toLength(list.length)
  const from = rest.length > 0 ? toInteger(rest[0]) : length - 1
  for (let i = from < 0 ? length + from : Math.min(from, length - 1); i >= 0; i--) {
    if (has(list, i) && (isElement(list, i) ? yield read(list, i, site) : list[i]) === wanted) return i
  }
  return -1
}

function* at(this: List, site: number, index: unknown): Twin {
  const list = Object(this) as List
  const length = toLength(list.length)
  const relativeIndex = toInteger(index)
  const i = relativeIndex < 0 ? length + relativeIndex : relativeIndex
  return isElement(list, i) ? yield read(list, i, site) : list[i]
}

function* join(this: List, site: number, separator: unknown): Twin {
  const list = Object(this) as List
  const length = toLength(list.length)
  const between = separator === undefined ? ',' : `${separator as string}`
  let text = ''
  for (let i = 0; i < length; i++) {
    if (i > 0) text += between
    const value = isElement(list, i) ? yield read(list, i, site) : list[i]
    text += value === undefined || value === null ? '' : `${value as string}`
  }
  return text
}

function* toLocaleString(this: List, site: number, ...options: unknown[]): Twin {
  const parts: string[] = []
  for (let i = 0; i < this.length; i++) {
    const value = isElement(this, i) ? yield read(this, i, site) : this[i]
    parts.push((value as { toLocaleString(...o: unknown[]): string }).toLocaleString(...options))
  }
  return parts.join(',')
}

const isSame = (a: unknown, b: unknown): boolean => a === b || (a !== a && b !== b)
const isEqual = (a: unknown, b: unknown): boolean => a === b

export const searchMethods: Record<string, BuiltinTwin> = {
  forEach: walker(() => goOn, undefined),
  some: walker((result) => (result ? { value: true } : goOn), false),
  every: walker((result) => (result ? goOn : { value: false }), true),
  find: walker((result, value) => (result ? { value } : goOn), undefined, { holes: true }),
  findIndex: walker((result, _, i) => (result ? { value: i } : goOn), -1, { holes: true }),
  findLast: walker((result, value) => (result ? { value } : goOn), undefined, { down: true, holes: true }),
  findLastIndex: walker((result, _, i) => (result ? { value: i } : goOn), -1, { down: true, holes: true }),
  reduce: folder(false),
  reduceRight: folder(true),
  indexOf: finder(isEqual, (i) => i, -1, false),
  includes: finder(isSame, () => true, false, true),
  lastIndexOf: lastIndexOf as unknown as BuiltinTwin,
  at: at as unknown as BuiltinTwin,
  join: join as unknown as BuiltinTwin,
  toString: function (this: List, site: number) {
    return (join as never as (this: List, site: number) => Twin).call(this, site)
  } as unknown as BuiltinTwin,
  toLocaleString: toLocaleString as unknown as BuiltinTwin,
}

/** Which of them call back. */
export const callingBack = new Set([
  'forEach',
  'some',
  'every',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'reduce',
  'reduceRight',
])
