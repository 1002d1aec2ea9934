import type { CheckResult } from '../results/check-result.ts'
import { formatTimes } from '../report/text.ts'
import type { OptionValues } from './options.ts'

/** For more, a search had better become smaller. */
const LONGEST_WAIT = 24 * 3600

/** What to do about a search that did not finish. Why it did not, its guarantee says. */
export function howToGoOn(
  result: CheckResult,
  values: OptionValues,
  killed: 'interrupted' | 'out of memory' | null,
  heapMegabytes: number,
): string | null {
  if (killed === 'interrupted') return 'It had to be ended by force: this is what was covered up to a moment before.'
  if (killed === 'out of memory') return afterMemory(values, heapMegabytes)
  const { budget = Infinity, 'max-executions': most = Infinity } = values
  const limit =
    result.stopped === 'max-executions'
      ? `A higher limit goes on: --max-executions ${10 * most}`
      : result.stopped === 'budget'
        ? afterBudget(result, values, budget / 1000)
        : null
  return [limit, result.advice].filter((text) => text !== null).join('\n') || null
}

/** Twice as much as there was; the heap's limit is what the engine chose, or what it was told. */
function afterMemory(values: OptionValues, heapMegabytes: number): string {
  const less = values['no-count'] === true ? '' : '--no-count needs less, '
  return (
    'Memory ran out: this is what was covered up to a moment before. ' +
    `${less}NODE_OPTIONS=--max-old-space-size=${2 * Math.ceil(heapMegabytes)} gives more.`
  )
}

/** How long the rest would take decides whether a larger budget is good advice. */
function afterBudget(result: CheckResult, { bound, reduction }: OptionValues, budget: number): string {
  const { estimate, seconds: spent, sampling, tree } = result
  if (sampling !== null)
    return `A larger budget draws more executions, another seed others: --budget ${budgetOf(10 * budget)}, --seed ${sampling.seed + 1}`
  if (tree !== null)
    return `So far ${tree.fringe.toLocaleString('en-US')} executions are left, each of which may lead to more. A larger budget: --budget ${budgetOf(10 * budget)}`
  if (estimate === null) {
    return `How long it would take cannot be said yet. A larger budget: --budget ${budgetOf(10 * budget)}`
  }
  const {
    pass,
    seconds: { low, high },
  } = estimate
  const rest = `Going on as so far, the rest${pass ? ' of this pass' : ''} takes ${formatTimes(low, high)}`
  if (high <= LONGEST_WAIT) return `${rest}: --budget ${budgetOf(spent + high)} may be enough${pass ? ' for that' : ''}`
  const smaller = 'fewer threads or shorter ones leave less to search'
  if (pass || reduction === 'optimal') return `${rest}: ${smaller}`
  return `${rest}: ${bound === undefined ? 'a bound (--bound preemption:1)' : 'a lower limit'}, ${smaller}`
}

/** As `--budget` is given, not less than so many seconds. */
function budgetOf(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)}s`
  return seconds < 7200 ? `${Math.ceil(seconds / 60)}m` : `${Math.ceil(seconds / 3600)}h`
}
