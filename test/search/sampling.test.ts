/** Orders that draw executions at random: what is drawn, how often, and that it is an execution of the program. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { type Program, program } from '../../src/program/program.ts'
import { type SampledOrderName, sampledOrderNames } from '../../src/search/orders/index.ts'
import { pctBound } from '../../src/search/orders/pct.ts'
import { inc, nWriters } from '../programs/counters.ts'
import { sketch } from '../programs/sketch.ts'
import { Random } from '../support/random.ts'
import { Subject } from '../support/subject.ts'
import { sample, tally } from './sampled.ts'

/** Each value occurs with about its probability: within five standard deviations, which no fixed seed here exceeds. */
function assertDistribution(values: readonly string[], expected: Readonly<Record<string, number>>): void {
  const counts = tally(values)
  assert.deepEqual([...counts.keys()].sort(), Object.keys(expected).sort())
  for (const [value, p] of Object.entries(expected)) {
    const deviation = Math.abs(counts.get(value)! - values.length * p)
    const limit = 5 * Math.sqrt(values.length * p * (1 - p))
    assert.ok(deviation <= limit, `${value}: ${counts.get(value)} of ${values.length}, expected ${p}`)
  }
}

/** Of inc(2), by who reads and writes first: the four traces that its six schedules belong to. */
const traceOf: Readonly<Record<string, string>> = {
  aabb: 'a then b',
  bbaa: 'b then a',
  abab: 'a overwritten',
  baab: 'a overwritten',
  abba: 'b overwritten',
  baba: 'b overwritten',
}

const DRAWN = 12_000

test('random: every enabled thread has the same chance at every state', () => {
  const { schedules } = sample(inc(2), { order: 'random' }, DRAWN)
  assertDistribution(schedules, { aabb: 1 / 4, abab: 1 / 8, abba: 1 / 8, baab: 1 / 8, baba: 1 / 8, bbaa: 1 / 4 })
})

test('POS: traces have the probabilities that redrawn priorities give them', () => {
  // a reads first with 1/2. Then its write, a new draw, exceeds the read of b, the lesser of two, with 2/3. Otherwise it
  // is the least of three, and the write of b, a new draw, exceeds it with 3/4.
  const { schedules } = sample(inc(2), { order: 'pos' }, DRAWN)
  assertDistribution(
    schedules.map((schedule) => traceOf[schedule]!),
    { 'a then b': 1 / 3, 'b then a': 1 / 3, 'a overwritten': 1 / 6, 'b overwritten': 1 / 6 },
  )
})

test('POS: events that all depend on each other come in any order, equally likely', () => {
  const { schedules } = sample(nWriters(2), { order: 'pos' }, DRAWN)
  assert.equal(new Set(schedules).size, 24)
  assertDistribution(schedules, Object.fromEntries([...new Set(schedules)].map((one) => [one, 1 / 24])))
})

test('SURW: all orders of the accesses to a location are equally likely, after a first execution that counts them', () => {
  const { schedules } = sample(inc(2), { order: 'surw' }, DRAWN + 1)
  assertDistribution(schedules.slice(1), Object.fromEntries(Object.keys(traceOf).map((schedule) => [schedule, 1 / 6])))
})

test('SURW: also where one thread has many more of them than the other', () => {
  const { schedules } = sample(sketch('[w x; w x; w x; w x; w x] || [w x]'), { order: 'surw' }, DRAWN + 1)
  const places = schedules.slice(1).map((schedule) => String(schedule.indexOf('b')))
  assertDistribution(places, Object.fromEntries(['0', '1', '2', '3', '4', '5'].map((place) => [place, 1 / 6])))
})

test('PCT: depth 1 runs threads one after the other, in any order of priorities', () => {
  const { schedules } = sample(nWriters(2), { order: 'pct', pctDepth: 1 }, DRAWN)
  assertDistribution(schedules, Object.fromEntries([...new Set(schedules)].map((one) => [one, 1 / 24])))
  const { schedules: two } = sample(inc(2), { order: 'pct', pctDepth: 1 }, DRAWN)
  assertDistribution(two, { aabb: 1 / 2, bbaa: 1 / 2 })
})

test('PCT: depth 2 changes one priority after an event that is drawn', () => {
  const { schedules, sampler } = sample(inc(2), { order: 'pct', pctDepth: 2 }, DRAWN + 1)
  // Of four events: after the first, the other thread runs and then the rest; after the others nothing changes.
  assertDistribution(schedules.slice(1), { aabb: 3 / 8, bbaa: 3 / 8, abba: 1 / 8, baab: 1 / 8 })
  const bound = sampler.depthBound()!
  assert.deepEqual([bound.depth, bound.threads, bound.events, bound.executions], [2, 2, 4, DRAWN])
  assert.equal(bound.found, 1 / 8)
})

test('PCT: the bound is 1 / (n k^(d-1)), and all executions together miss with (1 - that)^N', () => {
  assert.equal(pctBound(3, 10, 1), 1 / 3)
  assert.equal(pctBound(3, 10, 2), 1 / 30)
  assert.equal(pctBound(2, 100, 4), 1 / 2_000_000)
  const { sampler } = sample(inc(2), { order: 'pct', pctDepth: 3 }, 101)
  const { found, missed } = sampler.depthBound()!
  assert.equal(found, 1 / 32)
  assert.ok(Math.abs(missed - (31 / 32) ** 100) < 1e-12)
})

