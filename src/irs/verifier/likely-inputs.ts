import { usageError } from '../../base/errors.ts'
import { type GivenInput, givenValues, type InputDomains, type InputValues } from '../../program/inputs/input-values.ts'

/** The inputs of a log, most frequent first, without those that are not asked about: others have the `fixed` values. */
export function likelyInputs(
  program: string,
  domains: InputDomains,
  fixed: InputValues,
  log: readonly GivenInput[],
): InputValues[] {
  const found = new Map<string, { readonly input: InputValues; times: number }>()
  for (const given of log) {
    const input = givenValues(program, domains, given)
    const missing = Object.keys(domains).find((name) => !Object.hasOwn(input, name))
    if (missing !== undefined)
      throw usageError(`an input of the log has no value for ${missing}: ${JSON.stringify(given)}`)
    const key = JSON.stringify(input)
    const known = found.get(key) ?? { input: Object.freeze(input), times: 0 }
    known.times++
    found.set(key, known)
  }
  return [...found.values()]
    .filter(({ input }) => Object.keys(fixed).every((name) => isSame(fixed[name], input[name])))
    .sort((a, b) => b.times - a.times)
    .map(({ input }) => input)
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
