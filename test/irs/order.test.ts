import { conflict } from '../../src/dependence/accesses.ts'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Execution } from '../../src/execution/execution.ts'
import type { OrderName, RankData } from '../../src/irs/order-data.ts'
import type { SetReader } from '../../src/irs/set/set-file.ts'
import { chooseOrder, meanTime } from '../../src/irs/verifier/order/choose-order.ts'
import { SegmentTimes } from '../../src/irs/verifier/order/segment-times.ts'
import type { Program } from '../../src/program/program.ts'
import { folder } from '../cli/heddle.ts'
import { lastZero } from '../programs/last-zero.ts'
import { randomProgram } from '../validation/programs/generate.ts'
import { print } from '../validation/programs/notation.ts'
import { compile } from '../validation/programs/source.ts'
import { Busy } from './busy.ts'
import { traceNames, verifyInto } from './verified.ts'

interface How {
  readonly traces?: number
  readonly resume?: boolean
  readonly order?: OrderName
  readonly ranks?: RankData | null
}

function makeSet(program: Program, out: string, { ranks, ...options }: How = {}): SetReader {
  return verifyInto(program, { ...options, out, maxDepth: 60 }, ranks).reader
}

/** Threads that do next to nothing. */
class Brief extends SegmentTimes {
  override of(): number {
    return 1
  }
}

const CORES = 16

test('where threads really run at the same time, the first traces are those that let them', (t) => {
  const dir = folder(t)
  const program = lastZero(6)
  const busy = new Busy()
  const ranks = chooseOrder(
    () => new Execution(program),
    (order, traces) => makeSet(program, join(dir, 'trial'), { traces, ranks: order }),
    CORES,
    busy,
  )
  assert.notEqual(ranks, null)
  for (const traces of [1, 8]) {
    const time = (how: How): number =>
      meanTime(new Execution(program), makeSet(program, join(dir, 'set'), { traces, ...how }), busy, CORES)
    assert.ok(time({ ranks }) < 0.8 * time({ order: 'depth-first' }), `${traces} traces`)
  }
})

test('the first trace keeps threads apart that conflict, where each of them does little', (t) => {
  const dir = folder(t)
  const program = lastZero(8)
  const ranks = chooseOrder(
    () => new Execution(program),
    (order, traces) => makeSet(program, join(dir, 'trial'), { traces, ranks: order }),
    2,
    new Brief(),
  )
  const { events } = makeSet(program, join(dir, 'set'), { traces: 1, ranks }).set
  const chain: number[] = []
  for (let event = 0; event < events.count; event++) {
    const before = Array.from({ length: event }, (_, other) => other).filter(
      (other) => conflict(events.accesses(event), events.accesses(other)) || events.get('parent', event) === other,
    )
    chain[event] = 1 + Math.max(0, ...before.map((other) => chain[other]!))
  }
  assert.ok(Math.max(...chain) <= 6, `the longest chain has ${Math.max(...chain)} of ${events.count} events`)
})

/**
 * The last thread is the first to do anything, the others one after the other backwards: nothing like depth-first
 * order.
 */
const backwards = (program: Program): RankData =>
  program.threads.map((_, i) => [i, Array.from({ length: 40 }, (_, k) => 10 * k - i)])

for (const profile of ['memory', 'locks', 'sync', 'threads', 'control', 'joins', 'mixed']) {
  test(`whatever comes first, in the end the set is the same: ${profile}`, (t) => {
    const dir = folder(t)
    let compared = 0
    for (let seed = 1; seed <= 25; seed++) {
      const text = randomProgram(seed, profile)
      const program = compile(text)
      const plain = makeSet(program, join(dir, 'plain'), { order: 'depth-first', traces: 300 })
      if (plain.notes.completion === null) continue
      const other = makeSet(program, join(dir, 'other'), { ranks: backwards(program) })
      assert.deepEqual([...traceNames(other)].sort(), [...traceNames(plain)].sort(), print(text))
      assert.equal(other.set.isWhole, plain.set.isWhole)
      compared++
    }
    assert.ok(compared > 5)
  })
}

test('a search in another order goes on where it was', (t) => {
  const dir = folder(t)
  const program = lastZero(3)
  const ranks = backwards(program)
  const whole = traceNames(makeSet(program, join(dir, 'whole'), { ranks }))
  assert.notDeepEqual(whole, traceNames(makeSet(program, join(dir, 'plain'), { order: 'depth-first' })))
  for (let stop = 1; stop < 12; stop++) {
    const file = join(dir, `set${stop}`)
    makeSet(program, file, { traces: stop, ranks })
    const resumed = makeSet(program, file, { resume: true })
    assert.deepEqual(traceNames(resumed), whole)
    assert.ok(resumed.set.isWhole)
  }
})

test('an order that is not the one of the set is refused', (t) => {
  const file = join(folder(t), 'set')
  makeSet(lastZero(3), file, { traces: 2 })
  assert.throws(
    () => makeSet(lastZero(3), file, { resume: true, order: 'depth-first' }),
    /was made by another search .*"order":"relaxing"/,
  )
  assert.throws(
    () => makeSet(lastZero(3), file, { order: 'sideways' as OrderName }),
    /unknown order of verification 'sideways'; there are relaxing and depth-first/,
  )
})
