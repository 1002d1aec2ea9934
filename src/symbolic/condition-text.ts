/** Conditions over inputs, as people write them. */
import type { Domain, IntDomain, OneOfDomain } from '../program/inputs/domains.ts'
import type { InputDomains } from '../program/inputs/input-values.ts'
import { digestOf } from './expression-digest.ts'
import type { Expr, Expressions, Operator } from './expressions.ts'
import { type Interval, type RegionShape, shapeOf, withoutImplied } from './region-shape.ts'
import { scalarsOf } from './symbolic-inputs.ts'

/** All conditions of a region: first what is known of single inputs, then all else. */
export const conditionTexts = (
  constraints: readonly Expr[],
  domains: InputDomains,
  expressions: Expressions,
): string[] => shapeTexts(shapeOf(constraints, expressions), domains)

/** As a sentence, the first of them. */
export function someOf(conditions: readonly string[], most: number): string {
  const left = conditions.length - most
  const shown = conditions.slice(0, most).join(' and ')
  return left <= 0 ? shown : `${shown} and ${left} more ${left === 1 ? 'condition holds' : 'conditions hold'}`
}

/** `mostRanges`: of values of an input, so many are named. */
export function shapeTexts(shape: RegionShape, domains: InputDomains, mostRanges = Infinity): string[] {
  const { values } = shape
  const domainOf = domainsByName(domains)
  const text = new ConditionText(domainOf)
  return [
    ...[...domainOf].flatMap(([name, domain]) => {
      const known = values.get(name)
      return known === undefined || isAll(known, domain) ? [] : [ofOne(name, domain, known, mostRanges)]
    }),
    ...new Set(withoutImplied(shape).map((one) => text.condition(one, true))),
  ]
}

const domainsByName = (domains: InputDomains): ReadonlyMap<string, Domain> =>
  new Map([...scalarsOf(domains)].map(([name, domain]) => [name, domain]))

function isAll(intervals: readonly Interval[], domain: Domain): boolean {
  const first = domain.kind === 'int' ? BigInt((domain as IntDomain).least) : 0n
  return intervals.length === 1 && intervals[0]![0] === first && intervals[0]![1] - first === BigInt(domain.size) - 1n
}

function ofOne(name: string, domain: Domain, intervals: readonly Interval[], mostRanges: number): string {
  const [least, most] = [intervals[0]![0], intervals.at(-1)![1]]
  const valueOf = (value: bigint): string => valueText(domain, value)
  if (least === most)
    return domain.kind === 'bool' ? `${least === 0n ? 'not ' : ''}${name}` : `${name} = ${valueOf(least)}`
  if (domain.kind !== 'int') return `${name} in ${listed(intervals.flatMap(allOf).map(valueOf), mostRanges)}`
  const gaps = intervals.slice(1).map(([low], i): Interval => [intervals[i]![1] + 1n, low - 1n])
  const areFew = gaps.every(([low, high]) => low === high) && intervals.some(([low, high]) => low < high)
  const shown = areFew ? [[least, most] as const] : intervals
  const without = gaps.map(([value]) => String(value))
  const outside = areFew && gaps.length > 0 ? ` other than ${listed(without, mostRanges)}` : ''
  const ranges = shown.map(([low, high]) => (low === high ? String(low) : `${low}..${high}`))
  return `${name} in ${listed(ranges, mostRanges)}${outside}`
}

function listed(of: readonly string[], most: number): string {
  const left = of.length - most
  return left <= 0 ? of.join(', ') : `${of.slice(0, most).join(', ')} and ${left} more`
}

const allOf = ([low, high]: Interval): bigint[] =>
  Array.from({ length: Number(high - low) + 1 }, (_, i) => low + BigInt(i))

const valueText = (domain: Domain, value: bigint): string =>
  domain.kind === 'int'
    ? String(value)
    : domain.kind === 'bool'
      ? String(value === 1n)
      : listedText((domain as OneOfDomain).values[Number(value)])

/** Texts are quoted where they could be taken for something else. */
const listedText = (value: unknown): string =>
  typeof value === 'string' && !/^[a-z][\w-]*$/i.test(value) ? `'${value}'` : String(value)

const SIGNS: Partial<Record<Operator, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  rem: '%',
  and: '&',
  or: '|',
  xor: '^',
  shl: '<<',
  shr: '>>',
  ushr: '>>>',
  lt: '<',
  le: '<=',
  eq: '=',
}
const TURNED: Partial<Record<Operator, string>> = { lt: '>', le: '>=', eq: '=' }
const CONTRARY: Partial<Record<Operator, string>> = { lt: '>=', le: '>', eq: '≠' }
const TURNED_CONTRARY: Partial<Record<Operator, string>> = { lt: '<=', le: '<', eq: '≠' }

