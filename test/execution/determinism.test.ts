import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installDeterminism } from '../../src/execution/determinism/determinism.ts'
import { Execution } from '../../src/execution/execution.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program } from '../../src/program/program.ts'

installDeterminism()

type Words = { x: Int32Array }

const sources: Readonly<Record<string, () => unknown>> = {
  'Math.random': () => Math.random(),
  'Date.now': () => Date.now(),
  'new Date': () => new Date().getTime(),
  'Date()': () => Date(),
  'performance.now': () => performance.now(),
  'crypto.getRandomValues': () => [...crypto.getRandomValues(new Uint32Array(3))].join(),
  'crypto.randomUUID': () => crypto.randomUUID(),
}

/** Two threads that each ask three times, with an operation in between; `greedy` lets the second one ask more often. */
function asking(ask: () => unknown, greedy = false): Execution {
  const thread = (times: number) =>
    function* (s: Words) {
      const values: unknown[] = []
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < times; j++) values.push(ask())
        yield* ops.read(s.x, 0)
      }
      return values
    }
  return new Execution(
    program({
      name: 'asking',
      shared: (mem: Mem): Words => ({ x: mem.int32('x', [0]) }),
      threads: [thread(1), thread(greedy ? 4 : 1)],
    }),
  )
}

function run(execution: Execution, schedule: string): unknown[][] {
  execution.reset()
  for (const thread of schedule) execution.step(thread === 'a' ? 0 : 1, 0)
  execution.leave()
  return execution.results() as unknown[][]
}

for (const [name, ask] of Object.entries(sources)) {
  test(`${name} is a function of the thread and how often it has asked`, () => {
    const execution = asking(ask)
    const [a, b] = run(execution, 'aaabbb')
    for (const schedule of ['bbbaaa', 'ababab', 'baabba', 'aaabbb'])
      assert.deepEqual(run(execution, schedule), [a, b], schedule)
    assert.deepEqual(run(asking(ask, true), 'bababa')[0], a, 'whatever the other thread asks')
    if (name !== 'Date()') assert.equal(new Set(a).size, 3, 'time goes on and numbers differ')
    if (/random/i.test(name)) assert.notDeepEqual(a, b, 'threads have streams of their own')
  })
}

test('what is asked of an explicit date is not touched', () => {
  const [a] = run(
    asking(() => new Date(86_400_000).toISOString()),
    'aaabbb',
  )
  assert.deepEqual(a, Array(3).fill('1970-01-02T00:00:00.000Z'))
  assert.ok(new Date() instanceof Date)
  assert.equal(Date.UTC(1970, 0, 2), 86_400_000)
})

test('random numbers have the form that programs expect', () => {
  const [a] = run(
    asking(() => Math.random()),
    'aaabbb',
  ) as [number[]]
  for (const value of a) assert.ok(value >= 0 && value < 1)
  const [uuids] = run(
    asking(() => crypto.randomUUID()),
    'aaabbb',
  ) as [string[]]
  for (const uuid of uuids) assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('outside explored threads clocks and random numbers are real', () => {
  run(
    asking(() => Math.random()),
    'aaabbb',
  )
  const before = performance.now()
  for (const until = before + 3; performance.now() < until; ) {
    /* real time passes */
  }
  assert.ok(Math.abs(Date.now() - new Date().getTime()) < 1000)
  assert.ok(new Set(Array.from({ length: 10 }, () => Math.random())).size === 10)
  assert.notEqual(crypto.randomUUID(), crypto.randomUUID())
})
