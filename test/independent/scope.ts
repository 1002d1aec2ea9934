import type { CostName, Expectation } from './expectation.ts'

/** What a bounded search may report, and what it must have seen when it has finished. */
export interface Scope {
  may(fact: string): boolean
  must(fact: string): boolean
}

export type Bounds = Readonly<Record<string, number>>

/** No program of the generator comes near this with any bound. */
export const ENOUGH = 1000

export function scopeOf(bounds: Bounds, expectation: Expectation): Scope {
  const limits = Object.entries(bounds).filter(([, limit]) => limit < ENOUGH)
  if (limits.length === 0) return { may: () => true, must: () => true }
  const { fair, ...others } = Object.fromEntries(limits) as Record<string, number>
  const names = Object.keys(others)
  if (fair !== undefined) return fairScope(fair, names, others, expectation)
  // Two costs may each be within their limits without any execution that is within both.
  const scopes = names.map((name) => oneBound(name, others[name]!, expectation))
  return {
    may: (fact) => scopes.every(({ may }) => may(fact)),
    must: (fact) => scopes.length === 1 && scopes[0]!.must(fact),
  }
}

/** What a check says that has covered several bounds, each by itself. */
export function anyScopeOf(all: readonly Bounds[], expectation: Expectation): Scope {
  const scopes = all.map((bounds) => scopeOf(bounds, expectation))
  return {
    may: (fact) => scopes.some(({ may }) => may(fact)),
    must: (fact) => scopes.some(({ must }) => must(fact)),
  }
}

function fairScope(fair: number, names: readonly string[], limits: Bounds, expectation: Expectation): Scope {
  const least = expectation.preemptionsWithinFair(fair)
  const preemptions = names.length === 0 ? Infinity : limits['preemption']
  if (preemptions === undefined) return { may: (fact) => least.has(fact), must: () => false }
  const within = (fact: string): boolean => (least.get(fact) ?? Infinity) <= preemptions && least.has(fact)
  return { may: within, must: (fact) => names.length < 2 && within(fact) }
}

function oneBound(name: string, limit: number, { facts, bounds }: Expectation): Scope {
  const within =
    (bound: string) =>
    (fact: string): boolean =>
      facts.get(fact)![bound as CostName]! <= limit
  if ((bounds as readonly string[]).includes(name)) return { may: within(name), must: within(name) }
  // The local bounds leave out nothing that their global ones keep (D 7.3, 7.4).
  if (name.startsWith('local-')) return { may: () => true, must: within(name.slice('local-'.length)) }
  return { may: () => true, must: () => false }
}