/** Nobody reads longer expressions. */
const LONGEST = 2000

/** A value computed from inputs of these domains: a quotient of two expressions where there is a divisor. */
export function valueOfInputsText(
  { expr, divisor, value }: { readonly expr: Expr; readonly divisor: Expr | null; readonly value: unknown },
  domains: InputDomains,
): string {
  const text = new ConditionText(domainsByName(domains))
  const part = (one: Expr): string => text.value(one, undefined, TIGHTEST)
  if (divisor !== null) return `(${part(expr)} / ${part(divisor)})`
  return typeof value === 'number' && text.isTruth(expr) ? `+${part(expr)}` : text.value(expr)
}

/** How tightly operators bind that everybody knows, and how tightly their operands have to; others are in brackets. */
const BINDING: Partial<Record<Operator, readonly [binding: number, left: number, right: number]>> = {
  add: [2, 2, 2],
  sub: [2, 2, 3],
  mul: [3, 3, 4],
  rem: [3, 4, 4],
}
const LOOSEST = 0
const COMPARED = 1
const TIGHTEST = 4

class ConditionText {
  private readonly digests = new Map<Expr, string>()
  private readonly domainOf: ReadonlyMap<string, Domain>

  constructor(domainOf: ReadonlyMap<string, Domain>) {
    this.domainOf = domainOf
  }

  /** Of what is said by the same words as its number. */
  isTruth({ kind, name, args }: Expr): boolean {
    switch (kind) {
      case 'var':
        return this.domainOf.get(name)?.kind === 'bool'
      case 'lt':
      case 'le':
      case 'eq':
      case 'not':
        return true
      case 'and':
      case 'or':
      case 'xor':
        return args.every((arg) => this.isTruth(arg))
      case 'ite':
        return args.slice(1).every((arg) => this.isTruth(arg))
      default:
        return false
    }
  }

  condition(expr: Expr, holds: boolean): string {
    const { kind, args } = expr
    if (kind === 'not') return this.condition(args[0]!, !holds)
    if (kind === 'lt' || kind === 'le' || kind === 'eq') {
      const [a, b] = args as [Expr, Expr]
      const [left, right] = [this.value(a, b, COMPARED), this.value(b, a, COMPARED)]
      // What it is compared with comes last.
      if (a.kind === 'const') return `${right} ${(holds ? TURNED : TURNED_CONTRARY)[kind]} ${left}`
      return `${left} ${(holds ? SIGNS : CONTRARY)[kind]} ${right}`
    }
    return holds ? this.value(expr) : `not (${this.value(expr)})`
  }

  /**
   * `beside`: what it is compared with, which says how constants are meant. `around`: how tightly the operator binds
   * that it is an operand of.
   */
  value(expr: Expr, beside?: Expr, around = LOOSEST): string {
    const { kind, name, value, args, size } = expr
    if (size > LONGEST) return `(expression ${digestOf(expr, this.digests)})`
    if (kind === 'var') return name
    if (kind === 'const') {
      const domain = beside?.kind === 'var' ? this.domainOf.get(beside.name) : undefined
      return domain === undefined ? String(value) : valueText(domain, value)
    }
    if (kind === 'lt' || kind === 'le' || kind === 'eq') {
      const text = this.condition(expr, true)
      return around > LOOSEST ? `(${text})` : text
    }
    if (kind === 'int32') return `int32(${this.value(args[0]!)})`
    if (kind === 'not') return `not (${this.value(args[0]!)})`
    if (kind === 'floor') return `floor(${args.map((arg) => this.value(arg, undefined, TIGHTEST)).join(' / ')})`
    if (kind === 'ite') return `(${args.map((arg, i) => ['if ', ' then ', ' else '][i]! + this.value(arg)).join('')})`
    const [a, b] = args as [Expr, Expr]
    const [binding, left, right] = BINDING[kind] ?? [LOOSEST, TIGHTEST, TIGHTEST]
    const text =
      kind === 'add' && b.kind === 'const' && b.value < 0n
        ? `${this.value(a, undefined, left)} - ${-b.value}`
        : kind === 'sub' && a.kind === 'const' && a.value === 0n
          ? `-${this.value(b, undefined, TIGHTEST)}`
          : kind === 'mul' && b.kind === 'const'
            ? `${b.value} * ${this.value(a, undefined, right)}`
            : `${this.value(a, undefined, left)} ${SIGNS[kind]} ${this.value(b, undefined, right)}`
    return binding < around ? `(${text})` : text
  }
}
