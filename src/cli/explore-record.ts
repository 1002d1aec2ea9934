import { usageError } from '../base/errors.ts'

export type ExploreValues = readonly (readonly [name: string, values: true | readonly number[]])[]

/** What `--explore` was given, by name. */
export function exploreRecord(given: ExploreValues): Record<string, true | readonly number[]> {
  const record: Record<string, true | readonly number[]> = {}
  for (const [name, values] of given) {
    if (Object.hasOwn(record, name))
      throw usageError(`--explore ${name} is given twice; write all values after one of them, with commas`)
    record[name] = values
  }
  return record
}
