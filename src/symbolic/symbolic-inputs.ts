/** Inputs as explored code sees them: objects that hold symbolic values (`holders.ts`). */
import type { ArrayDomain, Domain, IntDomain, OneOfDomain } from '../program/inputs/domains.ts'
import type { InputDomains, InputValues } from '../program/inputs/input-values.ts'
import type { Assignment, Expr, Expressions } from './expressions.ts'
import { holding, withoutSetters } from './holders.ts'
import type { Path } from './path.ts'
import { type Concrete, SymbolicValue } from './symbolic-value.ts'

const paths = new WeakMap<object, Path>()

/** Where conditions on these inputs are noted; null for plain ones. */
export const pathOfInputs = (inputs: InputValues): Path | null => paths.get(inputs) ?? null

export function symbolicInputs(domains: InputDomains, values: InputValues, path: Path): InputValues {
  const entries = Object.entries(domains).map(([name, domain]) => [name, symbolicOf(name, domain, values[name]!, path)])
  const inputs = made(Object.fromEntries(entries) as object) as InputValues
  paths.set(inputs, path)
  return inputs
}

function symbolicOf(name: string, domain: Domain, value: unknown, path: Path): unknown {
  if (domain.kind !== 'array') return scalar(name, domain, value as Concrete, path)
  const { element } = domain as ArrayDomain
  return made((value as readonly Concrete[]).map((one, i) => scalar(elementName(name, i), element, one, path)))
}

const made = (object: object): object => Object.freeze(withoutSetters(holding(object)))

const elementName = (name: string, i: number): string => `${name}[${i}]`

function scalar(name: string, domain: Domain, value: Concrete, path: Path): unknown {
  const expr = variableOf(name, domain, path.expressions)
  if (expr.kind === 'const') return value // there is but one
  return domain.kind === 'oneOf'
    ? new SymbolicValue(path, expr, value, (domain as OneOfDomain).values)
    : path.symbolic(expr, value)
}

/** The variable that stands for a scalar input or an element. */
export function variableOf(name: string, domain: Domain, expressions: Expressions): Expr {
  if (domain.kind !== 'int') return expressions.variable(name, 0n, BigInt(domain.size - 1))
  const { least, most } = domain as IntDomain
  return expressions.variable(name, BigInt(least), BigInt(most))
}

/** All scalars, by the names of their variables. */
export function* scalarsOf(domains: InputDomains): Iterable<[name: string, domain: Domain, input: string, at: number]> {
  for (const [name, domain] of Object.entries(domains)) {
    if (domain.kind !== 'array') yield [name, domain, name, -1]
    else {
      const { element, length } = domain as ArrayDomain
      for (let i = 0; i < length; i++) yield [elementName(name, i), element, name, i]
    }
  }
}

const numberOf = (domain: Domain, value: unknown): bigint =>
  domain.kind === 'oneOf' ? BigInt((domain as OneOfDomain).values.indexOf(value as never)) : BigInt(value as number)

export const assignmentOf = (domains: InputDomains, values: InputValues): Assignment =>
  new Map(
    [...scalarsOf(domains)].map(([name, domain, input, at]) => [
      name,
      numberOf(domain, at < 0 ? values[input] : (values[input] as readonly unknown[])[at]),
    ]),
  )

/** The other way round. */
export function valuesOf(domains: InputDomains, assignment: Assignment): InputValues {
  const values: Record<string, unknown> = {}
  for (const [name, domain, input, at] of scalarsOf(domains)) {
    const number = Number(assignment.get(name)!)
    const value = domain.kind === 'int' ? number : domain.at(number)
    if (at < 0) values[input] = value
    else ((values[input] ??= []) as unknown[])[at] = value
  }
  for (const value of Object.values(values)) Object.freeze(value)
  return Object.freeze(values) as InputValues
}
