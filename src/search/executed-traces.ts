import { HashSet } from '../base/hash-set.ts'
import type { Strategy } from './strategies/index.ts'

/** The set of complete traces by which a search notices that it has executed one before; null where it does not. */
export function executedTraces(
  { onePerTrace, mergesStates }: Strategy,
  cache: boolean,
  counted: HashSet | null,
  places: number,
): HashSet | null {
  if (mergesStates) return null
  if (cache) return counted ?? new HashSet(places)
  // One execution per trace comes to a trace again only after failures: what is counted anyway is enough to tell.
  return onePerTrace ? counted : null
}
