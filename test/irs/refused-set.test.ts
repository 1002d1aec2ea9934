import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { using } from './real-runs.ts'

/** The second execution is given something else than the first. */
const changing = `
let calls = 0
export default program({
  name: 'changing', shared: (mem) => ({ x: mem.int32('x', 1) }),
  threads: { a(s) { s.x[0]++ }, b(s) { s.x[0] += 2 } },
  after: () => { calls++; if (calls === 2) throw new Error('only now') },
})`

/** What one schedule does cannot be explored. */
const unexplorable = `
export default program({
  name: 'unexplorable', shared: (mem) => ({ x: mem.int32('x', 1) }),
  threads: { a(s) { s.x[0] = 1 }, b(s) { if (s.x[0] === 0) process.memoryUsage() } },
})`

const refusal =
  /the admissible set .*set is of a program that was refused when it was verified, so nothing runs under it any more: /

for (const [name, source, kind, why] of [
  [
    'fails once only',
    changing,
    'nondeterminism',
    /an execution failed, and did not when the same schedule was run again/,
  ],
  ['does what cannot be explored', unexplorable, 'program', /process\.memoryUsage/],
] as const) {
  test(`nothing runs under what was verified of a program that ${name}`, () =>
    using(source, async (fixture) => {
      await assert.rejects(fixture.verify(), { kind, message: why })
      assert.ok(readFileSync(fixture.set).length > 0)
      for (const use of [() => fixture.run(1), () => fixture.verify({ resume: true })])
        await assert.rejects(use(), (error: Error) => refusal.test(error.message) && why.test(error.message))
    }))
}

test('the set of another program is left as it is when what was to replace it is refused before it is verified', () =>
  using(unexplorable.replace('process.memoryUsage()', 's.x[0] = 2'), async (fixture) => {
    const right = readFileSync(fixture.file, 'utf8').split('\n').slice(2).join('\n')
    await fixture.verify()
    fixture.write("export default program({ name: 'none', shared: (mem) => ({}), threads: [] })")
    await assert.rejects(fixture.verify(), { kind: 'program' })
    fixture.write(right)
    assert.deepEqual((await fixture.run(2)).failures, [])
  }))
