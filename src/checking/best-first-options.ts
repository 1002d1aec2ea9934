import { usageError } from '../base/errors.ts'
import type { BestFirstOptions } from '../search/best-first/best-first.ts'
import { type PriorityName, priorityNames } from '../search/priorities/index.ts'
import type { CheckOptions } from './check-options.ts'

export const BEST_FIRST = 'best-first'
/** Most bugs need few preemptions, and the reduction leaves out what leads nowhere new (D 3.6). */
export const DEFAULT_PRIORITY: PriorityName = 'pb'

/** Why a reduction must be explored depth-first. */
const reasons: Readonly<Record<string, string>> = {
  optimal: 'its wakeup trees hold what is left below each state of one path, and are used up along it',
  stateful: 'it knows a state as explored once all below it is, which comes last here',
}

/** What a search in the order of priorities is to go by; null for other orders, which have none. */
export function bestFirstOf(options: CheckOptions, order: string, defaultSeed: number): BestFirstOptions | null {
  const { priority, reduction, seed } = options
  if (order !== BEST_FIRST) {
    if (priority === undefined) return null
    throw usageError(`priority is for order '${BEST_FIRST}', got order '${order}'; leave one of the two out`)
  }
  if (reduction !== undefined && reasons[reduction] !== undefined)
    throw usageError(
      `reduction '${reduction}' explores depth-first only, since ${reasons[reduction]}; use reduction 'dpor' or 'none' with order '${BEST_FIRST}'`,
    )
  const names = prioritiesOf(priority ?? DEFAULT_PRIORITY)
  if (seed !== undefined && !names.includes('random'))
    throw usageError(`seed is for priority 'random', got priority '${names.join(',')}'; leave one of the two out`)
  return { priorities: names, seed: seed ?? defaultSeed }
}

function prioritiesOf(text: string): PriorityName[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !priorityNames.includes(name as PriorityName))
  if (unknown !== undefined)
    throw usageError(`unknown priority '${unknown}'; there are ${priorityNames.join(', ')}, one or several with commas`)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw usageError(`priority '${twice}' is given twice; the first one has decided by then`)
  return names as PriorityName[]
}
