import { usageError } from '../../base/errors.ts'
import type { Program, ThreadEntry } from '../program.ts'
import { valueText } from './domains.ts'
import { type GivenInput, givenValues, type InputValues } from './input-values.ts'

/** The program with the values that its inputs have, which are frozen: what is executed. Nothing changes for one that has no inputs. */
export function withInput(program: Program, values: InputValues): Program {
  if (program.inputs === null) return program
  const bound = (entry: ThreadEntry): ThreadEntry => ({ ...entry, input: values })
  const { instantiate } = program
  return Object.freeze({
    ...program,
    input: values,
    ...(instantiate === undefined ? {} : { instantiate: () => withInput(instantiate(), values) }),
    threads: program.threads.map(bound),
    tasks: new Map([...program.tasks].map(([name, entry]) => [name, bound(entry)])),
  })
}

/** The same with what was given, where every input needs a value: a run, a replay and a set are about one input. */
export function withGivenInput(program: Program, given: GivenInput): Program {
  const { name, inputs } = program
  const values = givenValues(name, inputs, given)
  const missing = Object.entries(inputs ?? {}).filter(([input]) => !Object.hasOwn(values, input))
  if (missing.length === 0) return withInput(program, Object.freeze(values))
  const [first, domain] = missing[0]!
  throw usageError(
    `program '${name}' has inputs, and ${missing.map(([input]) => input).join(', ')} ${missing.length === 1 ? 'has' : 'have'} no value: ` +
      `name one of each, as in --input ${first}=${valueText(domain.at(0))} (${first} ${domain.words})`,
  )
}
