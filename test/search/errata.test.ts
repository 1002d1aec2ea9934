/**
 * The minimal programs on which known readings of the papers lose coverage. In each, every sound set of optimisations
 * must find exactly what the search without reduction finds under the same bound; the numbers are those that were
 * published with the counterexamples, or counted by hand.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Program } from '../../src/program/program.ts'
import { sketch, type SketchOptions } from '../programs/sketch.ts'
import { assertSame } from '../support/assert-same.ts'
import { permutations } from '../support/permutations.ts'
import { type Bounds, type Settings, Subject } from '../support/subject.ts'
import { soundSubsets } from '../support/subsets.ts'

/** In every order of the threads, since a search that misses something often misses it in one order only. */
function compare(program: Program, bounds: Bounds, traces: number | null, settings: Settings = {}): void {
  for (const order of permutations(program.threads.length)) {
    const subject = new Subject({ ...program, threads: order.map((i) => program.threads[i]!) })
    const say = `${JSON.stringify(bounds)}, threads in the order ${order.join()}`
    const unreduced = subject.explore({ ...settings, reduction: 'none', bounds })
    // The delta bound is about the order of the threads.
    if (traces !== null && !('delta' in bounds)) assert.equal(unreduced.traces.size, traces, `traces within ${say}`)
    for (const optimise of soundSubsets(bounds, settings.sealing)) {
      assertSame(
        subject.explore({ ...settings, bounds, optimise }),
        unreduced,
        `${say}, optimised by ${optimise.join() || 'nothing'}`,
      )
    }
  }
}

function complete(text: string, bounds: Bounds, traces: number, options?: SketchOptions): void {
  test(`${text} within ${JSON.stringify(bounds)}: ${traces} traces`, () => {
    compare(sketch(text, options), bounds, traces)
  })
}

describe('bounds', () => {
  describe('errata 1: the fair bound charges the thread that yields, not the one that starves', () => {
    // Within 0, a thread runs only while no enabled thread has yielded less often: b must go once a has yielded.
    complete('[yield; r x] || [w x]', { fair: 0 }, 1)
    complete('[yield; r x] || [w x]', { fair: 1 }, 2)
    // After two yields, a may write only when b has yielded too or ended: not before b's first read.
    complete('[yield; yield; w x] || [r x; yield; r x]', { fair: 1 }, 2)
    complete('[yield; yield; w x] || [r x; yield; r x]', { fair: 2 }, 3)
  })
  describe('errata 4: the very first transition is the start of a block', () => {
    complete('[w y; w x] || [r x]', { preemption: 0 }, 2)
    complete('[w y; w z; w x] || [r x]', { preemption: 0 }, 2)
  })
  describe('errata 5: at the start, every thread is free', () => {
    complete('[w x] || [w x] || [w x]', { preemption: 0 }, 6)
    complete('[w x] || [w x] || [w x]', { context: 2 }, 6)
    complete('[w x] || [w x] || [w x]', { context: 1 }, 0)
  })
  describe("errata 6: every thread's most recent dependent event, not only the last access", () => {
    complete('[r x] || [r x; w x]', {}, 2)
    complete('[r x] || [r x; w x]', { preemption: 0 }, 2)
  })
  describe('errata 8: the depth is the number of transitions', () => {
    complete('[w x; w x] || [w x]', { depth: 2 }, 0)
    complete('[w x; w x] || [w x]', { depth: 3 }, 3)
  })
  describe('errata 11: a thread over the fair bound counts as disabled', () => {
    complete('[yield; yield; cas x] || [yield; r x; r x] || [add x; r x]', { fair: 1 }, 6)
    complete('[yield; yield; w y] || [yield; add x; r y; yield] || [add x]', { fair: 1 }, 4)
  })
  describe('errata 12: a block ends after a yield', () => {
    complete('[w x; w y] || [r x; yield; w y; w y]', { preemption: 0 }, 3)
  })
  describe('errata 10: with fairness, switches away from a thread that yielded or may not go on are free', () => {
    for (const fair of [0, 1, 2])
      for (const preemption of [0, 1, 2]) {
        test(`fair ${fair}, preemption ${preemption}`, () => {
          compare(sketch('[w x; w y] || [r x; yield; w y; w y]'), { fair, preemption }, null)
          compare(sketch('[yield; yield; cas x] || [yield; r x; r x] || [add x; r x]'), { fair, preemption }, null)
        })
      }
  })
})

