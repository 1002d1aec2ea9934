/**
 * Results as the one object that `--json` prints, and that the API returns: outcomes are values of the program, so
 * what JSON lacks is tagged.
 */
import { toJsonValue } from '../execution/outcome-key.ts'
import type { CheckResult, ReplayResult } from './result.ts'

export function taggedCheck(result: CheckResult): CheckResult {
  return { ...result, outcomes: result.outcomes.map((row) => ({ ...row, value: toJsonValue(row.value) })) }
}

export function taggedReplay(result: ReplayResult): ReplayResult {
  return { ...result, value: toJsonValue(result.value) }
}

export const jsonLine = (result: object): string => `${JSON.stringify(result)}\n`
