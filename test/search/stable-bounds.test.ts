/** Within stable bounds a bound keeps nothing from going to sleep; the depth limit does (errata 31). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoundName } from '../../src/bounds/bound.ts'
import { Execution } from '../../src/execution/execution.ts'
import type { Program } from '../../src/program/program.ts'
import { Explorer } from '../../src/search/explorer.ts'
import { noOptimisations, type Optimisations } from '../../src/search/optimisations.ts'
import { philosophers } from '../programs/philosophers.ts'
import { sketch } from '../programs/sketch.ts'

/** Errata 18 for every bound. */
class SleepsIfNothingIsExcluded extends Explorer {
  protected override stands(state: number): boolean {
    return this.stack.exceeded[state] === 0
  }
}

class SleepsAlthoughCut extends Explorer {
  protected override stands(): boolean {
    return true
  }
}

const optimisations: Optimisations = { trans: true, alt: true, release: true, bound: true, sleep: true, cache: false }

interface Searched {
  readonly transitions: number
  readonly localStates: number
  readonly traces: number
}

function search(
  type: typeof Explorer,
  program: Program,
  bounds: Partial<Record<BoundName, number>>,
  optimise = optimisations,
  maxDepth = 1000,
): Searched {
  const execution = new Execution(program)
  const explorer = new type(execution, { reduction: 'dpor', bounds, optimise, maxDepth, count: true }, () => false)
  while (!explorer.finished) explorer.explore()
  assert.ok(!explorer.isOutdated)
  const { transitions, localStates, traces } = explorer.counters
  return { transitions, localStates: localStates!.size, traces: traces!.size }
}

const threads = sketch(
  '[lock m; w x; unlock m; lock n; w y; unlock n] || [lock n; r y; unlock n; lock m; r x; unlock m] || ' +
    '[lock m; r x; unlock m; w z; lock n; w y; unlock n]',
)

describe('stable bounds reach the same with far fewer transitions', () => {
  const rows: readonly [string, Program, Partial<Record<BoundName, number>>, number, number][] = [
    ['philosophers', philosophers(3, 2), { 'local-depth': 15 }, 6999, 1131],
    ['philosophers', philosophers(3, 2), { 'local-context': 3 }, 2864, 1593],
    ['philosophers', philosophers(3, 2), { depth: 12 }, 27_660, 857],
    ['three threads with locks', threads, { 'local-depth': 15 }, 3688, 358],
    ['three threads with locks', threads, { depth: 12 }, 165_204, 708],
  ]
  for (const [name, program, bounds, before, now] of rows) {
    test(`${name} within ${JSON.stringify(bounds)}: ${now} instead of ${before}`, () => {
      const [all, few] = [SleepsIfNothingIsExcluded, Explorer].map((type) => search(type, program, bounds))
      assert.deepEqual([all!.transitions, few!.transitions], [before, now])
      assert.deepEqual({ ...few, transitions: 0 }, { ...all, transitions: 0 })
    })
  }
})

test('a bound that is not stable beside one that is: errata 18 applies', () => {
  const program = sketch('[w x; r z] || [w z]')
  const bounds = { preemption: 0, 'local-depth': 4 }
  const optimise = { ...noOptimisations, sleep: true }
  assert.equal(search(Explorer, program, bounds, optimise).traces, 2)
  assert.equal(search(SleepsAlthoughCut, program, bounds, optimise).traces, 1)
})

test('what the depth limit has cut stays awake', () => {
  const program = sketch('[add x] || [w y; r x] || [w x; r y; w y]')
  const optimise = { ...noOptimisations, sleep: true }
  assert.equal(search(Explorer, program, {}, noOptimisations, 3).localStates, 15)
  assert.equal(search(Explorer, program, {}, optimise, 3).localStates, 15)
  assert.equal(search(SleepsAlthoughCut, program, {}, optimise, 3).localStates, 14)
})
