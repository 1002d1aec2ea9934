/**
 * A region as people think of it: which values single inputs have, and which other conditions hold. What follows from
 * the rest is left out.
 */
import { type Expr, Expressions, isDivision } from './expressions.ts'
import { follows, type Linear } from './linear.ts'

/** From the first to the last, both included. */
export type Interval = readonly [least: bigint, most: bigint]

export interface RegionShape {
  /** By the name of the variable; in order, and apart from each other. Not there where it may have any value. */
  readonly values: ReadonlyMap<string, readonly Interval[]>
  readonly rest: ReadonlySet<Expr>
}

/** More conditions are not compared with each other. */
const MOST_COMPARED = 100

/** `expressions`: what made them; with it shapes can be compared. */
export function shapeOf(constraints: readonly Expr[], expressions: Expressions): RegionShape {
  const values = new Map<string, readonly Interval[]>()
  let rest = constraints
  // An input that has one value is no variable any more, and what is left may be about one that was not known.
  for (let before = -1; before !== rest.length; ) {
    before = rest.length
    rest = rest.map((one) => withKnown(one, values, expressions)).filter((one) => !learned(one, values))
  }
  return { values, rest: new Set(rest.filter((one) => !isImplied(one, values))) }
}

/** With the values of inputs that have but one. */
function withKnown(
  expr: Expr,
  values: ReadonlyMap<string, readonly Interval[]>,
  expressions: Expressions,
  made = new Map<Expr, Expr>(),
): Expr {
  const known = made.get(expr)
  if (known !== undefined) return known
  const [interval, ...more] = values.get(expr.name) ?? []
  const isOne = expr.kind === 'var' && more.length === 0 && interval !== undefined && interval[0] === interval[1]
  const args = expr.args.map((arg) => withKnown(arg, values, expressions, made))
  const isUndefined = isDivision(expr) && args[1]!.kind === 'const' && args[1]!.value === 0n
  const result = isOne
    ? expressions.constant(interval[0])
    : expr.kind === 'const' || expr.kind === 'var' || isUndefined || args.every((arg, i) => arg === expr.args[i])
      ? expr
      : expressions.apply(expr.kind, ...args)
  made.set(expr, result)
  return result
}

// --- What is known of one input ---

/** Takes in a condition on one input; false for any other. */
function learned(condition: Expr, values: Map<string, readonly Interval[]>): boolean {
  if (condition.kind === 'const') return true // it holds for an input of the region, and so for all
  const found = valuesWhere(condition, true)
  if (found === null) return false
  const { name, least, most } = found.variable
  values.set(name, bothOf(values.get(name) ?? [[least, most]], found.intervals))
  return true
}

interface Values {
  readonly variable: Expr
  readonly intervals: readonly Interval[]
}

/** The values of the one input that it is about for which it holds, or does not; null for any other. */
function valuesWhere(condition: Expr, holds: boolean): Values | null {
  const { kind, args } = condition
  if (kind === 'not') return valuesWhere(args[0]!, !holds)
  if (kind === 'var') {
    const truth = holds ? 1n : 0n
    return { variable: condition, intervals: [[truth, truth]] }
  }
  if (kind === 'ite') {
    const [chosen, otherwise, first, second] = [
      valuesWhere(args[0]!, true),
      valuesWhere(args[0]!, false),
      ...args.slice(1).map((one) => (isTruth(one) ? valuesWhere(one, holds) : null)),
    ]
    if (chosen == null || otherwise == null || first == null || second == null) return null
    if (first.variable !== chosen.variable || second.variable !== chosen.variable) return null
    const [one, other] = [bothOf(chosen.intervals, first.intervals), bothOf(otherwise.intervals, second.intervals)]
    return { variable: chosen.variable, intervals: eitherOf(one, other) }
  }
  const [a, b] = args as [Expr, Expr]
  if (kind === 'or' || kind === 'and') {
    if (![a, b].every(isTruth)) return null
    const [one, other] = [valuesWhere(a, holds), valuesWhere(b, holds)]
    if (one === null || one.variable !== other?.variable) return null
    const join = (kind === 'or') === holds ? eitherOf : bothOf
    return { variable: one.variable, intervals: join(one.intervals, other.intervals) }
  }
  if ((kind !== 'lt' && kind !== 'le' && kind !== 'eq') || (a.kind === 'const') === (b.kind === 'const')) return null
  const [variable, { value }] = a.kind === 'var' ? [a, b] : [b, a]
  if (variable.kind !== 'var') return null
  const { least, most } = variable
  if (kind === 'eq' && holds) return { variable, intervals: [[value, value]] }
  const around: Interval[] = [
    [least, value - 1n],
    [value + 1n, most],
  ]
  if (kind === 'eq') return { variable, intervals: eitherOf(around, []) }
  // v < c, c < v, v <= c, c <= v, or the contrary.
  const isBelow = (variable === a) === holds
  const step = (kind === 'lt') === holds ? 1n : 0n
  return { variable, intervals: eitherOf([isBelow ? [least, value - step] : [value + step, most]], []) }
}

