import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventLog } from '../../src/trace/event-log.ts'
import { HappensBefore } from '../../src/trace/happens-before.ts'
import { Random } from '../support/random.ts'
import {
  causalPasts,
  dependent,
  logEvent,
  type ModelEvent,
  newLog,
  operationOf,
  randomEvents,
  THREADS,
} from './model.ts'

/** Everything that the clocks say, against the transitive closure of dependence. */
function check(log: EventLog, clocks: HappensBefore, events: readonly ModelEvent[], say: string): void {
  const pasts = causalPasts(events)
  events.forEach((_, j) => {
    assert.equal(clocks.pastSize(j), pasts[j]!.size, `${say}: past of ${j}`)
    for (let i = 0; i < j; i++) assert.equal(clocks.before(i, j), pasts[j]!.has(i), `${say}: ${i} before ${j}`)
    for (let t = 0; t < THREADS; t++) {
      assert.equal(
        clocks.seen(j, t),
        [...pasts[j]!].filter((i) => log.thread[i] === t).length,
        `${say}: what ${j} has seen of thread ${t}`,
      )
    }
  })
  for (let t = 0; t < THREADS; t++) {
    const own = events.map((event, i) => (event.thread === t ? i : -1)).filter((i) => i >= 0)
    assert.equal(clocks.lastEventOf(t), own.at(-1) ?? -1)
    for (let i = 0; i <= events.length; i++) assert.equal(clocks.firstAtOrAfter(t, i), own.find((at) => at >= i) ?? -1)
  }
}

/** What `examine` finds for an operation that has not run, and which of it is in the transitive reduction. */
function checkPending(clocks: HappensBefore, events: readonly ModelEvent[], next: ModelEvent, say: string): void {
  const u = next.thread
  const pasts = causalPasts([...events, next])
  const past = pasts.at(-1)!
  clocks.examinePast(operationOf(next))
  for (let v = 0; v < clocks.threads; v++) {
    // The spawn of a thread comes before it in program order: it is no race.
    const recent = events.findLastIndex(
      (event) => event.thread === v && v !== u && event.spawns !== u && dependent(event, next),
    )
    assert.equal(clocks.recent[v], recent, `${say}: recent of ${v}`)
    assert.equal(
      clocks.clock[v],
      events.filter((event, i) => event.thread === v && past.has(i)).length,
      `${say}: clock of ${v}`,
    )
    const i = clocks.recent[v]!
    if (i < 0) continue
    const covered = events.some((event, j) => j > i && pasts[j]!.has(i) && dependent(event, next))
    assert.equal(clocks.isCovered(i, u), covered, `${say}: ${i} is covered`)
  }
}

test('clocks are the transitive closure of dependence, forwards and backwards', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed)
    const events = randomEvents(random, 4 + random.below(20))
    const log = newLog()
    const clocks = new HappensBefore(log)
    let depth = 0
    for (let turn = 0; turn < 40; turn++) {
      const forwards = depth === 0 || (depth < events.length && !random.chance(3))
      if (forwards) {
        logEvent(log, depth, events[depth]!)
        clocks.push(depth++)
      } else clocks.pop(--depth)
    }
    check(log, clocks, events.slice(0, depth), `seed ${seed}`)
    while (depth > 0) clocks.pop(--depth)
    check(log, clocks, [], `seed ${seed}, all undone`)
  }
})

test('pending operations: the most recent dependent event of each thread, and the transitive reduction', () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const random = new Random(seed)
    const events = randomEvents(random, 4 + random.below(16))
    const next = { ...events.pop()!, ends: false }
    if (next.spawns >= 0) continue
    const log = newLog()
    const clocks = new HappensBefore(log)
    events.forEach((event, depth) => {
      logEvent(log, depth, event)
      clocks.push(depth)
    })
    checkPending(clocks, events, next, `seed ${seed}`)
  }
})