describe('local bounds', () => {
  describe('errata 15: local depth counts what the reader of an overwritten variable saw', () => {
    // If x is read before it is written, the read is in the past of all that follows: four events.
    complete('[w y] || [r x] || [w x; r y]', { 'local-depth': 3 }, 2)
    complete('[w y] || [r x] || [w x; r y]', { 'local-depth': 4 }, 4)
    test('r1 x, w2 x, r2 y, w0 y has depth 4', () => {
      const costs = new Map<string, number>()
      new Subject(sketch('[w y] || [r x] || [w x; r y]')).explore({
        reduction: 'none',
        bounds: { 'local-depth': 100 },
        each: ({ schedule, costs: { 'local-depth': cost } }) => costs.set(schedule, cost!),
      })
      assert.equal(costs.get('bcca'), 4)
      assert.equal(costs.get('cbca'), 3)
    })
  })
  test('errata 16: equivalent executions have one local context, whatever the order of their reads', () => {
    const costs = new Map<string, Set<number>>()
    const settings: Settings = {
      reduction: 'none',
      bounds: { 'local-context': 100 },
      each: ({ trace, costs: { 'local-context': cost } }) =>
        costs.set(trace, (costs.get(trace) ?? new Set()).add(cost!)),
    }
    const { executions } = new Subject(sketch('[w x; r x; r x] || [r x] || [w x]')).explore(settings)
    assert.ok(executions > costs.size, 'some executions are equivalent')
    for (const values of costs.values()) assert.equal(values.size, 1)
  })
})

describe('sleep sets and optimisations', () => {
  describe('errata 17: a sleeping thread does not stand for what must run', () => {
    complete('[w x] || [r a; r x] || [r b; r x]', {}, 4)
  })
  describe('errata 18: to sleep under a bound, a sub-tree must have been complete', () => {
    complete('[w x; r y] || [r y] || [w y]', { preemption: 0 }, 4)
  })
  describe('errata 20: transitive reduction and alternative threads, alone and together', () => {
    for (const preemption of [0, 1, 2]) {
      test(`preemption ${preemption}`, () => {
        compare(sketch('[w x; r z; w y] || [r y; w x] || [lock m; r x; unlock m; w z]'), { preemption }, null)
      })
    }
  })
  describe('errata 21: before a release, a switch can be cheaper', () => {
    complete('[lock m; w z; unlock m; w x] || [r z; w x; lock m; w x]', { preemption: 1 }, 6)
  })
  describe('a state that was seen at the same cost, but in another block', () => {
    complete('[add y; r x; r y; lock m] || [r y] || [lock m; w y; w x]', { preemption: 1 }, 17)
  })
  describe('a read lock is not exclusive: it can be taken before another one is released', () => {
    complete('[rlock l; runlock l] || [rlock l; runlock l]', {}, 6)
    complete('[rlock l; r x; runlock l] || [rlock l; r x; runlock l] || [wlock l; w x; wunlock l]', { context: 3 }, 10)
  })
})

describe('blocking', () => {
  describe('errata 23: an operation that is pending at the end was possible before', () => {
    complete('[set e; reset e] || [await e]', {}, 2)
    complete('[set e; reset e] || [await e]', { preemption: 1 }, 2)
    complete('[lock a; lock b; unlock b; unlock a] || [lock b; lock a; unlock a; unlock b]', { preemption: 1 }, 3)
    complete('[lock m] || [lock m]', {}, 2)
  })
})

describe('sealed code', () => {
  const sealing = true
  test('what is sealed looks at enabledness, so before a release it can be cheaper there too', () => {
    compare(sketch('[lock m; unlock m] || [w y; add x; w z] || [w y; ~lock m; ~w y]'), {}, 5, { sealing })
  })
  test('errata 13: the backtrack point goes to the start of the sealed run', () => {
    compare(sketch('[w x; r x; ~r y] || [w y] || [r y; ~r x]'), { preemption: 2 }, null, { sealing })
  })
  test('a sealed run is one step for the others', () => {
    compare(sketch('[w x; ~w y] || [r x; ~r y]'), {}, 2, { sealing })
  })
  test('under other bounds, the start of the sealed run has its own price', () => {
    compare(sketch('[r x; r x; ~w y] || [yield] || [r x; r y; w y]'), { delta: 2 }, null, { sealing })
  })
  test('a yield inside sealed code ends no block', () => {
    compare(sketch('[r y; yield; ~add x] || [add x; r x; lock m; ~r y]'), { preemption: 0 }, 2, { sealing })
    compare(sketch('[yield; ~add x; w y] || [r y; ~yield]'), { preemption: 0 }, 2, { sealing })
  })
})

describe('known failures of other tools', () => {
  describe('three threads without preemptions', () => {
    complete('[w x; w y] || [r x; w z] || [r y; r z]', { preemption: 0 }, 6)
    complete('[w x; r y] || [w y; r z] || [w z; r x]', { preemption: 0 }, 6)
  })
  test('a switch away from a thread that has become blocked is free, also when the bound is used up', () => {
    // a takes the lock and is preempted; b reads z, writes x, and blocks. Going back to a costs nothing, so the bound
    // holds.
    const program = sketch('[lock m; w z; unlock m; w x] || [r z; w x; lock m; w x]')
    const subject = new Subject(program)
    let wanted = ''
    const { traces } = subject.explore({
      reduction: 'none',
      each: ({ schedule, trace }) => {
        if (schedule === 'abbaaabb') wanted = trace
      },
    })
    assert.equal(traces.get(wanted), 1, 'one preemption, after the lock')
    assert.ok(!subject.explore({ bounds: { preemption: 0 } }).traces.has(wanted))
    assert.ok(subject.explore({ bounds: { preemption: 1 } }).traces.has(wanted))
  })
})
