import assert from 'node:assert/strict'
import type { Explored } from './subject.ts'

/**
 * A reduced search found everything that the unreduced one did, and nothing else: the traces, the local states and,
 * since both share dependence and hashing, the outcomes by value.
 */
export function assertSame(reduced: Explored, unreduced: Explored, what = 'reduced against unreduced'): void {
  assert.deepEqual(
    missing(reduced.traces.keys(), unreduced.traces),
    [],
    `${what}: traces that the unreduced search does not have`,
  )
  assert.equal(reduced.traces.size, unreduced.traces.size, `${what}: traces`)
  assert.deepEqual(
    missing(reduced.localStates, unreduced.localStates),
    [],
    `${what}: local states that the unreduced search does not have`,
  )
  assert.equal(reduced.localStates.size, unreduced.localStates.size, `${what}: local states`)
  assert.deepEqual([...reduced.outcomes.keys()].sort(), [...unreduced.outcomes.keys()].sort(), `${what}: outcomes`)
  assert.ok(reduced.executions <= unreduced.executions, `${what}: a reduction must not add executions`)
}

function missing(keys: Iterable<string>, from: { has(key: string): boolean }): string[] {
  return [...keys].filter((key) => !from.has(key))
}
