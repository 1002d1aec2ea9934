import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runPlain } from '../../src/host/run.ts'
import { folder, heddle } from '../cli/heddle.ts'

const sourceOf = (statement: string): string => `import { program } from 'heddle'
export default program({
  name: 'stray', shared: (mem) => ({ n: mem.int32('n', 1) }),
  threads: {
    a(s) { Atomics.store(s.n, 0, 1);
      ${statement}
    },
    b(s) { return Atomics.load(s.n, 0) },
  },
  outcome: (s) => s.n[0],
})
`

async function run(statement: string, repeat = 3, timeoutMs = 20_000): Promise<Awaited<ReturnType<typeof runPlain>>> {
  const dir = mkdtempSync(join(tmpdir(), 'heddle-stray-'))
  try {
    const file = join(dir, 'stray.ts')
    writeFileSync(file, sourceOf(statement))
    return await runPlain(file, { repeat, timeoutMs })
  } finally {
    rmSync(dir, { recursive: true })
  }
}

for (const statement of [
  "Promise.reject(new Error('lost'))",
  "(async () => { throw new Error('lost') })()",
  "(async () => { await null; await null; throw new Error('lost') })()",
  "setTimeout(() => { throw new Error('lost') }, 5)",
  "setTimeout(() => setTimeout(() => { Promise.reject(new Error('lost')) }, 2), 2)",
  "setImmediate(() => { throw new Error('lost') })",
  "process.nextTick(() => { throw new Error('lost') })",
  "queueMicrotask(() => { throw new Error('lost') })",
  "Promise.resolve().then(() => { throw new Error('lost') })",
]) {
  test(`what goes wrong after a thread, in what it left to the event loop, fails its run: ${statement}`, async () => {
    const { runs, failures, outcomes } = await run(statement)
    assert.deepEqual([runs, outcomes], [3, [{ value: 'exception', runs: 3 }]])
    const [failure, ...others] = failures
    assert.deepEqual(others, [])
    assert.deepEqual([failure!.kind, failure!.thread, failure!.runs], ['exception', 'a', 3])
    assert.match(failure!.message, /^Error: lost \(nobody caught it: the thread left it to the event loop\)$/)
    assert.match(failure!.stack!, /stray\.ts:6:\d+/)
  })
}

for (const statement of [
  "Promise.reject(new Error('fine')).catch(() => undefined)",
  "(async () => { try { await Promise.reject(new Error('fine')) } catch { /* expected */ } })()",
  "clearTimeout(setTimeout(() => { throw new Error('never') }, 60_000))",
  "setTimeout(() => { throw new Error('never') }, 60_000).unref()",
  'setTimeout(() => undefined, 5)',
]) {
  test(`what is left there and goes well is no failure: ${statement}`, async () => {
    const { runs, failures } = await run(statement)
    assert.deepEqual([runs, failures], [3, []])
  })
}

test('a thread has ended when its timers have fired', async () => {
  const { outcomes } = await run('setTimeout(() => { Atomics.store(s.n, 0, 7) }, 20)')
  assert.deepEqual(outcomes, [{ value: 7, runs: 3 }])
})

test('a timer that never ends is a run that does not end', async () => {
  const { failures } = await run('setInterval(() => undefined, 10)', 1, 300)
  assert.equal(failures[0]!.kind, 'timeout')
})

test('what a run prints is no work that is left', async () => {
  const { runs, failures } = await run("console.error('printed')", 30)
  assert.deepEqual([runs, failures], [30, []])
})

test('the command fails, with message and place', async (t) => {
  const cwd = folder(t, { 'stray.ts': sourceOf("Promise.reject(new Error('lost'))") })
  const { code, stdout } = await heddle(cwd, 'run', 'stray.ts', '--plain')
  assert.equal(code, 1)
  assert.match(stdout, /exception in 1 run: Error: lost \(nobody caught it.*\(thread a\)\s+at .*stray\.ts:6:/)
})

for (const what of ['outcome', 'after', 'shared']) {
  test(`a promise that \`${what}\` leaves to be rejected is not lost either`, async (t) => {
    const cwd = folder(t, {
      'stray.ts': `import { program } from 'heddle'
const leave = (value?: unknown) => { Promise.reject(new Error('left')); return value }
export default program({
  name: 'stray', shared: (mem) => { ${what === 'shared' ? 'leave()' : ''}; return { n: mem.int32('n', 1) } },
  threads: { a(s) { s.n[0] = 1 } }, ${what === 'shared' ? '' : `${what}: () => leave(1)`}
})
`,
    })
    const { code, stderr } = await heddle(cwd, 'run', 'stray.ts', '--plain')
    assert.equal(code, 2)
    assert.match(stderr, /Error: left\s+at leave \(.*stray\.ts:2:/)
  })
}
