/** For who shows objects with how they are made: as the program has made them, with symbolic values pinned. */
import { inspect, types } from 'node:util'
import { isHolder, plainly } from './holders.ts'

const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect
const { isAnyArrayBuffer, isArrayBufferView, isMap, isMapIterator, isProxy, isSet, isSetIterator } = types
const { toString } = Object.prototype
const { entries, set } = Map.prototype
const { add, values } = Set.prototype

/** `show`: is given arguments in which no symbolic value is, and whether they are others. */
export function withPlainCopies<T>(args: readonly unknown[], show: (args: unknown[], areOthers: boolean) => T): T {
  const copies = new Copies()
  try {
    const plain = args.map((one) => copies.of(one))
    return show(plain, copies.areAny)
  } finally {
    copies.end()
  }
}

/**
 * Of which a copy with the same properties and elements is shown in the same way. None of the properties is asked for
 * what a getter of the program's says.
 */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || isProxy(value)) return false
  if (inspect.custom in value) return false
  if (isHolder(value) || Array.isArray(value) || isMap(value) || isSet(value)) return true
  // An instance of a class of the program, as far as can be told without running its code.
  return !(Symbol.toStringTag in value) && apply(toString, value, []) === '[object Object]'
}

const partsOf = (object: object): [PropertyKey, PropertyDescriptor][] =>
  ownKeys(object).map((key) => [key, getOwnPropertyDescriptor(object, key)!])

const elementsOf = (object: object): unknown[][] =>
  isMap(object)
    ? [...(apply(entries, object, []) as Iterable<[unknown, unknown]>)]
    : isSet(object)
      ? [...(apply(values, object, []) as Iterable<unknown>)].map((one) => [one])
      : []

/**
 * What no copy is shown like: errors, functions, dates. Their own properties hold copies while they are shown. Code that
 * shows itself is left to do so, and nobody sees through a proxy.
 */
function isOpaque(value: unknown): value is object {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return !isProxy(value) && !isAnyArrayBuffer(value) && !isArrayBufferView(value) && !(inspect.custom in value)
}

/** That are shown, so that there is no end of functions and their prototypes. */
const shownPartsOf = (object: object): [PropertyKey, PropertyDescriptor][] =>
  partsOf(object).filter(([key, { enumerable }]) => enumerable === true || key === 'cause' || key === 'errors')

/** What may be in it. */
const insideOf = (object: object): unknown[] =>
  isContainer(object)
    ? [...partsOf(object).map(([, { value }]) => value as unknown), ...elementsOf(object).flat()]
    : isOpaque(object)
      ? shownPartsOf(object).map(([, { value }]) => value as unknown)
      : []

function reachesHolder(object: object, seen = new Set<object>()): boolean {
  if (isHolder(object)) return true
  if (seen.has(object)) return false
  seen.add(object)
  return insideOf(object).some((one) => (isContainer(one) || isOpaque(one)) && reachesHolder(one, seen))
}

/** Whether something in it may be shown that was not copied. */
export function hidesSome(value: unknown, seen = new Set<unknown>()): boolean {
  if (((typeof value !== 'object' || value === null) && typeof value !== 'function') || seen.has(value)) return false
  seen.add(value)
  if (!isContainer(value) && (!isOpaque(value) || isMapIterator(value) || isSetIterator(value))) return true
  return insideOf(value).some((one) => hidesSome(one, seen))
}

class Copies {
  /** So that what is the same object still is. */
  private readonly made = new Map<object, object>()
  private readonly held: (() => void)[] = []

  get areAny(): boolean {
    return this.made.size > 0
  }

  /** The same where no symbolic value is in it. */
  of(value: unknown): unknown {
    return (isContainer(value) || isOpaque(value)) && reachesHolder(value) ? this.inside(value) : value
  }

  /** All is as it was before. */
  end(): void {
    for (const putBack of this.held) putBack()
  }

  private inside(value: unknown): unknown {
    if (isContainer(value)) return this.copied(value)
    if (isOpaque(value)) this.keeping(value)
    return value
  }

  private copied(object: object): object {
    const known = this.made.get(object)
    if (known !== undefined) return known
    const copy: object = Array.isArray(object) ? [] : isMap(object) ? new Map() : isSet(object) ? new Set() : {}
    setPrototypeOf(copy, getPrototypeOf(object))
    this.made.set(object, copy)
    for (const one of elementsOf(object))
      apply(
        (isMap(object) ? set : add) as () => unknown,
        copy,
        one.map((value) => this.inside(value)),
      )
    for (const [key, found] of partsOf(object)) {
      const plain = plainly(found)
      defineProperty(copy, key, 'value' in plain ? { ...plain, value: this.inside(plain.value) } : plain)
    }
    return copy
  }

  private keeping(object: object): void {
    if (this.made.has(object)) return
    this.made.set(object, object)
    for (const [key, found] of shownPartsOf(object)) {
      const value = this.inside(found.value)
      if (value === found.value || !defineProperty(object, key, { ...found, value })) continue
      this.held.push(() => {
        // Unless code of the program that was called has given it another value.
        if (getOwnPropertyDescriptor(object, key)?.value === value) defineProperty(object, key, found)
      })
    }
  }
}
