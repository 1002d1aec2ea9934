import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runFixture } from './run-fixture.ts'

/** Programs that check themselves, many times over, between real workers. */
const stress: [name: string, repeat: number][] = [
  ['mutex-counter', 300],
  ['semaphore-limit', 100],
  ['rwlock-pair', 200],
  ['event-ping-pong', 60],
  ['event-one-waiter', 1000],
  ['bounded-buffer', 100],
  ['condition-broadcast', 1000],
  ['barrier-rounds', 100],
  ['barrier-pairs', 2000],
  ['latch-gate', 1000],
  ['channel-workers', 30],
  ['timed-waits', 30],
]

for (const [name, repeat] of stress) {
  test(`${name}: correct in ${repeat} real runs`, async () => {
    const result = await runFixture(name, { repeat, signal: AbortSignal.timeout(60_000) })
    assert.deepEqual(result.failures, [])
    assert.equal(result.runs, repeat)
    assert.equal(
      result.outcomes.reduce((sum, { runs }) => sum + runs, 0),
      repeat,
    )
  })
}

test('misuse of a primitive is a failure of its kind, named by thread', async () => {
  const { failures, outcomes } = await runFixture('misuse', { repeat: 3 })
  const seen = Object.fromEntries(
    failures.map(({ thread, kind, message, runs }) => [thread, `${kind} ${runs}: ${message}`]),
  )
  assert.deepEqual(seen, {
    unlock: 'misuse 3: mutex lock unlocked by a thread that does not hold it',
    readUnlock: 'misuse 3: rwlock rw: readUnlock by a thread that holds no read lock',
    writeUnlock: 'misuse 3: rwlock rw: writeUnlock by a thread that does not hold the write lock',
    conditionWait: 'misuse 3: mutex lock unlocked by a thread that does not hold it',
    release: 'misuse 3: semaphore places: released beyond 2147483647',
  })
  assert.deepEqual(outcomes, [{ value: 'exception', runs: 3 }])
})
