import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Capacities, defaultCapacities } from '../../src/base/capacities.ts'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import type { HeddleError } from '../../src/base/errors.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { fibBench } from '../programs/counters.ts'

function run(subject: Program, options: CheckOptions, capacities: Partial<Capacities> = {}): CheckResult {
  const checker = new Checker(subject, { allBugs: true, ...options }, undefined, {
    ...defaultCapacities,
    ...capacities,
  })
  while (!checker.run(1000));
  return checker.result()
}

const outcomes = (result: CheckResult): string[] => result.outcomes.map(({ value }) => JSON.stringify(value)).sort()

/** Searches that remember find what one finds that runs all code each time. */
function sameOutcomes(make: () => Program): void {
  const expected = run(make(), { reduction: 'none' })
  assert.equal(expected.repeated, 0)
  const searches: CheckOptions[] = [
    { reduction: 'optimal' },
    { reduction: 'dpor' },
    { bounds: { preemption: 9 } },
    { bounds: { context: 30 } },
  ]
  for (const options of searches) {
    const result = run(make(), options)
    assert.deepEqual(outcomes(result), outcomes(expected), JSON.stringify(options))
    assert.equal(result.executions, result.traces, JSON.stringify(options))
  }
}

const words = (mem: Mem): { x: Int32Array } => ({ x: mem.int32('x', 3) })

test('code runs where a thread has received something new, not in each execution', () => {
  let starts = 0
  const subject = program({
    name: 'counted',
    shared: words,
    threads: Array.from(
      { length: 5 },
      () =>
        function* (s: { x: Int32Array }) {
          starts++
          const v = yield* ops.read(s.x, 0)
          yield* ops.write(s.x, 0, v + 1)
        },
    ),
  })
  const { executions } = run(subject, { reduction: 'optimal' })
  assert.equal(executions, 14_400)
  // Where something new was received, and in some executions to see that it does the same.
  assert.ok(starts < executions / 10, `${starts} starts`)
})

test('within a bound each trace is executed once, and the rest is repeated', () => {
  const { executions, traces, repeated, blocked } = run(fibBench(3), { bounds: { preemption: 3 } })
  assert.deepEqual([executions, traces, blocked], [776, 776, 0])
  assert.ok(repeated > 0)
})

test('within a bound each trace is executed once, however few local states are remembered', () => {
  for (const localStates of [0, 1, 7, 40]) {
    const { executions, traces } = run(fibBench(3), { bounds: { preemption: 3 } }, { localStates })
    assert.deepEqual([executions, traces], [776, 776], `${localStates}`)
  }
})

test('a trace that fails is executed once, too', () => {
  const subject = program({
    name: 'failing',
    shared: words,
    threads: [
      function* (s: { x: Int32Array }) {
        yield* ops.write(s.x, 0, 1)
        yield* ops.write(s.x, 1, 1)
      },
      function* (s: { x: Int32Array }) {
        yield* ops.write(s.x, 2, 1)
        if ((yield* ops.read(s.x, 0)) === 1) throw new Error('seen')
      },
      function* (s: { x: Int32Array }) {
        yield* ops.read(s.x, 1)
        yield* ops.read(s.x, 2)
      },
    ],
  })
  const searches: readonly CheckOptions[] = [
    { reduction: 'optimal' },
    { reduction: 'dpor' },
    { bounds: { preemption: 2 } },
    { bounds: { context: 9 } },
  ]
  for (const options of searches) {
    const { executions, traces, bugs } = run(subject, options)
    assert.deepEqual([executions, bugs.length], [traces, 1], JSON.stringify(options))
  }
})

test('without the optimisation, traces are executed again', () => {
  const { executions, traces, repeated } = run(fibBench(3), {
    bounds: { preemption: 3 },
    optimise: 'trans,alt,bound,sleep',
  })
  assert.deepEqual([traces, repeated], [776, 0])
  assert.ok(executions > 776)
})

