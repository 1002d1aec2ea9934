import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import { type Bounds, type Explored, Subject } from '../support/subject.ts'

type Words = { x: Int32Array; y: Int32Array }
const shared = (mem: Mem): Words => ({ x: mem.int32('x', [0]), y: mem.int32('y', [0]) })

/**
 * An exception ends an execution, so how far the other threads had got differs between executions that a reduction need
 * not tell apart. What it must not lose is anything that a thread can do, and so no bug.
 */
function compare(subject: Program, bounds: Bounds): { reduced: Explored; unreduced: Explored } {
  const tested = new Subject(subject)
  const unreduced = tested.explore({ reduction: 'none', bounds })
  for (const optimise of ['none', 'all', ['sleep'], ['trans', 'alt']] as const) {
    const reduced = tested.explore({ bounds, optimise })
    assert.deepEqual(
      [...reduced.localStates].sort(),
      [...unreduced.localStates].sort(),
      `${JSON.stringify(bounds)}, optimised by ${optimise.toString()}`,
    )
    for (const trace of reduced.traces.keys()) assert.ok(unreduced.traces.has(trace))
  }
  return { reduced: tested.explore({ bounds }), unreduced }
}

const failing = (name: 'x' | 'y') =>
  function* (s: Words) {
    yield* ops.write(s[name], 0, 1)
    yield* ops.read(s[name], 0)
    throw new Error(name)
  }

describe('a thread that always fails does not hide what others do', () => {
  const program1 = program({ name: 'two independent failures', shared, threads: [failing('x'), failing('y')] })
  for (const bounds of [
    {},
    { preemption: 0 },
    { preemption: 1 },
    { context: 1 },
    { delta: 1 },
    { fair: 0 },
    { 'local-depth': 2 },
  ]) {
    test(JSON.stringify(bounds), () => {
      const { reduced } = compare(program1, bounds)
      assert.ok(reduced.failures >= 2)
    })
  }
})

describe('what is pending when another thread fails was possible before', () => {
  const program2 = program({
    name: 'a failure that only an early read shows',
    shared,
    threads: [
      function* (s: Words) {
        yield* ops.write(s.x, 0, 1)
        throw new Error('after the write')
      },
      function* (s: Words) {
        if ((yield* ops.read(s.x, 0)) === 1) return
        yield* ops.read(s.y, 0)
        throw new Error('read too early')
      },
    ],
  })
  for (const bounds of [{}, { preemption: 0 }, { preemption: 1 }, { context: 1 }, { context: 2 }]) {
    test(JSON.stringify(bounds), () => {
      compare(program2, bounds)
    })
  }
})

test('misuse of a primitive ends an execution in the same way', () => {
  const misuse = program({
    name: 'unlocks what it does not hold',
    shared: (mem: Mem) => ({ m: mem.mutex('m'), x: mem.int32('x', [0]) }),
    threads: [
      function* (s) {
        yield* ops.unlock(s.m)
      },
      function* (s) {
        yield* ops.lock(s.m)
        yield* ops.write(s.x, 0, 1)
        yield* ops.unlock(s.m)
      },
    ],
  })
  const { unreduced } = compare(misuse, {})
  assert.equal(unreduced.failures, unreduced.executions)
})
