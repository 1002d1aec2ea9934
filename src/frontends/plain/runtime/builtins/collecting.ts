/** Builtins that iterate and put each value somewhere before they ask for the next: a failure closes the iterator. */
import { types } from 'node:util'
import { call1, call2, type Callable } from '../calls/calls.ts'
import type { List } from './callbacks.ts'
import { isElement, isShared, read, type SharedArray } from '../elements/elements.ts'
import { fail, type Iteration, open, openBy, unaskedMethod } from './iteration.ts'
import { pending, SUSPEND, type Twin } from '../calls/suspension.ts'

const { construct } = Reflect
const { isProxy } = types

/** What is done with a value. */
export type Put = (value: unknown, index: number) => Twin

/** `method`: that of the source, if it is known. How many there were. */
export function* putEach(source: unknown, site: number, put: Put, method?: Callable): Twin {
  let opened = method === undefined ? open(source, site) : openBy(method, source, site)
  if (opened === SUSPEND) opened = yield pending.value
  return yield putRest(opened as Iteration, put)
}

function* putRest(iteration: Iteration, put: Put): Twin {
  for (let i = 0; ; i++) {
    let next = iteration.step()
    if (next === SUSPEND) next = yield pending.value
    if (!iteration.moved(next)) return i
    try {
      yield put(iteration.value, i)
    } catch (error) {
      yield fail([iteration])
      throw error
    }
  }
}

/** What has a length, but cannot be iterated. */
export function* putList(list: List, length: number, site: number, put: Put): Twin {
  for (let i = 0; i < length; i++) yield put(isElement(list, i) ? yield read(list, i, site) : list[i], i)
  return undefined
}

type Entry = readonly [unknown, unknown]

/** AddEntriesFromIterable (24.1.1.2). */
function entering(site: number, enter: (key: unknown, value: unknown) => unknown): Put {
  return function* (item) {
    if ((typeof item !== 'object' || item === null) && typeof item !== 'function') {
      throw new TypeError(`Iterator value ${String(item)} is not an entry object`)
    }
    const key = isElement(item, 0) ? yield read(item as SharedArray, 0, site) : (item as Entry)[0]
    const value = isElement(item, 1) ? yield read(item as SharedArray, 1, site) : (item as Entry)[1]
    return enter(key, value) === SUSPEND ? yield pending.value : undefined
  }
}

/** `Object.fromEntries`. */
export function* objectOf(source: unknown, site: number): Twin {
  const result = {}
  yield putEach(
    source,
    site,
    entering(site, (key, value) =>
      Object.defineProperty(result, key as PropertyKey, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      }),
    ),
  )
  return result
}

const keyed = new Set<unknown>([Map, WeakMap])
const collections = new Set<unknown>([...keyed, Set, WeakSet])

/** Whether entries would be read natively from shared memory, or nobody can tell. */
export function mayHaveViewAsEntry(source: unknown): boolean {
  if (typeof source !== 'object' || source === null || isProxy(source)) return isProxy(source)
  if (Array.isArray(source)) return source.some(isShared)
  return !(source instanceof Map) && unaskedMethod(source) !== undefined
}

export const isKeyed = (type: unknown): boolean => keyed.has(type)

export const isCollection = (type: unknown): boolean => collections.has(type)

/** `new Map(source)` and its like. */
export function* collection(type: Function, source: unknown, target: Function, site: number): Twin {
  const result = construct(type, [], target) as Record<'set' | 'add', unknown>
  const name = keyed.has(type) ? 'set' : 'add'
  const adder = result[name] as Callable
  if (typeof adder !== 'function') {
    const returned = `'${String(adder)}' returned for property '${name}' of object '#<${target.name}>'`
    throw new TypeError(`${returned} is not a function`)
  }
  yield putEach(
    source,
    site,
    keyed.has(type)
      ? entering(site, (key, value) => call2(result, adder, key, value, site))
      : function* (value) {
          return call1(result, adder, value, site) === SUSPEND ? yield pending.value : undefined
        },
  )
  return result
}
