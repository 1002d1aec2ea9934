import { usageError } from '../base/errors.ts'
import type { BestFirstOptions } from '../search/best-first/best-first.ts'
import { priorities, type PriorityName, priorityNames } from '../search/priorities/index.ts'
import type { PriorityFunction } from '../search/priorities/own.ts'
import { changedLines } from './changed-lines.ts'
import type { CheckOptions } from './check-options.ts'

export const BEST_FIRST = 'best-first'
/** Most bugs need few preemptions, and the reduction leaves out what leads nowhere new (D 3.6). */
const DEFAULT_PRIORITY: PriorityName = 'pb'
/** What was named comes first, and of that what needs few preemptions. */
const FOCUSED_PRIORITY = 'method,var,pb'

/** Why a reduction must be explored depth-first. */
const reasons: Readonly<Record<string, string>> = {
  optimal: 'its wakeup trees hold what is left below each state of one path, and are used up along it',
  stateful: 'it knows a state as explored once all below it is, which comes last here',
}

/** What a search in the order of priorities is to go by; null for other orders, which have none. */
export function bestFirstOf(options: CheckOptions, order: string, defaultSeed: number): BestFirstOptions | null {
  const { reduction, seed, focus = [], focusDiff, fringe, count } = options
  if (order !== BEST_FIRST) {
    const given = (['priority', 'focus', 'focusDiff', 'fringe'] as const).find((name) => options[name] !== undefined)
    if (given === undefined) return null
    throw usageError(`${given} is for order '${BEST_FIRST}', got order '${order}'; leave one of the two out`)
  }
  if (reduction !== undefined && reasons[reduction] !== undefined)
    throw usageError(
      `reduction '${reduction}' explores depth-first only, since ${reasons[reduction]}; use reduction 'dpor' or 'none' with order '${BEST_FIRST}'`,
    )
  const isFocused = focus.length > 0 || focusDiff !== undefined
  const all = prioritiesOf(options.priority ?? (isFocused ? FOCUSED_PRIORITY : DEFAULT_PRIORITY))
  const names = all.filter((one) => typeof one !== 'function')
  const said = all.map((one) => (typeof one === 'function' ? 'a function' : one)).join(',')
  if (seed !== undefined && !names.includes('random'))
    throw usageError(`seed is for priority 'random', got priority '${said}'; leave one of the two out`)
  const focused = names.find((name) => priorities[name].needsFocus === true)
  if (focused !== undefined && !isFocused)
    throw usageError(`priority '${focused}' needs focus, a list of functions, lines and shared locations, or focusDiff`)
  if (isFocused && focused === undefined)
    throw usageError(`focus and focusDiff are for the priorities method and var, got priority '${said}'`)
  const counting = names.find((name) => priorities[name].needsCounts === true)
  if (counting !== undefined && count === false)
    throw usageError(`priority '${counting}' goes by local states, which are not counted; leave one of the two out`)
  if (fringe !== undefined && !(fringe === Infinity || (Number.isSafeInteger(fringe) && fringe >= 1)))
    throw usageError(`fringe must be an integer from 1 and up, got ${String(fringe)}`)
  const changed = focusDiff === undefined ? [] : changedLines(focusDiff)
  return { priorities: all, seed: seed ?? defaultSeed, focus: { names: focus, changed }, fringe }
}

/** As the result names them. */
export const priorityTexts = ({ priorities: all }: BestFirstOptions): string[] =>
  all.map((one) => (typeof one === 'function' ? `function ${one.name}`.trim() : one))

function prioritiesOf(given: NonNullable<CheckOptions['priority']>): (PriorityName | PriorityFunction)[] {
  const parts = (Array.isArray(given) ? given : [given]) as readonly (string | PriorityFunction)[]
  const all = parts.flatMap((part): (PriorityName | PriorityFunction)[] =>
    typeof part === 'function' ? [part] : part.split(',').map((name) => nameOf(name.trim())),
  )
  const twice = all.find((one, i) => all.indexOf(one) < i)
  if (twice !== undefined)
    throw usageError(`priority '${String(twice)}' is given twice; the first one has decided by then`)
  return all
}

function nameOf(name: string): PriorityName {
  if (priorityNames.includes(name as PriorityName)) return name as PriorityName
  throw usageError(`unknown priority '${name}'; there are ${priorityNames.join(', ')}, one or several with commas`)
}
