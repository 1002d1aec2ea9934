import { type Capacities, defaultCapacities } from '../../../src/base/capacities.ts'
import { Checker, type CheckOptions } from '../../../src/checking/checker.ts'
import type { Execution } from '../../../src/execution/execution.ts'
import { newHeartbeat } from '../../../src/execution/heartbeat.ts'
import type { CheckResult } from '../../../src/results/check-result.ts'
import { Random } from '../../validation/programs/random.ts'
import { loadSource } from '../spins/check-source.ts'

/** Searches of more executions are left. */
const MOST = 1500

export interface Found {
  /** What one search has found and the other has not; null if they agree. */
  readonly difference: string | null
  readonly converged: boolean
  readonly outcomes: number
  readonly races: number
}

/** Null if the program is too large. */
export function compareSearches(source: string, seed: number, named?: string): Found | null {
  const random = new Random(~seed)
  const expected = searchWith(source, { reduction: 'optimal' }, { ...defaultCapacities, localStates: 0 })
  if (expected === null) return null
  const reduction = named ?? random.pick(['stateful', 'stateful', 'stateful', 'optimal', 'dpor'])
  const bounds = reduction === 'stateful' && random.chance(0.2) ? { bounds: { preemption: 20 } } : {}
  const checkedEvery = random.pick([3, 1 << 30])
  const capacities = { ...defaultCapacities, checkedAtFirst: random.pick([0, 2]), checkedEvery }
  const found = searchWith(source, { reduction, ...bounds }, capacities)
  if (found === null) return null
  const [one, other] = [summary(expected.result), summary(found.result)]
  return {
    difference: one === other ? null : `${reduction}:\n${other}\ninstead of\n${one}`,
    converged: found.converged,
    outcomes: expected.result.outcomes.length,
    races: expected.result.bugs.length,
  }
}

/** Null if it has more executions than are worth the time. */
export function searchWith(
  source: string,
  options: CheckOptions,
  capacities: Capacities = defaultCapacities,
): { readonly result: CheckResult; readonly converged: boolean } | null {
  const all = {
    budgetMs: Infinity,
    allBugs: true,
    minimise: false,
    races: true,
    maxDepth: 400,
    maxExecutions: MOST,
    ...options,
  }
  const checker = new Checker(loadSource(source), all, newHeartbeat(), capacities)
  while (!checker.run(Infinity));
  const result = checker.result()
  if (result.executions >= MOST || result.cut > 0) return null
  return { result, converged: (checker as unknown as { readonly execution: Execution }).execution.memory.converges }
}

/** What a search is to find, whatever its order. */
export function summary({ outcomes, bugs }: CheckResult): string {
  const values = outcomes.map(({ value }) => JSON.stringify(value) ?? 'undefined').sort()
  const failures = bugs.map(({ kind, message }) => `${kind}: ${unordered(message)}`).sort()
  return [...new Set([...values, ...failures])].join('\n')
}

/** A race is one whichever access came first, and in whichever of several interchangeable threads it shows. */
const unordered = (message: string): string =>
  message
    .replace(/thread\d/g, 'thread')
    .replace(/^(\S+ \([^)]+\)) and (\S+ \([^)]+\))/, (_, a: string, b: string) => [a, b].sort().join(' and '))
