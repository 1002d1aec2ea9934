import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TraceHash } from '../../src/trace/trace-hash.ts'
import { Random } from '../support/random.ts'
import { dependent, logEvent, type ModelEvent, newLog, randomEvents, THREADS } from './model.ts'

interface Hashed {
  readonly trace: string
  /** The local state that each event reached. */
  readonly localStates: readonly string[]
}

function hash(events: readonly ModelEvent[]): Hashed {
  const log = newLog()
  const hash = new TraceHash(log)
  const localStates = events.map((event, depth) => {
    logEvent(log, depth, event)
    hash.push(depth)
    return `${hash.eventLo},${hash.eventHi}`
  })
  hash.hashTrace(THREADS)
  return { trace: `${hash.eventLo},${hash.eventHi}`, localStates }
}

function swapped(events: readonly ModelEvent[], at: number): ModelEvent[] {
  const other = [...events]
  other[at] = events[at + 1]!
  other[at + 1] = events[at]!
  return other
}

test('independent neighbours commute: the trace and all local states stay', () => {
  let swaps = 0
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed)
    let events = randomEvents(random, 4 + random.below(20))
    const before = hash(events)
    for (let turn = 0; turn < 60; turn++) {
      const at = random.below(Math.max(events.length - 1, 1))
      if (events.length < 2 || dependent(events[at]!, events[at + 1]!)) continue
      events = swapped(events, at)
      swaps++
    }
    const after = hash(events)
    assert.equal(after.trace, before.trace, `seed ${seed}`)
    assert.deepEqual(after.localStates.toSorted(), before.localStates.toSorted(), `seed ${seed}`)
  }
  assert.ok(swaps > 1000)
})

test('dependent neighbours of different threads do not commute: the trace changes, and the local states of both', () => {
  let swaps = 0
  for (let seed = 1; seed <= 1000; seed++) {
    const random = new Random(seed)
    const events = randomEvents(random, 4 + random.below(12))
    const before = hash(events)
    for (let at = 0; at + 1 < events.length; at++) {
      const [a, b] = [events[at]!, events[at + 1]!]
      // What a spawn and a join order cannot happen the other way round.
      if (a.thread === b.thread || !dependent(a, b) || a.spawns === b.thread || (a.ends && b.second !== null)) continue
      const after = hash(swapped(events, at))
      assert.notEqual(after.trace, before.trace, `seed ${seed}, at ${at}`)
      assert.notEqual(after.localStates[at + 1], before.localStates[at], `seed ${seed}, at ${at}: what came first`)
      assert.notEqual(after.localStates[at], before.localStates[at + 1], `seed ${seed}, at ${at}: what came second`)
      swaps++
    }
  }
  assert.ok(swaps > 500)
})

test('undoing events restores the hash, wherever the search turns', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed)
    const events = randomEvents(random, 4 + random.below(20))
    const log = newLog()
    const walked = new TraceHash(log)
    let depth = 0
    for (let turn = 0; turn < 80; turn++) {
      if (depth === 0 || (depth < events.length && !random.chance(3))) {
        logEvent(log, depth, events[depth]!)
        walked.push(depth++)
      } else walked.pop(--depth)
    }
    walked.hashTrace(THREADS)
    assert.equal(`${walked.eventLo},${walked.eventHi}`, hash(events.slice(0, depth)).trace, `seed ${seed}`)
  }
})

test('a choice is part of what happened', () => {
  const traces = [0, 1].map((choice) => {
    const log = newLog()
    const hash = new TraceHash(log)
    logEvent(log, 0, { thread: 0, address: 0, bytes: 0, access: 0, second: null, ends: false, spawns: -1 })
    log.choice[0] = choice
    hash.push(0)
    hash.hashTrace(THREADS)
    return `${hash.eventLo},${hash.eventHi}`
  })
  assert.notEqual(traces[0], traces[1])
})

test('a prefix is another trace than the whole', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const events = randomEvents(new Random(seed), 10)
    const traces = events.map((_, length) => hash(events.slice(0, length)).trace)
    assert.equal(new Set(traces).size, events.length, `seed ${seed}`)
  }
})
