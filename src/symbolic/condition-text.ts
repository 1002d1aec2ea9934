/** Conditions over inputs, as people write them. */
import type { Domain, OneOfDomain } from '../program/inputs/domains.ts'
import type { InputDomains } from '../program/inputs/input-values.ts'
import type { Expr, Operator } from './expressions.ts'
import { scalarsOf } from './symbolic-inputs.ts'

/** What is known of one input: an interval, and values that it does not have. */
interface Known {
  least: bigint
  most: bigint
  readonly other: Set<bigint>
}

/** All conditions of a region: first what is known of single inputs, then all else. */
export function conditionTexts(constraints: readonly Expr[], domains: InputDomains): string[] {
  const known = new Map<string, Known>()
  const domainOf = new Map([...scalarsOf(domains)].map(([name, domain]) => [name, domain]))
  const rest = constraints.filter((one) => !learned(one, true, known))
  const text = new ConditionText(domainOf)
  return [
    ...[...domainOf].flatMap(([name, domain]) => (known.has(name) ? [ofOne(name, domain, known.get(name)!)] : [])),
    ...new Set(rest.map((one) => text.condition(one, true))),
  ]
}

/** Takes in a condition on one input; false for any other. */
function learned(condition: Expr, holds: boolean, known: Map<string, Known>): boolean {
  const { kind, args } = condition
  if (kind === 'not') return learned(args[0]!, !holds, known)
  if (kind === 'var') return narrowed(condition, known, holds ? 1n : 0n, holds ? 1n : 0n)
  const [a, b] = args as [Expr, Expr]
  if ((kind !== 'lt' && kind !== 'le' && kind !== 'eq') || (a.kind === 'const') === (b.kind === 'const')) return false
  const [variable, { value }] = a.kind === 'var' ? [a, b] : [b, a]
  if (variable.kind !== 'var') return false
  if (kind === 'eq') {
    if (holds) return narrowed(variable, known, value, value)
    knownOf(variable, known).other.add(value)
    return true
  }
  // v < c, c < v, v <= c, c <= v, or the contrary.
  const isBelow = (variable === a) === holds
  const isStrict = (kind === 'lt') === holds
  const step = isStrict ? 1n : 0n
  return isBelow
    ? narrowed(variable, known, variable.least, value - step)
    : narrowed(variable, known, value + step, variable.most)
}

function knownOf({ name, least, most }: Expr, known: Map<string, Known>): Known {
  if (!known.has(name)) known.set(name, { least, most, other: new Set() })
  return known.get(name)!
}

function narrowed(variable: Expr, known: Map<string, Known>, least: bigint, most: bigint): true {
  const now = knownOf(variable, known)
  if (least > now.least) now.least = least
  if (most < now.most) now.most = most
  return true
}

function ofOne(name: string, domain: Domain, { least, most, other }: Known): string {
  while (other.has(least)) least++
  while (other.has(most) && most > least) most--
  const valueOf = (value: bigint): string => valueText(domain, value)
  if (least === most)
    return domain.kind === 'bool' ? `${least === 0n ? 'not ' : ''}${name}` : `${name} = ${valueOf(least)}`
  const excluded = [...other].filter((value) => value > least && value < most).sort((a, b) => (a < b ? -1 : 1))
  const outside = excluded.length === 0 ? '' : ` other than ${excluded.map(valueOf).join(', ')}`
  if (domain.kind === 'int') return `${name} in ${least}..${most}${outside}`
  const values = Array.from({ length: Number(most - least) + 1 }, (_, i) => least + BigInt(i))
  return `${name} in ${values
    .filter((value) => !other.has(value))
    .map(valueOf)
    .join(', ')}`
}

const valueText = (domain: Domain, value: bigint): string =>
  domain.kind === 'int'
    ? String(value)
    : domain.kind === 'bool'
      ? String(value === 1n)
      : String((domain as OneOfDomain).values[Number(value)])

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
const CONTRARY: Partial<Record<Operator, string>> = { lt: '>=', le: '>', eq: '≠' }

/** An expression over inputs. */
export const expressionText = (expr: Expr): string => new ConditionText(new Map()).value(expr)

class ConditionText {
  private readonly domainOf: ReadonlyMap<string, Domain>

  constructor(domainOf: ReadonlyMap<string, Domain>) {
    this.domainOf = domainOf
  }

  condition(expr: Expr, holds: boolean): string {
    const { kind, args } = expr
    if (kind === 'not') return this.condition(args[0]!, !holds)
    if (kind === 'lt' || kind === 'le' || kind === 'eq') {
      const [a, b] = args as [Expr, Expr]
      return `${this.value(a, b)} ${holds ? SIGNS[kind] : CONTRARY[kind]} ${this.value(b, a)}`
    }
    return holds ? this.value(expr) : `not (${this.value(expr)})`
  }

  /** `beside`: what it is compared with, which says how constants are meant. */
  value(expr: Expr, beside?: Expr): string {
    const { kind, name, value, args } = expr
    if (kind === 'var') return name
    if (kind === 'const') {
      const domain = beside?.kind === 'var' ? this.domainOf.get(beside.name) : undefined
      return domain === undefined ? String(value) : valueText(domain, value)
    }
    if (kind === 'int32') return `int32(${this.value(args[0]!)})`
    if (kind === 'not') return `not (${this.value(args[0]!)})`
    if (kind === 'ite') return `(${args.map((arg, i) => ['if ', ' then ', ' else '][i]! + this.value(arg)).join('')})`
    const [a, b] = args as [Expr, Expr]
    if (kind === 'add' && b.kind === 'const' && b.value < 0n) return `(${this.value(a)} - ${-b.value})`
    return `(${this.value(a, b)} ${SIGNS[kind]} ${this.value(b, a)})`
  }
}
