import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folder, main, start } from '../cli/heddle.ts'

test('without WebAssembly (--jitless) gates in JavaScript do the same', async (t) => {
  const dir = folder(t, {
    'counter.ts': `import assert from 'node:assert/strict'
import { program } from 'heddle'
export default program({
  name: 'counter', shared: (mem) => ({ n: mem.int32('n', 1), m: mem.mutex('m') }),
  threads: { a(s) { s.n[0]!++; s.m.lock(); s.m.unlock() }, b(s) { s.n[0]!++; s.m.lock(); s.m.unlock() } },
  after: (s) => assert.equal(s.n[0], 2),
})
`,
  })
  const heddle = (...args: string[]): ReturnType<typeof start>['ended'] =>
    start(dir, process.execPath, ['--jitless', main, ...args]).ended
  const verified = await heddle('verify', 'counter.ts', '-o', 'set', '--json')
  const { traces, erroneous } = JSON.parse(verified.stdout) as { traces: number; erroneous: number }
  assert.deepEqual([traces, erroneous, verified.code], [4, 4, 1])
  for (const how of [['--monitor'], []]) {
    const ran = await heddle('run', 'counter.ts', '--admit', 'set', '--repeat', '30', '--json', ...how)
    const { runs, failures } = JSON.parse(ran.stdout) as { runs: number; failures: unknown[] }
    assert.deepEqual([runs, failures, ran.code], [30, [], 0])
  }
  assert.equal((await heddle('check', 'counter.ts')).code, 1)
  const plain = await heddle('run', 'counter.ts', '--plain', '--json') // may lose an update
  assert.equal((JSON.parse(plain.stdout) as { runs: number }).runs, 1)
})
