/** What verification and enforcement can be asked for from code, checked as strictly as the options of `check`. */
import { usageError } from '../../base/errors.ts'
import { type KnownOptions, rejectUnknown, searchKeys } from '../api-options.ts'

type Known = KnownOptions[string]

const yesOrNo: Known = [(value) => typeof value === 'boolean', 'true or false']
const count: Known = [
  (value) => value === Infinity || (Number.isInteger(value) && (value as number) >= 1),
  'an integer from 1 and up',
]
const milliseconds: Known = [(value) => typeof value === 'number' && value > 0, 'milliseconds above 0']
const signal: Known = [(value) => value instanceof AbortSignal, 'an AbortSignal']
const set: Known = [(value) => typeof value === 'string' && value !== '', 'the file of a set']
const list = (what: string): Known => [(value) => Array.isArray(value), what]
const record: Known = [(value) => typeof value === 'object' && value !== null, 'values by name of the thread']

const { reduction, bounds, maxDepth, budgetMs, input } = searchKeys
const running: KnownOptions = {
  follow: yesOrNo,
  monitor: yesOrNo,
  watch: [(value) => typeof value === 'number' && value > 0 && value <= 1, 'a share above 0 and up to 1'],
  seed: [(value) => Number.isInteger(value) && (value as number) >= 0, 'an integer from 0 and up'],
  timeoutMs: milliseconds,
  data: list('a list of names'),
  pool: list('a list of workers'),
}

export const verifyKeys: KnownOptions = {
  set,
  signal,
  reduction,
  bounds,
  maxDepth,
  budgetMs,
  traces: count,
  resume: yesOrNo,
  input,
  inputs: [(value) => value === 'symbolic', "'symbolic'"],
  inputLog: list('a list of inputs'),
}
export const enforceKeys: KnownOptions = {
  set,
  ...running,
  repeat: count,
  signal,
  onProgress: [(value) => typeof value === 'function', 'a function'],
  inputs: record,
  input,
  keepMemory: yesOrNo,
}
export const openKeys: KnownOptions = {
  ...running,
  input,
  memory: [(value) => value === 'check' || value === 'restore', "'check' or 'restore'"],
}

export function checkVerify(options: object): void {
  requireSet('verify', options)
  rejectUnknown('verify', options, verifyKeys)
}

export function checkEnforce(options: object): void {
  requireSet('enforce', options)
  rejectUnknown('enforce', options, enforceKeys)
}

export function checkOpen(options: object): void {
  rejectUnknown('open', options, openKeys)
}

function requireSet(caller: string, options: { set?: unknown } | undefined): void {
  if (!set[0](options?.set)) throw usageError(`${caller} expects the file of the set as \`set\` of its second argument`)
}
