import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { admit, verify } from '../../src/index.ts'
import { folder, heddle } from '../cli/heddle.ts'

const counter = `import assert from 'node:assert/strict'
import { program } from 'heddle'
export default program({
  name: 'counter', shared: (mem) => ({ n: mem.int32('n', 1) }),
  threads: { a(s) { s.n[0]++ }, b(s) { s.n[0]++ } },
  after: (s) => assert.equal(s.n[0], 2),
})
`

test('verify, admit and enforce from code', async (t) => {
  const dir = folder(t, { 'counter.ts': counter })
  const file = join(dir, 'counter.ts')
  const set = join(dir, 'set')
  const verified = await verify(file, { set })
  assert.equal(verified.traces, 2)
  assert.equal(verified.erroneous, 2)
  const admissible = admit(set)
  const inspection = await admissible.inspect()
  assert.deepEqual({ traces: inspection.traces, erroneous: inspection.erroneous, complete: inspection.complete }, { traces: 2, erroneous: 2, complete: true })
  const { failures, runs, mode } = await admissible.enforce(file, { repeat: 50, monitor: true })
  assert.deepEqual({ failures, runs, mode }, { failures: [], runs: 50, mode: 'admitted' })
})

test('a set that is verified up to a bound is enforced as such', async (t) => {
  const dir = folder(t, { 'counter.ts': counter })
  const set = join(dir, 'set')
  const verified = await verify(join(dir, 'counter.ts'), { set, bounds: { preemption: 0 } })
  assert.ok(verified.complete && !verified.whole && verified.excluded > 0)
  assert.equal(verified.traces, 2)
  const { failures } = await admit(set).enforce(join(dir, 'counter.ts'), { repeat: 50, monitor: true })
  assert.deepEqual(failures, [])
})

test('the commands say what they did', async (t) => {
  const dir = folder(t, { 'counter.ts': counter })
  const verified = await heddle(dir, 'verify', 'counter.ts', '-o', 'set', '--json')
  assert.equal(verified.code, 1)
  assert.equal((JSON.parse(verified.stdout) as { traces: number }).traces, 2)
  const inspected = await heddle(dir, 'inspect', 'set')
  assert.match(inspected.stdout, /2 admissible traces of counter/)
  assert.match(inspected.stdout, /2 erroneous executions, not admitted/)
  await heddle(dir, 'verify', 'counter.ts', '-o', 'one', '--traces', '1')
  assert.match((await heddle(dir, 'inspect', 'one')).stdout, /a: write n\[0\] \(.*counter\.ts:5:\d+\) before b: read n\[0\]/)
  const ran = await heddle(dir, 'run', 'counter.ts', '--admit', 'set', '--repeat', '20', '--json')
  assert.equal(ran.code, 0)
  assert.equal((JSON.parse(ran.stdout) as { mode: string }).mode, 'admitted')
  const missing = await heddle(dir, 'run', 'counter.ts', '--admit', 'nothing')
  assert.equal(missing.code, 2)
  assert.match(missing.stderr, /there is no admissible set/)
})
