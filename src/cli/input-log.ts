import { readFileSync } from 'node:fs'
import { usageError } from '../base/errors.ts'
import type { GivenInput } from '../program/inputs/input-values.ts'

/** Inputs of real runs, one JSON object a line; which inputs and values there are, the program says. */
export function inputLog(file: string): GivenInput[] {
  return contentsOf(file)
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [inputOf(line, `${file}:${i + 1}`)]))
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageError(`--input-log ${file} cannot be read: ${(error as Error).message}`)
  }
}

function inputOf(line: string, at: string): GivenInput {
  const expected = `${at}: expected the inputs of a run as JSON, as in {"n":5}`
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw usageError(`${expected} (${(error as Error).message})`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw usageError(`${expected}, got ${line}`)
  return value as GivenInput
}
