/** Results that come back from a file: by whom they were written, and whether they are whole, is to be seen. */
import { usageError } from '../base/errors.ts'
import type { CheckResult, ReplayResult } from './check-result.ts'

export interface ReadError {
  readonly message: string
  readonly at: string | null
}

export type ReadProgram =
  | { readonly file: string | null; readonly check: CheckResult }
  | { readonly file: string | null; readonly replay: ReplayResult }
  | { readonly file: string | null; readonly error: ReadError | null }

/** What `check --json` (of one program or several) or `replay --json` has printed. */
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

const EXPECTED = 'what `heddle check --json` or `heddle replay --json` prints'

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = text.trim() === '' ? 'it is empty' : (error as Error).message
    throw usageError(`${file} is no JSON (${why}); expected ${EXPECTED}`)
  }
}

type Fields = Record<string, unknown>

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
  throw usageError(`${file} is no result of a check or a replay; expected ${EXPECTED}`)
}

function errorOf(error: unknown): ReadError | null {
  if (!isRecord(error) || typeof error.message !== 'string') return null
  return { message: error.message, at: typeof error.at === 'string' ? error.at : null }
}

/** What a field must be, and how that is said. */
type Shape =
  | readonly [expects: string, is: (value: unknown) => boolean]
  | readonly [shape: Shapes]
  | { readonly list: Shapes }
type Shapes = Readonly<Record<string, Shape>>

const text: Shape = ['a text', (value) => typeof value === 'string']
const textOrNull: Shape = ['a text or null', (value) => value === null || typeof value === 'string']
const number: Shape = ['a number', (value) => typeof value === 'number']
const numberOrNull: Shape = ['a number or null', (value) => value === null || typeof value === 'number']
const yesOrNo: Shape = ['true or false', (value) => typeof value === 'boolean']
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string')
const texts: Shape = ['a list of texts', isTexts]
const optionalTexts: Shape = ['a list of texts', (value) => value === undefined || isTexts(value)]
const optionalText: Shape = ['a text', (value) => value === undefined || typeof value === 'string']
const optionalContents: Shape = [
  'an object of texts',
  (value) => value === undefined || (isRecord(value) && Object.values(value).every((one) => typeof one === 'string')),
]
const limits: Shape = [
  'an object of numbers',
  (value) => isRecord(value) && Object.values(value).every((one) => typeof one === 'number'),
]

const inputValues: Shape = ['an object', (value) => value === undefined || value === null || isRecord(value)]

const eventShape: Shapes = {
  index: number,
  thread: text,
  operation: text,
  location: textOrNull,
  value: textOrNull,
  at: textOrNull,
  preemption: yesOrNo,
  calls: optionalTexts,
  changed: optionalContents,
}
const waitingShape: Shapes = { thread: text, operation: text, heldBy: texts, ended: texts, at: textOrNull }
const optionalList = (shape: Shapes): Shape => [
  'a list',
  (value) =>
    value === undefined ||
    (Array.isArray(value) && value.every((one) => isRecord(one) && firstWrong(one, shape) === null)),
]
const bugShape: Shapes = {
  kind: text,
  message: text,
  schedule: text,
  preemptions: number,
  thread: textOrNull,
  at: textOrNull,
  stack: optionalText,
  waiting: optionalList(waitingShape),
  events: optionalList(eventShape),
  memory: optionalContents,
  input: inputValues,
}
const heldShape: Shapes = { message: text, at: textOrNull }
const accessShape: Shapes = { thread: text, operation: text, at: textOrNull }
const countShapes: Shapes = {
  executions: number,
  transitions: number,
  traces: numberOrNull,
  excluded: number,
  cut: number,
  repeated: number,
  blocked: number,
  localStates: numberOrNull,
  states: numberOrNull,
  merged: numberOrNull,
}
const checkShape: Shapes = {
  program: text,
  outcome: ['verified, bug or incomplete', (value) => ['verified', 'bug', 'incomplete'].includes(value as string)],
  guarantee: text,
  advice: textOrNull,
  inputs: [
    'an object of counts or null',
    (value) =>
      value === null ||
      (isRecord(value) && firstWrong(value, { verified: number, failing: number, total: number }) === null),
  ],
  ...countShapes,
  passes: { list: { ...countShapes, bounds: limits, seconds: number } },
  outcomes: { list: { executions: number, schedule: text, input: inputValues } },
  bugs: { list: bugShape },
  races: { list: { location: text, accesses: { list: accessShape } } },
  held: { list: heldShape },
  omitted: [{ outcomes: number, bugs: number, races: number, held: number }],
  instrumented: [{ sites: number, skipped: texts }],
  seconds: number,
}
const replayShape: Shapes = {
  program: text,
  schedule: text,
  input: inputValues,
  outcome: ['bug or completed', (value) => value === 'bug' || value === 'completed'],
  preemptions: number,
  events: { list: eventShape },
  memory: optionalContents,
  bug: ['a bug or null', (value) => value === null || (isRecord(value) && firstWrong(value, bugShape) === null)],
  held: { list: heldShape },
  notes: texts,
}

function expectShape(value: Fields, shape: Shapes, file: string, where: string): void {
  const wrong = firstWrong(value, shape)
  if (wrong !== null) throw broken(file, where + wrong.path, wrong.expects, wrong.value)
}

interface Wrong {
  readonly path: string
  readonly expects: string
  readonly value: unknown
}

function firstWrong(value: Fields, shapes: Shapes): Wrong | null {
  for (const [name, shape] of Object.entries(shapes)) {
    const wrong = wrongIn(value[name], shape, name)
    if (wrong !== null) return wrong
  }
  return null
}

function wrongIn(value: unknown, shape: Shape, path: string): Wrong | null {
  if ('list' in shape) {
    if (!Array.isArray(value)) return { path, expects: 'a list', value }
    for (const [i, one] of value.entries()) {
      const wrong = wrongIn(one, [shape.list], `${path}[${i}]`)
      if (wrong !== null) return wrong
    }
    return null
  }
  if (shape.length === 2) return shape[1](value) ? null : { path, expects: shape[0], value }
  if (!isRecord(value)) return { path, expects: 'an object', value }
  const wrong = firstWrong(value, shape[0])
  return wrong === null ? null : { ...wrong, path: `${path}.${wrong.path}` }
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nameOf = (value: unknown): string =>
  value === undefined ? 'nothing' : value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`

const broken = (file: string, where: string, expects: string, value: unknown): Error =>
  usageError(
    `${file} is damaged, or was written by another version of Heddle: ${where} should be ${expects}, and is ${nameOf(value)}`,
  )
