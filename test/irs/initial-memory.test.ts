import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { admit } from '../../src/index.ts'
import { noPaint } from '../../src/report/paint.ts'
import { verifyReport } from '../../src/report/verify-report.ts'
import { using } from './real-runs.ts'

/** Shared memory that is made of something besides the program's files. */
const from = (what: string): string => `
import { readFileSync } from 'node:fs'
export default program({
  name: 'from outside', shared: (mem) => ({ ${what}, n: mem.int32('n', 1) }),
  threads: { a(s) { s.n[0] = 1 }, b(s) { return s.n[0] } },
})`

async function under<T>(value: string, action: () => Promise<T>): Promise<T> {
  process.env['HEDDLE_TEST_MEMORY'] = value
  try {
    return await action()
  } finally {
    delete process.env['HEDDLE_TEST_MEMORY']
  }
}

for (const [what, expected] of [
  [
    "limit: mem.int32('limit', [Number(process.env.HEDDLE_TEST_MEMORY), 7])",
    /int32 'limit' \(2 elements\) begins with 2, 7 now/,
  ],
  [
    "rate: mem.float64('rate', [Number(process.env.HEDDLE_TEST_MEMORY) / 2])",
    /float64 'rate' \(1 elements\) begins with 1 now/,
  ],
  [
    "places: mem.semaphore('places', Number(process.env.HEDDLE_TEST_MEMORY))",
    /semaphore 'places' \(1\) is semaphore 'places' \(2\) now/,
  ],
  [
    "queue: mem.int32('queue', Number(process.env.HEDDLE_TEST_MEMORY))",
    /int32 'queue' \(1 elements\) is int32 'queue' \(2 elements\) now/,
  ],
  [
    "...(process.env.HEDDLE_TEST_MEMORY === '1' ? { e: mem.event('e') } : {})",
    /event 'e' \(true, false\) is int32 'n' \(1 elements\) now/,
  ],
] as const) {
  test(`a run from other memory than was verified is refused: ${what}`, () =>
    using(from(what), async (fixture) => {
      const { whole } = await under('1', () => fixture.verify())
      assert.ok(whole)
      assert.deepEqual((await under('1', () => fixture.run(3))).failures, [])
      await assert.rejects(
        under('2', () => fixture.run(3)),
        { kind: 'usage', message: expected },
      )
      await under('1', () => fixture.verify({ traces: 1 }))
      await assert.rejects(
        under('2', () => fixture.verify({ resume: true })),
        { message: expected },
        'nor is a search resumed',
      )
    }))
}

test('random numbers and times of modules and of `shared` are those that were verified, in every realm', () =>
  using(
    `
const id = Math.random()
export default program({
  name: 'drawn',
  shared: (mem) => ({ x: mem.float64('x', [Math.random(), Date.now(), 0, 0]), own: Math.random() }),
  tasks: { t: (s) => s.own },
  threads: {
    a(s) { s.x[2] = s.own; s.x[3] = id },
    b: (s) => s.own,
    c: () => join(spawn('t', 0)),
  },
  after: (s, r) => {
    assert.deepEqual([s.own, r.b, r.c], [s.x[2], s.x[2], s.x[2]])
    assert.equal(s.x[3], id)
  },
  outcome: (s) => [...s.x].join(),
})`,
    async (fixture) => {
      const { whole } = await fixture.verify()
      assert.ok(whole)
      const { failures, outcomes } = await fixture.run(3)
      assert.deepEqual(failures, [])
      assert.equal(outcomes.length, 1)
    },
  ))

test('random numbers and times of `outcome` and `after` are those that were verified, in every run', () =>
  using(
    `
export default program({
  name: 'drawn in the end', shared: (mem) => ({ x: mem.int32('x', 1) }),
  threads: { a(s) { s.x[0]++ }, b(s) { s.x[0]++ } },
  outcome: () => [Math.random(), Date.now(), performance.now()].join(),
  after: () => assert.ok(Date.now() < Date.UTC(2026, 1) && Math.random() !== Math.random()),
})`,
    async (fixture) => {
      const result = await fixture.verify()
      assert.ok(result.whole)
      assert.deepEqual([...new Set(result.fixed.map(({ source }) => source))].sort(), [
        'Date.now',
        'Math.random',
        'performance.now',
      ])
      assert.match(
        verifyReport(result, noPaint, String),
        /one value was verified of Math\.random at .*program\.ts:\d+:\d+, .*; under the set they give the same/,
      )
      const { failures, outcomes } = await fixture.run(5)
      assert.deepEqual(failures, [])
      assert.equal(outcomes.length, 1, JSON.stringify(outcomes))
    },
  ))

test('memory that is read from a file is compared', () =>
  using(from("text: mem.uint8('text', readFileSync(new URL('./text', import.meta.url)))"), async (fixture) => {
    const file = join(fixture.folder, 'text')
    writeFileSync(file, 'abc')
    await fixture.verify()
    assert.deepEqual((await fixture.run(3)).failures, [])
    writeFileSync(file, 'abd')
    await assert.rejects(fixture.run(3), /uint8 'text' \(3 elements\) begins with 97, 98, 100 now/)
    // What was named as data is the application's own.
    const unit = await admit(fixture.set).open(fixture.file, { memory: 'restore', data: ['text'] })
    assert.deepEqual((await unit.run({ times: 3 })).failures, [])
    await unit.close()
  }))