describe('what threads keep to themselves is as if their code had run', () => {
  test('results that are objects, which `outcome` changes', () => {
    sameOutcomes(() =>
      program({
        name: 'objects',
        shared: words,
        threads: [0, 1, 2].map(
          (i) =>
            function* (s: { x: Int32Array }) {
              const seen: number[] = []
              for (let k = 0; k < 2; k++) {
                seen.push(yield* ops.read(s.x, 0))
                yield* ops.write(s.x, 0, i + 1)
              }
              return seen
            },
        ),
        outcome: (_, results) => {
          const text = JSON.stringify(results)
          for (const seen of results as number[][]) seen.push(99)
          return text
        },
      }),
    )
  })

  test('memory and objects that `outcome` and `after` change', () => {
    class Box {
      count = 0
    }
    sameOutcomes(() =>
      program({
        name: 'changed afterwards',
        shared: (mem: Mem) => ({ x: mem.int32('x', 2), box: new Box() }),
        threads: [0, 1, 2].map(
          (i) =>
            function* (s: { x: Int32Array }) {
              const v = yield* ops.read(s.x, 0)
              yield* ops.write(s.x, 0, v + 1)
              yield* ops.write(s.x, 1, i)
            },
        ),
        outcome: (s) => {
          const text = `${s.x.join()} ${++s.box.count}`
          s.x.fill(7)
          return text
        },
        after: (s) => {
          s.x[0]!++
          s.box.count++
        },
      }),
    )
  })

  test('objects that a spawned thread is given and changes, and returns', () => {
    sameOutcomes(() =>
      program({
        name: 'given',
        shared: words,
        threads: [
          function* (s: { x: Int32Array }) {
            const first = yield* ops.spawn('add', { list: [1] })
            const second = yield* ops.spawn('add', { list: [2, yield* ops.read(s.x, 0)] })
            const one = (yield* ops.join(first)) as { list: number[] }
            one.list.push(yield* ops.read(s.x, 1))
            const two = (yield* ops.join(second)) as { list: number[] }
            return [...one.list, ...two.list].join()
          },
          function* (s: { x: Int32Array }) {
            yield* ops.write(s.x, 0, 5)
            yield* ops.write(s.x, 1, 6)
          },
        ],
        tasks: {
          *add(s: { x: Int32Array }, given: { list: number[] }) {
            given.list.push(yield* ops.read(s.x, 0))
            given.list.push(yield* ops.read(s.x, 1))
            return given
          },
        },
      }),
    )
  })

  test('objects with fields of their own in what is shared', () => {
    class Counter {
      private count = 0
      readonly words: Int32Array
      constructor(words: Int32Array) {
        this.words = words
      }
      *step() {
        const v = yield* ops.read(this.words, 0)
        yield* ops.write(this.words, 0, v + ++this.count)
        return this.count
      }
    }
    sameOutcomes(() =>
      program({
        name: 'fields',
        shared: (mem: Mem) => ({ counter: new Counter(mem.int32('x', 1)) }),
        threads: [0, 1].map(
          () =>
            function* (s: { counter: Counter }) {
              return (yield* s.counter.step()) + 10 * (yield* s.counter.step())
            },
        ),
        outcome: (s, results) => ({ x: s.counter.words[0], results }),
      }),
    )
  })

  test('random numbers and clocks', () => {
    sameOutcomes(() =>
      program({
        name: 'random',
        shared: words,
        threads: [0, 1, 2].map(
          () =>
            function* (s: { x: Int32Array }) {
              const first = Math.floor(Math.random() * 1000)
              const v = yield* ops.read(s.x, 0)
              const second = v === 0 ? 0 : Math.floor(Math.random() * 1000)
              yield* ops.write(s.x, 0, v + 1)
              return `${first} ${second} ${Math.floor(Math.random() * 1000)} ${Date.now() % 1000}`
            },
        ),
      }),
    )
  })

  test('0 and -0 are different values, and NaN is one', () => {
    sameOutcomes(() =>
      program({
        name: 'numbers',
        shared: (mem: Mem) => ({ f: mem.float64('f', 1) }),
        threads: [
          function* (s: { f: Float64Array }) {
            return String(1 / (yield* ops.read(s.f, 0))) + String(1 / (yield* ops.read(s.f, 0)))
          },
          function* (s: { f: Float64Array }) {
            yield* ops.write(s.f, 0, -0)
            yield* ops.write(s.f, 0, NaN)
            yield* ops.write(s.f, 0, 0)
          },
        ],
      }),
    )
  })

  test('waiting in two steps', () => {
    sameOutcomes(() =>
      program({
        name: 'waiting',
        shared: (mem: Mem) => ({ m: mem.mutex('m'), c: mem.condition('c'), x: mem.int32('x', 1) }),
        threads: [
          ...[0, 1].map(
            (i) =>
              function* (s: any) {
                yield* ops.lock(s.m)
                while ((yield* ops.read(s.x, 0)) === 0) yield* ops.wait(s.c, s.m)
                const v = Number(yield* ops.read(s.x, 0))
                yield* ops.write(s.x, 0, v + i)
                yield* ops.unlock(s.m)
                return v
              },
          ),
          function* (s: any) {
            yield* ops.lock(s.m)
            yield* ops.write(s.x, 0, 1)
            yield* ops.notifyAll(s.c)
            yield* ops.unlock(s.m)
          },
        ],
      }),
    )
  })
})

test('a failure is found with its place each time, also in code that has caught up', () => {
  const subject = program({
    name: 'failing',
    shared: words,
    threads: [0, 1, 2].map(
      (i) =>
        function* (s: { x: Int32Array }) {
          const v = yield* ops.read(s.x, 0)
          yield* ops.write(s.x, 0, v + 1)
          if ((yield* ops.read(s.x, 0)) === 1 && i === 2) throw new Error(`lost after ${v}`)
        },
    ),
  })
  const { bugs } = run(subject, { reduction: 'optimal' })
  assert.match(bugs[0]!.message, /lost after \d/)
  assert.match(bugs[0]!.at ?? '', /local-states\.test\.[jt]s:\d+/)
})

/** Writes elsewhere once its threads have been started so often; and how often they were. */
function impure(after: number): { subject: Program; starts: () => number } {
  let started = 0
  const subject = program({
    name: 'impure',
    shared: words,
    threads: [0, 1, 2, 3].map(
      () =>
        function* (s: { x: Int32Array }) {
          yield* ops.write(s.x, started++ < after ? 0 : 1, 1)
          yield* ops.read(s.x, 0)
          yield* ops.write(s.x, 2, 1)
        },
    ),
  })
  return { subject, starts: () => started }
}

const isNoticed = (error: HeddleError): boolean =>
  error.kind === 'nondeterminism' && /is not deterministic/.test(error.message)

test('a thread that depends on something else is noticed', () => {
  assert.throws(() => run(impure(200).subject, { reduction: 'optimal' }), isNoticed)
})

test('also if it does so only after the search, since outcomes are run once more', () => {
  const { subject, starts } = impure(Infinity)
  const checker = new Checker(subject, { reduction: 'optimal' })
  while (!checker.run(1000));
  const inSearch = starts()
  assert.throws(() => run(impure(inSearch).subject, { reduction: 'optimal', allBugs: false }), isNoticed)
})
