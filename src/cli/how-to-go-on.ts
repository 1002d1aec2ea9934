import type { CheckResult } from '../results/check-result.ts'
import type { OptionValues } from './options.ts'

/** What to do about a search that did not finish. Why it did not, its guarantee says. */
export function howToGoOn(result: CheckResult, values: OptionValues, killed: 'interrupted' | 'out of memory' | null): string | null {
  const { budget = Infinity, 'max-executions': most = Infinity } = values
  if (killed === 'interrupted') return 'It had to be ended by force: this is what was covered up to a moment before.'
  if (killed === 'out of memory') {
    return 'Memory ran out: this is what was covered up to a moment before. --no-count needs less, NODE_OPTIONS=--max-old-space-size=8192 gives more.'
  }
  if (result.executions >= most) return 'A higher limit: --max-executions N'
  if (result.seconds * 1000 >= budget) return `A larger budget: --budget ${longer(budget)}`
  return result.advice
}

function longer(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 100) // ten times as long
  return seconds < 120 ? `${seconds}s` : `${Math.ceil(seconds / 60)}m`
}
