import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admit } from '../../src/index.ts'
import { using } from './real-runs.ts'

/** A request of one of three kinds is worked on by two threads; what they leave is put back. */
const service = `
const work = (): number => { let x = 1; for (let i = 0; i < 20_000; i++) x = (Math.imul(x, 31) + i) | 0; return x }
export default program({
  name: 'service',
  shared: (mem) => ({ kind: mem.int32('kind', 1), ready: mem.event('ready'), left: mem.latch('left', 2), sum: mem.int32('sum', 1) }),
  threads: {
    parse(s) {
      const kind = choose(3)
      s.kind[0] = kind
      s.ready.set()
      s.left.wait()
      const sum = s.sum[0]!
      s.sum[0] = 0
      s.kind[0] = 0
      return [kind, sum]
    },
    one(s) { s.ready.wait(); add(s, s.kind[0]!) },
    two(s) { s.ready.wait(); add(s, 10 * s.kind[0]!) },
  },
  after: (_, { parse: [kind, sum] }) => assert.equal(sum, 11 * kind),
})
function add(s, by: number): void { const seen = s.sum[0]!; work(); s.sum[0] = seen + by; s.left.countDown() }
`

test('a unit runs again and again under the set, with inputs that were verified', () =>
  using(service, async (fixture) => {
    const verified = await fixture.verify()
    assert.ok(verified.traces > 3 && verified.erroneous > 0 && verified.complete)
    const unit = await admit(fixture.set).open(fixture.file, { monitor: true })
    try {
      for (let i = 0; i < 60; i++) {
        const { results, failures } = await unit.run({ inputs: { parse: [i % 3] } })
        assert.deepEqual(failures, [])
        assert.deepEqual(results, { parse: [i % 3, 11 * (i % 3)], one: undefined, two: undefined })
      }
      const many = await unit.run({ times: 200 })
      assert.equal(many.runs, 200)
      assert.deepEqual(many.failures, [])
      assert.equal(many.enforcement!.monitored, 260)
      assert.equal(many.outcomes.length, 3, 'without inputs, any value is chosen')
    } finally {
      await unit.close()
    }
    await assert.rejects(unit.run(), /the unit is closed/)
  }))

test('runs that are asked for at once take their turns', () =>
  using(service, async (fixture) => {
    await fixture.verify()
    const unit = await admit(fixture.set).open(fixture.file)
    const runs = await Promise.all([0, 1, 2, 1].map((kind) => unit.run({ inputs: { parse: [kind] } })))
    assert.deepEqual(
      runs.map(({ results }) => (results as { parse: number[] }).parse[0]),
      [0, 1, 2, 1],
    )
    await unit.close()
  }))

test('an input that was not verified is refused, and the unit goes on', () =>
  using(service, async (fixture) => {
    await fixture.verify({ traces: 1 })
    const unit = await admit(fixture.set).open(fixture.file)
    const { results } = await unit.run()
    const [kind] = (results as { parse: number[] }).parse
    await assert.rejects(
      unit.run({ inputs: { parse: [(kind! + 1) % 3] } }),
      /no verified execution has these inputs \(parse: \d\)/,
    )
    await assert.rejects(unit.run({ inputs: { parse: [3] } }), /no verified execution has these inputs \(parse: 3\)/)
    await assert.rejects(unit.run({ inputs: { pars: [0] } }), /has no thread 'pars'; there are parse, one, two/)
    await assert.rejects(unit.run({ inputs: { parse: [0.5] } }), /integers from 0 and up/)
    await assert.rejects(unit.run({ times: 0 }), /times must be an integer/)
    assert.deepEqual((await unit.run({ inputs: { parse: [kind!] } })).failures, [])
    await unit.close()
  }))

const counter = `
export default program({
  name: 'counter', shared: (mem) => ({ n: mem.int32('n', [0, 5]), m: mem.mutex('m'), note: mem.uint8('note', 4) }),
  threads: {
    a(s) { s.m.lock(); s.n[1] = s.n[1]! + 1; s.m.unlock(); s.note[0] = 7 },
    b(s) { s.m.lock(); s.n[1] = s.n[1]! + 1; s.m.unlock(); return s.note[1] },
  },
})`

for (const traces of [1, undefined]) {
  test(`memory that is not as it was verified is refused (${traces ?? 'all'} traces)`, () =>
    using(counter, async (fixture) => {
      await fixture.verify({ traces })
      const unit = await admit(fixture.set).open(fixture.file)
      assert.deepEqual((await unit.run()).failures, [])
      await assert.rejects(unit.run(), /run 2 would not begin with the memory that was verified: n\[1\] is 7 and was 5/)
      new Int32Array(unit.memory['n']!)[1] = 5
      await assert.rejects(unit.run(), /note\[0\] is 7 and was 0/)
      new Uint8Array(unit.memory['note']!)[0] = 0
      assert.deepEqual((await unit.run()).failures, [])
      await unit.close()
    }))

  test(`memory that is the application's stays as it is (${traces ?? 'all'} traces)`, () =>
    using(counter, async (fixture) => {
      await fixture.verify({ traces })
      const unit = await admit(fixture.set).open(fixture.file, { memory: 'restore', data: ['note'] })
      new Uint8Array(unit.memory['note']!)[1] = 9
      for (let i = 0; i < 3; i++) assert.deepEqual((await unit.run()).results, { a: undefined, b: 9 })
      assert.deepEqual([...new Uint8Array(unit.memory['note']!)], [7, 9, 0, 0])
      assert.deepEqual([...new Int32Array(unit.memory['n']!)], [0, 7])
      await unit.close()
      await assert.rejects(
        admit(fixture.set).open(fixture.file, { data: ['nota'] }),
        /has no memory 'nota'; there is n, note/,
      )
    }))
}

test('a run that fails does not end the unit', () =>
  using(
    `
export default program({
  name: 'fails', shared: (mem) => ({ n: mem.int32('n', 1), e: mem.event('e') }),
  threads: { a(s) { if (choose(2) === 1 && process.env.HEDDLE_TEST_FAIL === '1') throw new Error('out of paper'); s.e.set() }, b(s) { s.e.wait(); return s.n[0] } },
})`,
    async (fixture) => {
      await fixture.verify()
      process.env['HEDDLE_TEST_FAIL'] = '1'
      try {
        const unit = await admit(fixture.set).open(fixture.file)
        const failed = await unit.run({ inputs: { a: [1] } })
        assert.match(failed.failures[0]!.message, /out of paper/)
        assert.equal(failed.results, undefined)
        assert.deepEqual((await unit.run({ inputs: { a: [0] } })).results, { a: undefined, b: 0 })
        await unit.close()
      } finally {
        delete process.env['HEDDLE_TEST_FAIL']
      }
    },
  ))

test('a program that is not there, or has another set, cannot be opened', () =>
  using(service, async (fixture) => {
    await fixture.verify({ traces: 1 })
    await assert.rejects(admit(fixture.set).open(`${fixture.folder}/nothing.ts`), /there is no file/)
    fixture.write(`${service}\n// changed`)
    await assert.rejects(admit(fixture.set).open(fixture.file), /program\.ts has changed since/)
  }))
