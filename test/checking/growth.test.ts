import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Growth } from '../../src/checking/growth.ts'
import { PassClock } from '../../src/checking/pass-clock.ts'

const grown = (points: number, apart: number): Growth => {
  const growth = new Growth()
  for (let i = 0; i < points; i++) growth.note({ seconds: i * apart, executions: i, traces: null })
  return growth
}

test('however long a pass takes, few points are kept, the first and the last among them', () => {
  for (const points of [1, 2, 40, 41, 1000, 100_000]) {
    const list = grown(points, 0.01).list()
    assert.ok(list.length <= 42, `${list.length} of ${points}`)
    assert.equal(list[0]!.executions, 0)
    assert.equal(list.at(-1)!.executions, points - 1)
    assert.deepEqual(
      list.map(({ seconds }) => seconds),
      list.map(({ seconds }) => seconds).sort((a, b) => a - b),
    )
  }
  assert.ok(grown(100_000, 0.01).list().length > 20)
})

test('points that are close together are one', () => {
  assert.equal(grown(1000, 1e-7).list().length, 2)
})

test('the clock charges whoever is at work, and tells the time that all have spent', (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const pass = () => {
    const times: number[] = []
    return { milliseconds: 0, times, timeIs: (milliseconds: number) => void times.push(milliseconds) }
  }
  const [one, other] = [pass(), pass()]
  const clock = new PassClock()
  clock.turnTo(one)
  now = 5
  clock.tick(now)
  now = 7
  clock.turnTo(other)
  now = 17
  clock.turnTo(null)
  now = 100
  clock.tick(now)
  clock.turnTo(one)
  now = 101
  clock.turnTo(null)
  assert.deepEqual([one.milliseconds, other.milliseconds], [8, 10])
  assert.deepEqual(
    [one.times, other.times],
    [
      [0, 5, 7, 17, 18],
      [7, 17],
    ],
  )
})
