/** A program's inputs: which there are, and the values that one check, replay or run of it is given. */
import { inspect } from 'node:util'
import { programError, usageError } from '../../base/errors.ts'
import { orNearest } from '../../base/nearest.ts'
import { type Domain, type InputValue, isDomain, valueText } from './domains.ts'

export type InputDomains = Readonly<Record<string, Domain>>
/** One value for each input. */
export type InputValues = Readonly<Record<string, InputValue>>
/** What was asked for: values of some inputs, as such or as text of the command line. */
export type GivenInput = Readonly<Record<string, unknown>>

/** What `program({ inputs })` says. */
export function checkedDomains(program: string, inputs: unknown): InputDomains | null {
  if (inputs === undefined) return null
  if (inputs === null || typeof inputs !== 'object' || Array.isArray(inputs))
    throw programError(`${program}: \`inputs\` must be a record of int(…), bool(), oneOf(…) and array(…)`)
  for (const [name, domain] of Object.entries(inputs)) {
    if (!/^[A-Za-z_$][\w$]*$/.test(name))
      throw programError(`${program}: an input needs a name like those of variables, got '${name}'`)
    if (!isDomain(domain))
      throw programError(
        `${program}: inputs.${name} must be int(…), bool(), oneOf(…) or array(…), got ${inspect(domain, { depth: 0 })}`,
      )
  }
  return Object.keys(inputs).length === 0 ? null : Object.freeze({ ...(inputs as InputDomains) })
}

/** The values that were given, each checked against its domain; in the order of declaration. */
export function givenValues(
  program: string,
  domains: InputDomains | null,
  given: GivenInput,
): Record<string, InputValue> {
  const names = Object.keys(domains ?? {})
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw usageError(
      names.length === 0
        ? `program '${program}' has no inputs, so there is no '${unknown}' to give a value`
        : `program '${program}' has no input '${unknown}'${orNearest(unknown, names)}; there are ${names.join(', ')}`,
    )
  const values: Record<string, InputValue> = {}
  for (const name of names) if (Object.hasOwn(given, name)) values[name] = valueIn(name, domains![name]!, given[name])
  return values
}

function valueIn(name: string, domain: Domain, given: unknown): InputValue {
  const value = domain.has(given) ? given : typeof given === 'string' ? domain.parse(given) : null
  if (value === null)
    throw usageError(`input ${name} is ${domain.words}, got ${typeof given === 'string' ? given : inspect(given)}`)
  return Array.isArray(value) ? Object.freeze([...value]) : value
}

/** How many inputs there are, where these are given. */
export function countInputs(domains: InputDomains, fixed: InputValues): number {
  return Object.entries(domains).reduce((n, [name, { size }]) => (Object.hasOwn(fixed, name) ? n : n * size), 1)
}

/** The input with this number, of those with the given values: the last one declared changes first. */
export function inputAt(domains: InputDomains, fixed: InputValues, number: number): InputValues {
  const values: Record<string, InputValue> = {}
  for (const [name, domain] of Object.entries(domains).reverse()) {
    if (Object.hasOwn(fixed, name)) values[name] = fixed[name]!
    else {
      values[name] = domain.at(number % domain.size)
      number = Math.floor(number / domain.size)
    }
  }
  return Object.freeze(Object.fromEntries(Object.keys(domains).map((name) => [name, values[name]!])))
}

/** `n = 5, op = push`, for people. */
export const inputText = (values: InputValues): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${Array.isArray(value) ? `[${value.join(', ')}]` : String(value)}`)
    .join(', ')

/** What `--input` is given, one text for each. */
export const inputArguments = (values: InputValues): string[] =>
  Object.entries(values).map(([name, value]) => `${name}=${valueText(value)}`)

/** `n in 0..100 and flag true or false`, for people; inputs that are given have their value. */
export function domainWords(domains: InputDomains, fixed: InputValues): string {
  const parts = Object.entries(domains).map(([name, { words }]) =>
    Object.hasOwn(fixed, name) ? inputText({ [name]: fixed[name]! }) : `${name} ${words}`,
  )
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
