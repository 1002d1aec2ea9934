/** Results that come back from a file: by whom they were written, and whether they are whole, is to be seen. */
import { usageError } from '../base/errors.ts'
import type { CheckResult, ReplayResult } from './check-result.ts'
import type { Inspection } from './inspection.ts'
import { checkShape, inspectionShape, replayShape } from './result-shapes.ts'
import { type Fields, firstWrong, isRecord, nameOf, type Shapes } from './shape.ts'

export interface ReadError {
  readonly message: string
  readonly at: string | null
}

export type ReadProgram =
  | { readonly file: string | null; readonly check: CheckResult }
  | { readonly file: string | null; readonly replay: ReplayResult }
  | { readonly file: string | null; readonly inspection: Inspection }
  | { readonly file: string | null; readonly error: ReadError | null }

/** What `check --json` (of one program or several), `replay --json` or `inspect --json` has printed. */
export function readResult(text: string, file: string): ReadProgram[] {
  const value = parsed(text, file)
  if (!isRecord(value)) throw usageError(`${file} holds ${nameOf(value)}; expected ${EXPECTED}`)
  if (value.schema !== 1)
    throw usageError(
      value.schema === undefined
        ? `${file} is no result of Heddle; expected ${EXPECTED}`
        : `${file} was written by another version of Heddle (schema ${String(value.schema)}, this one reads 1): check the program again`,
    )
  if (!Array.isArray(value.programs)) return [programOf(value, null, file, '')]
  return value.programs.map((one: unknown, i) => {
    const where = `programs[${i}]`
    if (!isRecord(one)) throw broken(file, where, 'an object', one)
    return programOf(one, typeof one.file === 'string' ? one.file : null, file, `${where}.`)
  })
}

const EXPECTED = 'what `heddle check --json`, `heddle replay --json` or `heddle inspect --json` prints'

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = text.trim() === '' ? 'it is empty' : (error as Error).message
    throw usageError(`${file} is no JSON (${why}); expected ${EXPECTED}`)
  }
}

function programOf(value: Fields, address: string | null, file: string, where: string): ReadProgram {
  if (value.outcome === 'error' || (value.guarantee === undefined && value.outcome === 'incomplete'))
    return { file: address, error: errorOf(value.error) }
  if (Array.isArray(value.passes)) {
    expectShape(value, checkShape, file, where)
    return { file: address, check: value as unknown as CheckResult }
  }
  if (Array.isArray(value.events)) {
    expectShape(value, replayShape, file, where)
    return { file: address, replay: value as unknown as ReplayResult }
  }
  if (Array.isArray(value.ordered)) {
    expectShape(value, inspectionShape, file, where)
    return { file: address, inspection: value as unknown as Inspection }
  }
  throw usageError(`${file} is no result of a check, a replay or an inspection; expected ${EXPECTED}`)
}

function errorOf(error: unknown): ReadError | null {
  if (!isRecord(error) || typeof error.message !== 'string') return null
  return { message: error.message, at: typeof error.at === 'string' ? error.at : null }
}

function expectShape(value: Fields, shape: Shapes, file: string, where: string): void {
  const wrong = firstWrong(value, shape)
  if (wrong !== null) throw broken(file, where + wrong.path, wrong.expects, wrong.value)
}

const broken = (file: string, where: string, expects: string, value: unknown): Error =>
  usageError(
    `${file} is damaged, or was written by another version of Heddle: ${where} should be ${expects}, and is ${nameOf(value)}`,
  )
