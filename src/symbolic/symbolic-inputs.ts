/**
 * Inputs as explored code sees them. To code that knows nothing of symbolic values they look as they always do, and what
 * it reads is pinned; transformed code asks for the values themselves (`symbolicAt`).
 */
import type { ArrayDomain, Domain, IntDomain, OneOfDomain } from '../program/inputs/domains.ts'
import type { InputDomains, InputValues } from '../program/inputs/input-values.ts'
import type { Assignment, Expr, Expressions } from './expressions.ts'
import type { Path } from './path.ts'
import { type Concrete, SymbolicValue } from './symbolic-value.ts'

/** The objects of the inputs, and what their properties are. */
const symbolic = new WeakMap<object, ReadonlyMap<string, unknown>>()

export const isSymbolicObject = (object: unknown): object is object =>
  typeof object === 'object' && object !== null && symbolic.has(object)

/** A property of such an object: a symbolic value, another such object, or anything that it has besides. */
export function symbolicAt(object: object, key: unknown): unknown {
  const properties = symbolic.get(object)!
  const name = typeof key === 'symbol' ? '' : String(key)
  return properties.has(name) ? properties.get(name) : Reflect.get(object, key as PropertyKey)
}

export function symbolicInputs(domains: InputDomains, values: InputValues, path: Path): InputValues {
  return made(
    {},
    Object.entries(domains).map(([name, domain]) => [name, symbolicOf(name, domain, values[name]!, path)]),
  ) as InputValues
}

function symbolicOf(name: string, domain: Domain, value: unknown, path: Path): unknown {
  if (domain.kind !== 'array') return scalar(name, domain, value as Concrete, path)
  const { element } = domain as ArrayDomain
  const elements = (value as readonly Concrete[]).map((one, i) => scalar(elementName(name, i), element, one, path))
  return made(
    [],
    elements.map((one, i) => [String(i), one]),
  )
}

const elementName = (name: string, i: number): string => `${name}[${i}]`

function scalar(name: string, domain: Domain, value: Concrete, path: Path): unknown {
  const expr = variableOf(name, domain, path.expressions)
  if (expr.kind === 'const') return value // there is but one
  return domain.kind === 'oneOf'
    ? new SymbolicValue(path, expr, value, (domain as OneOfDomain).values)
    : path.symbolic(expr, value)
}

/** Properties are read by everybody, and pin what is read. */
function made(object: object, properties: readonly (readonly [name: string, value: unknown])[]): object {
  for (const [name, value] of properties) {
    const get = value instanceof SymbolicValue ? { get: () => value.pin() } : { value }
    Object.defineProperty(object, name, { ...get, enumerable: true })
  }
  symbolic.set(object, new Map(properties))
  return Object.freeze(object)
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
