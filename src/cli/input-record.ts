import { usageError } from '../base/errors.ts'

/** NAME=VALUE, each once; which inputs and values there are, the program says. */
export function inputRecord(given: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {}
  for (const one of given) {
    const equals = one.indexOf('=')
    if (equals <= 0) throw usageError(`--input expects the name of an input and its value, as in n=5, got '${one}'`)
    const [name, value] = [one.slice(0, equals), one.slice(equals + 1)]
    if (Object.hasOwn(record, name)) throw usageError(`--input gives ${name} twice`)
    record[name] = value
  }
  return record
}