const isTruth = ({ least, most }: Expr): boolean => least >= 0n && most <= 1n

function bothOf(some: readonly Interval[], others: readonly Interval[]): readonly Interval[] {
  const both = some.flatMap(([low, high]) =>
    others.map(([from, until]): Interval => [low > from ? low : from, high < until ? high : until]),
  )
  return eitherOf(both, [])
}

/** In order, and those that meet as one. */
export function eitherOf(some: readonly Interval[], others: readonly Interval[]): readonly Interval[] {
  const found: Interval[] = []
  for (const [low, high] of [...some, ...others].filter(([a, b]) => a <= b).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const last = found.at(-1)
    if (last === undefined || last[1] + 1n < low) found.push([low, high])
    else if (last[1] < high) found[found.length - 1] = [last[0], high]
  }
  return found
}

/** Whether it holds for all inputs with these values, as far as the intervals of its operands tell. */
function isImplied(condition: Expr, values: ReadonlyMap<string, readonly Interval[]>): boolean {
  const narrower = new Expressions()
  const made = new Map<Expr, Expr>()
  const within = (expr: Expr): Expr => {
    const known = made.get(expr)
    if (known !== undefined) return known
    const { kind, name, value, least, most, args } = expr
    const intervals = values.get(name)
    const result =
      kind === 'const'
        ? narrower.constant(value)
        : kind === 'var'
          ? narrower.variable(name, intervals?.[0]?.[0] ?? least, intervals?.at(-1)?.[1] ?? most)
          : narrower.apply(kind, ...args.map(within))
    made.set(expr, result)
    return result
  }
  // What is divided by zero has no value, and is not asked for.
  if (hasZeroDivisor(condition, within)) return false
  const { kind, value } = within(condition)
  return kind === 'const' && value !== 0n
}

function hasZeroDivisor(expr: Expr, within: (expr: Expr) => Expr, seen = new Set<Expr>()): boolean {
  if (seen.has(expr)) return false
  seen.add(expr)
  if (expr.args.some((arg) => hasZeroDivisor(arg, within, seen))) return true
  if (!isDivision(expr)) return false
  const { least, most } = within(expr.args[1]!)
  return least <= 0n && most >= 0n
}

/** Other conditions than of single inputs; of those that follow from each other, only what they follow from. */
export function withoutImplied({ values, rest }: RegionShape): readonly Expr[] {
  const end = (term: Expr, isLeast: boolean): bigint => {
    const intervals = values.get(term.name)
    if (isLeast) return intervals?.[0]?.[0] ?? term.least
    return intervals?.at(-1)?.[1] ?? term.most
  }
  const sums = new Map<Expr, Linear>()
  let kept = [...rest]
  if (kept.length > MOST_COMPARED) return kept
  for (const one of rest)
    if (kept.some((other) => other !== one && follows(one, other, end, sums)))
      kept = kept.filter((other) => other !== one)
  return kept
}
