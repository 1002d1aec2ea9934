import { usageError } from '../base/errors.ts'

/** What `--bound` was given, by name. */
export function boundsRecord(bounds: readonly (readonly [name: string, limit: number])[]): Record<string, number> {
  const record: Record<string, number> = {}
  for (const [name, limit] of bounds) {
    if (Object.hasOwn(record, name))
      throw usageError(`--bound ${name} is given twice, as ${name}:${record[name]} and ${name}:${limit}`)
    record[name] = limit
  }
  return record
}
