/**
 * What can be done where executions do not end within the depth limit; `test/checking/advice.test.ts` takes every
 * advice.
 */
import type { ReductionName } from '../search/explorer.ts'
import { type Bounds, DEFAULT_FAIR_LIMIT } from './check-options.ts'

/** Threads that went round when an execution was cut. */
export interface Rounds {
  /** Where, in the source. */
  readonly places: readonly string[]
  /** The names of those that do not yield there. */
  readonly withoutYield: readonly string[]
}

/** What the search was that met them. */
export interface Searched {
  readonly reduction: ReductionName
  readonly bounds: Bounds
  /** Whether the check adds a fair bound by itself where threads yield. */
  readonly iterative: boolean
}

/** Out of a loop that goes round for ever as long as others do not run. */
export function wayOut({ withoutYield }: Rounds, search: Searched): string {
  if (withoutYield.length === 0) return fairBound(search, 'leaves it')
  return `call yieldNow() in the loop of ${listed(withoutYield, 'and')} (or name it: --yield FILE:LINE), so that ${fairBound(search, 'can leave it')}`
}

/** Executions were cut, and it is not known whether they end. */
export function adviceOnCuts({ withoutYield }: Rounds, search: Searched, maxDepth: number): string {
  const further = `A higher depth limit lets executions go on: --max-depth ${10 * maxDepth}`
  if (withoutYield.length > 0) {
    const who = listed(withoutYield, 'or')
    return (
      `${further}; or if ${who} waits there for another thread, call yieldNow() in its loop (or name it: --yield FILE:LINE): ` +
      `then ${fairBound(search, 'leaves it')}`
    )
  }
  const {
    bounds: { fair = search.iterative ? DEFAULT_FAIR_LIMIT : Infinity },
  } = search
  if (fair <= DEFAULT_FAIR_LIMIT) return further
  return `${further}; or where threads wait for others, ${fairBound(search, 'leaves the loop')}`
}

/** Which one, where the search has none, or one that lets threads go round for long. The optimal reduction has none. */
function fairBound({ reduction, bounds: { fair }, iterative }: Searched, does: string): string {
  if (fair === undefined ? iterative : fair <= DEFAULT_FAIR_LIMIT) return `a fair bound ${does}`
  if (fair !== undefined) return `a lower fair bound than ${fair} ${does} (--bound fair:${DEFAULT_FAIR_LIMIT})`
  const instead = reduction === 'optimal' ? '--reduction dpor ' : ''
  return `a fair bound ${does} (${instead}--bound fair:${DEFAULT_FAIR_LIMIT})`
}

const listed = (names: readonly string[], last: string): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)!}`
