/** What code with symbolic inputs calls, by the names that the transform emits (`frontends/symbolic/names.ts`). */
import assert from 'node:assert'
import { COMPARISONS } from './comparisons.ts'
import { binary, madeOfListed, truth, unary } from './operators.ts'
import { heldAt, heldIn, holding, holdsAt } from './holders.ts'
import { looks } from './looking.ts'
import { forProperty } from './properties.ts'
import { concrete, SymbolicValue } from './symbolic-value.ts'
import { caught, toldOf, watched } from './told.ts'

function typeOf(value: unknown): string {
  if (!(value instanceof SymbolicValue)) return typeof value
  return value.choices === null ? typeof value.value : madeOfListed(value, (one) => typeof one)
}

/** `++` and `--`. */
export function increment(value: unknown, by: number): unknown {
  if (value instanceof SymbolicValue) return binary(by > 0 ? '+' : '-', unary('+', value), 1)
  const number = numeric(value)
  return typeof number === 'bigint' ? number + BigInt(by) : number + by
}

const numeric = (value: unknown): number | bigint => (typeof value === 'bigint' ? value : +(value as number))

/** What `x++` results in. */
export const numericBefore = (value: unknown, _assigned?: unknown): unknown =>
  value instanceof SymbolicValue ? unary('+', value) : numeric(value)

/** Assertions of Node, when programs find them: some are replaced before. */
interface Assertions {
  /** Those that compare two values, by which operator. All agree on numbers, but for NaN and -0, which are plain. */
  readonly comparison: ReadonlyMap<unknown, string>
  /** Those of which the last argument is a message, and used for nothing else. */
  readonly withMessage: ReadonlySet<unknown>
  /** Those that look at what a function throws. */
  readonly ofErrors: ReadonlySet<unknown>
}

let known: Assertions | null = null

const comparisons = Object.entries(COMPARISONS) as [keyof typeof COMPARISONS, string][]

const assertions = (): Assertions =>
  (known ??= {
    comparison: new Map(comparisons.map(([name, operator]) => [assert[name], operator])),
    withMessage: new Set<unknown>([
      ...[assert, assert.strict].flatMap((one) => [one, one.ok]),
      ...comparisons.map(([name]) => assert[name]),
    ]),
    ofErrors: new Set<unknown>(
      [assert, assert.strict].flatMap((one) => [one.throws, one.doesNotThrow, one.rejects, one.doesNotReject]),
    ),
  })

/** The message of an assertion tells of the input that is explored; whether it fails does not depend on its text. */
function shown(assertion: unknown, value: unknown): unknown {
  return value instanceof SymbolicValue && assertions().withMessage.has(assertion) ? toldOf(value) : concrete(value)
}

/** What is to throw, where the assertion that is given it looks at the error. */
const thrower = (assertion: unknown, code: unknown): unknown =>
  assertions().ofErrors.has(assertion) ? watched(code) : code

let lastKept: unknown

/** Of `||` and `&&`: nothing else happens until the value is asked for, or another one is kept. */
function keep(value: unknown): boolean {
  lastKept = value
  return truth(value)
}

let second: unknown

/** Whether they are equal is a condition; which values they have is not. */
function first(assertion: unknown, a: unknown, b: unknown): unknown {
  const operator = assertions().comparison.get(assertion)
  if (operator === undefined || !isComparable(a) || !isComparable(b)) {
    second = concrete(b)
    return concrete(a)
  }
  truth(binary(operator, a, b))
  second = toldOf(b)
  return toldOf(a)
}

/** What `==`, `===` and `Object.is` agree on, and none of them converts by calling anything. */
function isComparable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0)
  return value instanceof SymbolicValue || typeof value === 'boolean' || typeof value === 'string'
}

export const symbolicRuntime: Readonly<Record<string, (...args: never[]) => unknown>> = {
  is: holdsAt,
  at: heldAt,
  hold: holding,
  looks,
  of: concrete,
  for: forProperty,
  each: heldIn,
  if: truth,
  keep,
  kept: () => lastKept,
  type: typeOf,
  unary,
  binary,
  increment,
  before: numericBefore,
  first,
  second: () => second,
  shown,
  caught,
  thrower,
}
