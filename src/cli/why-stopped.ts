import type { CheckResult } from '../report/result.ts'
import { counted, formatSeconds } from '../report/text.ts'
import type { OptionValues } from './options.ts'

/** Why a search did not finish, and how to go on. */
export function whyStopped(result: CheckResult, values: OptionValues, killed: 'interrupted' | 'out of memory' | null): string {
  const { budget, 'max-executions': most, 'max-depth': deepest } = values
  if (killed === 'interrupted') return 'It was interrupted; the search so far is shown.'
  if (killed === 'out of memory') return 'It ran out of memory; more is available with NODE_OPTIONS=--max-old-space-size=8192.'
  if (most !== undefined && result.executions >= most) return `It stopped after ${counted(most, 'execution')}, as asked (--max-executions).`
  if (budget !== undefined && result.seconds * 1000 >= budget * 0.99) return `The budget of ${formatSeconds(budget / 1000)} is used up; a larger one: --budget ${longer(budget)}.`
  if (result.cut > 0) return `${counted(result.cut, 'execution')} reached the depth limit of ${deepest ?? 'the search'}; a larger one: --max-depth N. Does a thread spin without end?`
  return 'The search did not finish.'
}

function longer(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 100) // ten times as long
  return seconds < 120 ? `${seconds}s` : `${Math.ceil(seconds / 60)}m`
}
