/**
 * Sums of multiples, by which comparisons of them have one form, and follow from each other. What is summed up is
 * whatever is no sum itself: an input, a remainder, a product of two of them.
 */
import type { Expr } from './expressions.ts'

export interface Linear {
  /** How often each is in the sum; never 0. */
  readonly terms: ReadonlyMap<Expr, bigint>
  readonly constant: bigint
}

/** A longer sum is one thing: comparisons of it are left as they are. */
const MOST_TERMS = 12

/** `known`: those of expressions that are part of others. */
export function linearOf(expr: Expr, known: Map<Expr, Linear>): Linear {
  let found = known.get(expr)
  if (found === undefined) known.set(expr, (found = summed(expr, known)))
  return found
}

function summed(expr: Expr, known: Map<Expr, Linear>): Linear {
  const { kind, value, args } = expr
  if (kind === 'const') return { terms: new Map(), constant: value }
  const [a, b] = args as [Expr, Expr]
  const sum =
    kind === 'add'
      ? plus(linearOf(a, known), linearOf(b, known), 1n)
      : kind === 'sub'
        ? plus(linearOf(a, known), linearOf(b, known), -1n)
        : kind === 'mul' && b.kind === 'const'
          ? plus({ terms: new Map(), constant: 0n }, linearOf(a, known), b.value)
          : null
  return sum === null || sum.terms.size > MOST_TERMS ? { terms: new Map([[expr, 1n]]), constant: 0n } : sum
}

/** a + times * b. */
export function plus(a: Linear, b: Linear, times: bigint): Linear {
  const terms = new Map(a.terms)
  for (const [term, count] of b.terms) {
    const sum = (terms.get(term) ?? 0n) + times * count
    if (sum === 0n) terms.delete(term)
    else terms.set(term, sum)
  }
  return { terms, constant: a.constant + times * b.constant }
}

/** The greatest number that divides all of them. */
export function commonDivisor(numbers: Iterable<bigint>): bigint {
  let found = 0n
  for (let number of numbers) while (number !== 0n) [found, number] = [number, found % number]
  return found < 0n ? -found : found
}

// --- What follows from what ---

/** The most that something can be, as far as is known. */
export type Most = (term: Expr, isLeast: boolean) => bigint

/**
 * Whether a condition holds wherever another one does, as far as one of its sums is never above one of the other's.
 * `end` gives the most (or least) that each term can be.
 */
export function follows(condition: Expr, from: Expr, end: Most, known: Map<Expr, Linear>): boolean {
  const premises = atMostZero(from, known)
  const isAtMostZero = (sum: Linear): boolean =>
    premises.some((premise) => greatest(plus(sum, premise, -1n), end) <= 0n)
  const { kind, args } = condition
  if (kind === 'not' && args[0]!.kind === 'eq') return strictly(args[0]!, known).some(isAtMostZero)
  const goals = atMostZero(condition, known)
  return goals.length > 0 && goals.every(isAtMostZero)
}

/** Sums that are 0 at most where the comparison holds; none of anything else. */
function atMostZero({ kind, args }: Expr, known: Map<Expr, Linear>): readonly Linear[] {
  if (kind !== 'lt' && kind !== 'le' && kind !== 'eq') return []
  const [a, b] = args.map((arg) => linearOf(arg, known)) as [Linear, Linear]
  const below = plus(a, b, -1n)
  if (kind === 'eq') return [below, plus(b, a, -1n)]
  return [kind === 'le' ? below : { ...below, constant: below.constant + 1n }]
}

/** Sums of which one is 0 at most where the operands differ. */
const strictly = (equality: Expr, known: Map<Expr, Linear>): readonly Linear[] =>
  atMostZero(equality, known).map((sum) => ({ ...sum, constant: sum.constant + 1n }))

function greatest({ terms, constant }: Linear, end: Most): bigint {
  let sum = constant
  for (const [term, count] of terms) sum += count * end(term, count < 0n)
  return sum
}