test('PCT: nothing is promised where threads yield, values are chosen or executions cut', () => {
  const yields = sample(sketch('[yield; w x] || [w x]'), { order: 'pct' }, 50)
  const chooses = sample(chooser, { order: 'pct' }, 50)
  const cut = sample(inc(2), { order: 'pct' }, 50, 3)
  for (const { sampler } of [yields, chooses, cut]) assert.equal(sampler.depthBound(), null)
  assert.equal(cut.sampler.counters.cut, 50)
  for (const order of ['random', 'pos', 'surw'] as const)
    assert.equal(sample(inc(2), { order }, 50).sampler.depthBound(), null)
})

const chooser = program({
  name: 'chooser',
  shared: (mem: Mem) => ({ x: mem.int32('x', 1) }),
  threads: [
    function* choose(s: { x: Int32Array }) {
      yield* ops.write(s.x, 0, yield* ops.choose(3))
    },
    function* read(s: { x: Int32Array }) {
      return yield* ops.read(s.x, 0)
    },
  ],
  outcome: (s) => s.x[0],
})

/** One waits for the other by looking again and again, and says so. */
const spinner = program({
  name: 'spinner',
  shared: (mem: Mem) => ({ x: mem.int32('x', 2) }),
  threads: [
    function* wait(s: { x: Int32Array }) {
      while ((yield* ops.atomics.load(s.x, 0)) === 0) yield* ops.yieldNow()
      yield* ops.atomics.add(s.x, 1, 1)
    },
    function* go(s: { x: Int32Array }) {
      yield* ops.atomics.add(s.x, 1, 1)
      yield* ops.atomics.store(s.x, 0, 1)
    },
  ],
  outcome: (s) => s.x[1],
})

const spawner = program({
  name: 'spawner',
  shared: (mem: Mem) => ({ x: mem.int32('x', 1) }),
  threads: [
    function* parent(s: { x: Int32Array }) {
      const child = yield* ops.spawn('child', 1)
      yield* ops.write(s.x, 0, 1)
      yield* ops.join(child)
    },
  ],
  tasks: {
    *child(s: { x: Int32Array }, n: number) {
      yield* ops.write(s.x, 0, (yield* ops.read(s.x, 0)) + n)
      if (n > 0) yield* ops.join(yield* ops.spawn('child', n - 1))
    },
  },
  outcome: (s) => s.x[0],
})

for (const order of sampledOrderNames) {
  test(`${order}: every value of a choose is drawn`, () => {
    assert.deepEqual([...tally(sample(chooser, { order }, 300).outcomes).keys()].sort(), ['0', '1', '2'])
  })

  test(`${order}: a loop that yields ends`, () => {
    const { sampler, outcomes } = sample(spinner, { order }, 500, 200)
    assert.deepEqual([sampler.counters.cut, [...new Set(outcomes)]], [0, ['2']])
  })

  test(`${order}: the seed determines what is drawn`, () => {
    const drawn = (seed: number): readonly string[] => sample(inc(3), { order, seed }, 200).schedules
    assert.deepEqual(drawn(7), drawn(7))
    assert.notDeepEqual(drawn(7), drawn(8))
    assert.deepEqual(sample(inc(3), { order, seed: 7 }, 50).schedules, drawn(7).slice(0, 50))
  })

  test(`${order}: sealed code is not preempted`, () => {
    const { schedules } = sample(sketch('[w x; ~w x; ~w x] || [w x; ~w x]'), { order }, 200)
    assert.deepEqual([...new Set(schedules)].sort(), ['aaabb', 'bbaaa'])
  })

  test(`${order}: draws executions of the program, with their traces, and all of those in the end`, () => {
    for (const subject of [inc(2), spawner, sketch('[lock m; w x; unlock m] || [r x; lock m; unlock m] || [w x]')])
      assertWithin(subject, order, 4000, order !== 'pct')
  })

  test(`${order}: random programs`, () => {
    for (let seed = 1; seed <= 40; seed++) assertWithin(randomProgram(seed), order, 60, false)
  })
}

function randomProgram(seed: number): Program {
  const random = new Random(seed)
  const verbs = ['r x', 'w x', 'r y', 'w y', 'add x', 'cas y', 'yield', 'lock m; unlock m', 'trylock n', 'acquire s']
  const thread = (): string => `[${Array.from({ length: 1 + random.below(3) }, () => random.pick(verbs)).join('; ')}]`
  return sketch(Array.from({ length: 2 + random.below(2) }, thread).join(' || '))
}

/** Nothing is drawn that the unreduced search does not have; where `all`, it has nothing else. */
function assertWithin(subject: Program, order: SampledOrderName, executions: number, all: boolean): void {
  const schedules = new Set<string>()
  const unreduced = new Subject(subject).explore({
    reduction: 'none',
    maxDepth: 1000,
    each: ({ schedule }) => schedules.add(schedule),
  })
  const { sampler, schedules: drawn, outcomes } = sample(subject, { order }, executions)
  assert.equal(sampler.counters.executions, executions, subject.name)
  for (const schedule of drawn) assert.ok(schedules.has(schedule), `${subject.name}: ${schedule}`)
  for (const outcome of outcomes) assert.ok(unreduced.outcomes.has(outcome), `${subject.name}: ${outcome}`)
  const { distinct } = sampler.frequencies!
  assert.ok(distinct <= unreduced.traces.size, subject.name)
  if (all) assert.equal(distinct, unreduced.traces.size, subject.name)
}
