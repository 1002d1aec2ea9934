/** Results written by hand, for tests of what is made of them. */
import type { Bug, CheckResult, EventRow } from '../../src/results/check-result.ts'

export const verified: CheckResult = {
  schema: 1,
  program: 'p',
  outcome: 'verified',
  search: { reduction: 'none', order: 'dfs', iterate: [], bounds: {}, optimisations: [], commute: [] },
  guarantee: 'All is well.',
  inputs: null,
  sampling: null,
  tree: null,
  stopped: null,
  advice: null,
  estimate: null,
  exhaustive: true,
  executions: 1234,
  repeated: 6,
  blocked: 5,
  cut: 0,
  excluded: 7,
  transitions: 99,
  visited: 50,
  traces: 3,
  localStates: null,
  states: null,
  merged: null,
  passes: [],
  omitted: { outcomes: 0, bugs: 0, races: 0, held: 0 },
  outcomes: [],
  bugs: [],
  races: [],
  held: [],
  values: { fixed: [], explored: {} },
  instrumented: { sites: 4, skipped: ['p.ts:1:2 a getter'] },
  seconds: 0.5,
  peakRssBytes: 1,
}

export const anEvent = (index: number, more: Partial<EventRow> = {}): EventRow => ({
  index,
  thread: 'ann',
  operation: 'read',
  location: 'a[0]',
  value: '1',
  at: null,
  preemption: false,
  ...more,
})

export const aBug = (more: Partial<Bug> = {}): Bug => ({
  kind: 'exception',
  message: 'Error: no',
  schedule: 'h1.x',
  preemptions: 0,
  thread: 'ann',
  at: null,
  ...more,
})
