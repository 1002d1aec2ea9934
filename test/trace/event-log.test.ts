import { threadEnd } from '../../src/dependence/cells.ts'
import { Access, conflict } from '../../src/dependence/accesses.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '../support/random.ts'
import { dependent, logEvent, type ModelEvent, newLog, operationOf, randomEvents, waitList } from './model.ts'

const event = (
  thread: number,
  address: number,
  bytes: number,
  access: Access,
  more: Partial<ModelEvent> = {},
): ModelEvent => ({ thread, address, bytes, access, second: null, ends: false, spawns: -1, ...more })

function dependsOn(executed: ModelEvent, pending: ModelEvent): boolean {
  const log = newLog()
  logEvent(log, 0, executed)
  return conflict(log.accesses[0]!, operationOf(pending).accesses)
}

describe('dependence of an executed event and a pending operation', () => {
  test('overlapping bytes, one of them written', () => {
    const word = event(0, 4, 4, Access.write)
    assert.ok(dependsOn(word, event(1, 4, 4, Access.read)))
    assert.ok(dependsOn(word, event(1, 7, 1, Access.read)))
    assert.ok(dependsOn(word, event(1, 2, 4, Access.read)), 'an unaligned access')
    assert.ok(dependsOn(event(0, 7, 1, Access.read), event(1, 4, 4, Access.write)))
    assert.ok(!dependsOn(word, event(1, 0, 4, Access.write)), 'the word before')
    assert.ok(!dependsOn(word, event(1, 8, 4, Access.write)), 'the word after')
    assert.ok(!dependsOn(event(0, 4, 4, Access.read), event(1, 4, 4, Access.read)), 'two reads')
    assert.ok(!dependsOn(word, event(1, 4, 4, Access.none)), 'no access')
  })

  test('wait lists depend on each other, not on the bytes', () => {
    const second = { cell: waitList(4), access: Access.write }
    const notify = event(0, 4, 4, Access.none, { second })
    assert.ok(dependsOn(notify, event(1, 4, 4, Access.read, { second })), 'a wait')
    assert.ok(!dependsOn(notify, event(1, 4, 4, Access.write)), 'a write of the bytes')
    assert.ok(
      !dependsOn(notify, event(1, 0, 4, Access.none, { second: { cell: waitList(0), access: Access.write } })),
      'another list',
    )
  })

  test('a join depends on the last event of its thread, and on no other', () => {
    const join = event(1, 0, 0, Access.none, { second: { cell: threadEnd(0), access: Access.read } })
    assert.ok(dependsOn(event(0, 4, 4, Access.read, { ends: true }), join))
    assert.ok(!dependsOn(event(0, 4, 4, Access.read), join), 'not the last')
    assert.ok(!dependsOn(event(2, 4, 4, Access.read, { ends: true }), join), 'another thread')
    assert.ok(
      !dependsOn(event(2, 0, 0, Access.none, { second: { cell: threadEnd(0), access: Access.read } }), join),
      'two joins',
    )
  })

  test('as the definition says, on random events', () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const [a, b] = randomEvents(new Random(seed), 12).slice(-2) as [ModelEvent, ModelEvent]
      if (a === undefined || b === undefined || a.thread === b.thread || a.spawns >= 0 || b.spawns >= 0) continue
      assert.equal(dependsOn(a, { ...b, ends: false }), dependent(a, { ...b, ends: false }), `seed ${seed}`)
    }
  })
})

test('two pending operations are dependent as the definition says', () => {
  let both = 0
  for (let seed = 1; seed <= 3000; seed++) {
    const [a, b] = randomEvents(new Random(seed), 12)
      .slice(-2)
      .map((event) => ({ ...event, ends: false })) as [ModelEvent, ModelEvent]
    if (a === undefined || b === undefined || a.thread === b.thread || a.spawns >= 0 || b.spawns >= 0) continue
    assert.equal(conflict(operationOf(a).accesses, operationOf(b).accesses), dependent(a, b), `seed ${seed}`)
    assert.equal(
      conflict(operationOf(b).accesses, operationOf(a).accesses),
      dependent(a, b),
      `seed ${seed}, the other way round`,
    )
    if (dependent(a, b)) both++
  }
  assert.ok(both > 100, `${both} dependent pairs`)
})

test('grows with the execution, keeping what it holds', () => {
  const log = newLog()
  const events = Array.from({ length: 1000 }, (_, i) =>
    event(i % 4, i % 8, 1, i % 3 === 0 ? Access.write : Access.read),
  )
  events.forEach((one, depth) => logEvent(log, depth, one))
  events.forEach((one, depth) => {
    assert.deepEqual(
      [log.thread[depth], log.accesses[depth]!.cell, log.accesses[depth]!.access, log.spawned[depth]],
      [one.thread, operationOf(one).accesses.cell, one.access, -1],
    )
  })
})
