/**
 * Results as the one object that `--json` prints, and that the API returns: outcomes are values of the program, so what
 * JSON lacks is tagged.
 */
import { toJsonValue } from './outcome-key.ts'
import type { CheckResult, ReplayResult } from './check-result.ts'

export function taggedCheck(result: CheckResult): CheckResult {
  return { ...result, outcomes: result.outcomes.map((row) => ({ ...row, value: toJsonValue(row.value) })) }
}

export function taggedReplay(result: ReplayResult): ReplayResult {
  return { ...result, value: toJsonValue(result.value) }
}

/** So many elements of a list at once. */
const PIECE = 1000

/** The line that `jsonLine` makes, in pieces: the events of a long execution are more than one text can hold. */
export function* jsonPieces(result: object): Generator<string> {
  let before = '{'
  for (const [key, value] of Object.entries(result)) {
    if (value === undefined) continue
    before += `${JSON.stringify(key)}:`
    if (Array.isArray(value)) {
      before += '['
      for (let i = 0; i < value.length; i += PIECE) {
        yield before + JSON.stringify(value.slice(i, i + PIECE)).slice(1, -1)
        before = i + PIECE < value.length ? ',' : ''
      }
      before += '],'
    } else before += `${JSON.stringify(value)},`
  }
  yield `${before.replace(/,$/, '')}}\n`
}

export const jsonLine = (result: object): string => `${JSON.stringify(result)}\n`
