import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { verifyFile } from '../../src/host/irs/verify-file.ts'
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

/** One of its threads goes on only once a file is there. */
const waiting = `
import { existsSync } from 'node:fs'
export default program({
  name: 'waiting', shared: (mem) => ({ x: mem.int32('x', 1) }),
  threads: { a(s) { s.x[0] = 1 }, b(s) { if (s.x[0] === 0) while (!existsSync(import.meta.filename + '.go')); } },
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

test('a set is gone on with after its program could not be loaded for a while', () =>
  using(unexplorable.replace('process.memoryUsage()', 's.x[0] = 2'), async (fixture) => {
    const right = readFileSync(fixture.file, 'utf8').split('\n').slice(2).join('\n')
    await fixture.verify({ traces: 1 })
    fixture.write(`${right}\nconst unfinished = (`)
    await assert.rejects(fixture.verify({ resume: true }), { kind: 'program', message: /syntax error/ })
    fixture.write(right)
    assert.equal((await fixture.verify({ resume: true })).complete, true)
  }))

test('a thread that takes too long does not refuse what was verified before', () =>
  using(waiting, async (fixture) => {
    const { file, set: out } = fixture
    await assert.rejects(verifyFile(file, { out, budgetMs: 30_000 }, { stepTimeoutMs: 200 }), {
      message: /ran for more than 0\.2 s/,
    })
    writeFileSync(`${file}.go`, '')
    assert.equal((await fixture.verify({ resume: true })).complete, true)
  }))
