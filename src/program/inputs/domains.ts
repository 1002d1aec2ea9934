/**
 * What values an input of a program can have. A domain is finite and says of itself, in words, what it holds; its values
 * are counted from 0, so that all of them can be gone through without being listed.
 */
import { inspect } from 'node:util'
import { programError } from '../../base/errors.ts'

export type Scalar = number | boolean | string
export type InputValue = Scalar | readonly Scalar[]

export interface Domain<T extends InputValue = InputValue> {
  readonly kind: 'int' | 'bool' | 'oneOf' | 'array'
  /** How many values there are; beyond 2^53 rounded. */
  readonly size: number
  has(value: unknown): value is T
  /** The value with this number, from 0 to below `size`. */
  at(index: number): T
  /** What follows the name of the input: `in 0..100`. */
  readonly words: string
  /** The value that `valueText` makes this text of; null for what is no value. */
  parse(text: string): T | null
}

const DOMAIN: unique symbol = Symbol.for('heddle.domain') as never

export const isDomain = (value: unknown): value is Domain =>
  typeof value === 'object' && value !== null && (value as { [DOMAIN]?: true })[DOMAIN] === true

const made = <T extends InputValue, D extends Domain<T>>(domain: D): D => Object.freeze({ ...domain, [DOMAIN]: true })

export interface IntDomain extends Domain<number> {
  readonly kind: 'int'
  readonly least: number
  readonly most: number
}

/** An integer from `least` to `most`, both included. */
export function int(least: number, most: number): Domain<number> {
  for (const end of [least, most])
    if (!Number.isSafeInteger(end))
      throw programError(
        `int(${show(least)}, ${show(most)}): expected two integers, the least and the largest one, as in int(0, 100)${Number.isInteger(end) ? '; neither may be beyond 2^53 - 1' : ''}`,
      )
  if (least > most)
    throw programError(
      `int(${least}, ${most}) has no values: the first number must not be the larger one, as in int(${most}, ${least})`,
    )
  const [low, high] = [least + 0, most + 0] // no -0
  const has = (value: unknown): value is number =>
    Number.isSafeInteger(value) && !Object.is(value, -0) && (value as number) >= low && (value as number) <= high
  return made<number, IntDomain>({
    kind: 'int',
    least: low,
    most: high,
    size: high - low + 1,
    has,
    at: (index) => low + index,
    words: low === high ? `= ${low}` : `in ${low}..${high}`,
    parse: (text) => {
      const value = /^-?\d+$/.test(text) ? Number(text) + 0 : null
      return has(value) ? value : null
    },
  })
}

/** `true` or `false`. */
export function bool(): Domain<boolean> {
  return made<boolean, Domain<boolean>>({
    kind: 'bool',
    size: 2,
    has: (value) => typeof value === 'boolean',
    at: (index) => index === 1,
    words: 'true or false',
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : null),
  })
}

export interface OneOfDomain<T extends Scalar = Scalar> extends Domain<T> {
  readonly kind: 'oneOf'
  readonly values: readonly T[]
}

/** One of these texts, numbers or truth values. */
export function oneOf<const V extends readonly Scalar[]>(...values: V): Domain<V[number]> {
  type T = V[number]
  if (values.length === 0) throw programError("oneOf() has no values: name at least one, as in oneOf('push', 'pop')")
  const wrong = values.find((value) => !['string', 'number', 'boolean'].includes(typeof value) || Number.isNaN(value))
  if (wrong !== undefined || values.includes(undefined as never))
    throw programError(
      `oneOf takes texts, numbers and truth values, got ${show(wrong)}${Array.isArray(wrong) ? ': those of a list are given one by one, as in oneOf(...list)' : ''}`,
    )
  const list = values.map((value) => (value === 0 ? 0 : value) as T) // no -0
  const texts = list.map(String)
  const twice = texts.find((text, i) => texts.indexOf(text) !== i)
  if (twice !== undefined) throw programError(`oneOf names ${show(twice)} twice`)
  return made<T, OneOfDomain<T>>({
    kind: 'oneOf',
    values: Object.freeze(list),
    size: list.length,
    has: (value): value is T => list.some((one) => Object.is(one, value)),
    at: (index) => list[index]!,
    words: list.length === 1 ? `= ${show(list[0])}` : `in ${list.map(show).join(', ')}`,
    parse: (text) => list[texts.indexOf(text)] ?? null,
  })
}

export interface ArrayDomain<T extends Scalar = Scalar> extends Domain<readonly T[]> {
  readonly kind: 'array'
  readonly element: Domain<T>
  readonly length: number
}

const MOST_ELEMENTS = 1000

/** A frozen array of so many elements. */
export function array<T extends Scalar>(element: Domain<T>, length: number): Domain<readonly T[]> {
  if (!isDomain(element) || element.kind === ('array' as string))
    throw programError(`array(${show(element)}, …): expected int(…), bool() or oneOf(…) for its elements`)
  if (!Number.isInteger(length) || length < 1 || length > MOST_ELEMENTS)
    throw programError(
      `array(…, ${show(length)}): expected a length from 1 to ${MOST_ELEMENTS}, as in array(bool(), 3)`,
    )
  const has = (value: unknown): value is readonly T[] =>
    Array.isArray(value) && value.length === length && Array.from(value).every((one) => element.has(one))
  return made<readonly T[], ArrayDomain<T>>({
    kind: 'array',
    element,
    length,
    size: element.size ** length,
    has,
    at: (index) => Object.freeze(digitsOf(index, element.size, length).map((digit) => element.at(digit))),
    words: `of ${length} ${length === 1 ? 'element' : 'elements'}, each ${element.words}`,
    parse: (text) => elementsOf(text, element, has),
  })
}

/** As a value is given on the command line. */
export function valueText(value: InputValue): string {
  if (typeof value !== 'object') return String(value)
  const texts = value.map(String)
  return texts.some((text) => /^\[|,/.test(text)) ? JSON.stringify(value) : texts.join(',')
}

/** `1,2,3`, or `[1,2,3]` as JSON, which texts with commas need. */
function elementsOf<T extends Scalar>(
  text: string,
  element: Domain<T>,
  has: (value: unknown) => value is readonly T[],
): readonly T[] | null {
  let value: unknown
  try {
    value = text.startsWith('[') ? JSON.parse(text) : text.split(',').map((one) => element.parse(one))
  } catch {
    return null
  }
  return has(value) ? Object.freeze([...value]) : null
}

/** The first digit counts most, so that the last element changes first. */
function digitsOf(number: number, base: number, length: number): number[] {
  const digits = new Array<number>(length)
  for (let i = length - 1; i >= 0; i--) {
    digits[i] = number % base
    number = Math.floor(number / base)
  }
  return digits
}

const show = (value: unknown): string => inspect(value, { depth: 0 })
