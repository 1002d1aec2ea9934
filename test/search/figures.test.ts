/** The figures of the papers, as programs. Their drawings are read from the text that explains them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program } from '../../src/program/program.ts'
import { sketch } from '../programs/sketch.ts'
import { assertSame } from '../support/assert-same.ts'
import { type Explored, Subject } from '../support/subject.ts'

function contains(larger: Explored, smaller: Explored): void {
  for (const state of smaller.localStates) assert.ok(larger.localStates.has(state))
}

describe('bounded partial-order reduction', () => {
  test('Figure 1: the final state that needs the other thread before an independent event, without preemptions', () => {
    const subject = new Subject(sketch('[w a; w x] || [r x]'))
    const unreduced = subject.explore({ reduction: 'none', bounds: { preemption: 0 } })
    const reduced = subject.explore({ bounds: { preemption: 0 } })
    assertSame(reduced, unreduced)
    assert.equal(reduced.traces.size, 2)
    assert.equal(reduced.executions, 2, 'and nothing is explored twice')
  })
})

describe('dissertation', () => {
  test('Figure 5.1: a deadlock three transitions deep, of which the first execution shows no sign', () => {
    // t1 t2 t3 t4 || t5 t6: v keeps the lock, so u blocks after t5, t6, t1.
    const subject = new Subject(sketch('[w a; lock m; unlock m; w b] || [w c; lock m]'))
    for (const optimise of ['none', 'all'] as const) {
      const reduced = subject.explore({ bounds: { depth: 3 }, optimise })
      assertSame(reduced, subject.explore({ reduction: 'none', bounds: { depth: 3 } }))
      assert.equal(reduced.deadlocks.size, 1)
      assert.equal(reduced.traces.size, 1, 'nothing else ends so early')
    }
  })

  test('Figure 6.1: a dependence that a join implies needs no backtrack point', () => {
    const subject = new Subject(
      program({
        name: 'join before read',
        shared: (mem: Mem) => ({ x: mem.int32('x', [0]) }),
        threads: [
          function* main(s: { x: Int32Array }) {
            yield* ops.join(yield* ops.spawn('write'))
            yield* ops.read(s.x, 0)
          },
        ],
        tasks: {
          *write(s: { x: Int32Array }) {
            yield* ops.write(s.x, 0, 1)
          },
        },
      }),
    )
    const reduced = subject.explore({ optimise: ['trans'] })
    assertSame(reduced, subject.explore({ reduction: 'none' }))
    assert.deepEqual([reduced.executions, reduced.blocked], [1, 0])
  })

  test('Figure 6.2: the transitive reduction saves an execution where the other order changes what follows', () => {
    type Words = { x: Int32Array; y: Int32Array; c: Int32Array }
    const subject = new Subject(
      program({
        name: 'what v does depends on y',
        shared: (mem: Mem): Words => ({ x: mem.int32('x', [0]), y: mem.int32('y', [0]), c: mem.int32('c', [0]) }),
        threads: {
          *u(s: Words) {
            yield* ops.write(s.x, 0, 1)
            yield* ops.write(s.y, 0, 1)
          },
          *v(s: Words) {
            if ((yield* ops.read(s.y, 0)) === 1) yield* ops.write(s.x, 0, 2)
            else yield* ops.read(s.c, 0)
          },
        },
      }),
    )
    const unreduced = subject.explore({ reduction: 'none' })
    const without = subject.explore({ optimise: 'none' })
    const withIt = subject.explore({ optimise: ['trans'] })
    for (const reduced of [without, withIt]) assertSame(reduced, unreduced)
    assert.equal(unreduced.traces.size, 2)
    assert.equal(without.executions, 3)
    assert.equal(withIt.executions, 2)
  })

  test('Figure 6.3: by running before a release, a thread blocks later and saves a preemption', () => {
    const subject = new Subject(sketch('[lock m; w z; unlock m; w x] || [r z; w x; lock m; w x]'))
    const seen = new Map<string, { trace: string; preemptions: number }>()
    subject.explore({
      reduction: 'none',
      bounds: { preemption: 100 },
      each: ({ schedule, trace, costs: { preemption } }) => seen.set(schedule, { trace, preemptions: preemption! }),
    })
    // Execution 1 preempts u after its release and v before its last write; in execution 2 v blocks instead. The same
    // trace.
    const { trace } = seen.get('aaabbbab')!
    assert.deepEqual(seen.get('aaabbbab'), { trace, preemptions: 2 })
    assert.deepEqual(seen.get('aabbaabb'), { trace, preemptions: 1 })
    assertSame(
      subject.explore({ bounds: { preemption: 1 } }),
      subject.explore({ reduction: 'none', bounds: { preemption: 1 } }),
    )
  })

  test('Figure 7.1: a local state of four events is found on a path of seven', () => {
    const subject = new Subject(sketch('[r a; r b; r c] || [w y; w x] || [w z; r x]'))
    const local = subject.explore({ bounds: { 'local-depth': 4 } })
    assertSame(local, subject.explore({ reduction: 'none', bounds: { 'local-depth': 4 } }))
    assert.equal(local.traces.size, 2, 'x is read before or after it is written, and all threads end')
    const depth = subject.explore({ reduction: 'none', bounds: { depth: 4 } })
    assert.equal(depth.traces.size, 0)
    contains(local, depth)
    assert.ok(local.executions < depth.truncated, 'with fewer executions')
    // One event less, and neither the read that sees the write nor the write that comes after the read is reached.
    assert.equal(subject.explore({ bounds: { 'local-depth': 3 } }).localStates.size, local.localStates.size - 2)
  })

  test('Figure 7.2: a context switch that nobody can see does not count', () => {
    const subject = new Subject(sketch('[w a; r x; r y] || [w x; w y]'))
    const costs = new Map<string, Readonly<Record<string, number>>>()
    subject.explore({
      reduction: 'none',
      bounds: { context: 100, 'local-context': 100 },
      each: (seen) => costs.set(seen.schedule, seen.costs),
    })
    // Without the events that nobody saw, b's two writes come before a's two reads.
    assert.deepEqual(costs.get('ababa'), { context: 4, 'local-context': 1 })
    for (const limit of [0, 1, 2, 3]) {
      const local = subject.explore({ bounds: { 'local-context': limit } })
      assertSame(local, subject.explore({ reduction: 'none', bounds: { 'local-context': limit } }))
      contains(local, subject.explore({ reduction: 'none', bounds: { context: limit } }))
    }
  })
})
