/** Options given from code are checked as strictly as those of the command line. */
import { usageError } from '../base/errors.ts'
import type { CheckOptions } from '../checking/checker.ts'

type Check = (value: unknown) => boolean

const text: Check = (value) => typeof value === 'string'
const yesOrNo: Check = (value) => typeof value === 'boolean'
const positive: Check = (value) => typeof value === 'number' && value > 0
const count: Check = (value) => value === Infinity || (Number.isInteger(value) && (value as number) >= 1)
const limits: Check = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((limit) => Number.isInteger(limit) && limit >= 0)

const valueLists: Check = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (one) => one === true || (Array.isArray(one) && one.every((number) => typeof number === 'number')),
  )

/** Whether the program has such inputs, and they such values, the check says. */
export const inputValues: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the search understands; whether a name exists is for the search to say. */
export const searchKeys: Readonly<
  Record<Exclude<keyof CheckOptions, 'sourceHash'>, readonly [Check, expects: string]>
> = {
  reduction: [text, 'a name'],
  order: [text, 'a name'],
  seed: [(value) => Number.isSafeInteger(value) && (value as number) >= 0, 'an integer from 0 and up'],
  priority: [
    (value) => [value].flat().every((one) => typeof one === 'string' || typeof one === 'function'),
    'names with commas, a function of what is left to run, or a list of these',
  ],
  focus: [
    (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
    'a list of functions, lines of files and shared locations',
  ],
  focusDiff: [text, 'a revision of git'],
  fringe: [count, 'an integer from 1 and up'],
  pctDepth: [(value) => Number.isSafeInteger(value) && (value as number) >= 1, 'an integer from 1 and up'],
  bounds: [limits, 'a record of integers from 0 and up, such as { preemption: 2 }'],
  iterate: [
    (value) => text(value) || (Array.isArray(value) && value.every(text)),
    'the name of a bound, or a list of them',
  ],
  optimise: [text, 'a name'],
  commute: [text, 'names with commas'],
  switch: [text, 'a name'],
  races: [yesOrNo, 'true or false'],
  seal: [(value) => Array.isArray(value) && value.every((one) => typeof one === 'string'), 'a list of patterns'],
  explore: [valueLists, 'a record such as { random: [0, 0.5], time: true }'],
  input: [inputValues, 'a record of values, such as { n: 5 }'],
  inputs: [text, 'a name'],
  allBugs: [yesOrNo, 'true or false'],
  budgetMs: [positive, 'milliseconds above 0'],
  maxExecutions: [count, 'an integer from 1 and up'],
  maxDepth: [count, 'an integer from 1 and up'],
  maxRows: [count, 'an integer from 1 and up'],
  count: [yesOrNo, 'true or false'],
  minimise: [yesOrNo, 'true or false'],
}

/** By name, what is valid and how that is said. */
export type KnownOptions = Readonly<Record<string, readonly [Check, expects: string]>>

const hostKeys: KnownOptions = {
  yieldAt: [
    (value) => Array.isArray(value) && value.every((one) => /.:\d+$/.test(String(one))),
    'a list of places such as lib/lock.js:12',
  ],
  stepTimeoutMs: [positive, 'milliseconds above 0'],
  signal: [(value) => value instanceof AbortSignal, 'an AbortSignal'],
  onProgress: [(value) => typeof value === 'function', 'a function'],
}

export const replayKeys: typeof hostKeys = {
  stepTimeoutMs: hostKeys.stepTimeoutMs!,
  signal: hostKeys.signal!,
  yieldAt: hostKeys.yieldAt!,
  explore: searchKeys.explore,
  input: searchKeys.input,
}

export function rejectUnknown(caller: string, options: object, known: KnownOptions): void {
  if (options === null || typeof options !== 'object')
    throw usageError(`${caller} expects an object of options, got ${String(options)}`)
  for (const [key, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, key))
      throw usageError(`${caller}: there is no option '${key}'; there are ${Object.keys(known).join(', ')}`)
    const [valid, expects] = known[key]!
    if (value !== undefined && !valid(value))
      throw usageError(`${caller}: expected \`${key}\` to be ${expects}, got ${String(value)}`)
  }
}

/** Of `check`. */
export const checkKeys: KnownOptions = { ...searchKeys, ...hostKeys }

/** Only what concerns the search, so that it can be sent to a worker. */
export function checkOptionsOf(options: object): CheckOptions {
  rejectUnknown('check', options, checkKeys)
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => key in searchKeys && value !== undefined))
}
