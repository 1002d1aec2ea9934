import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunResult } from '../../src/results/run-result.ts'
import { folder, heddle } from './heddle.ts'
import { atomicUpdate, withAlice } from './programs.ts'

test('real threads: outcomes, time per run, and exit code 0', async (t) => {
  const cwd = folder(t, { 'p.ts': atomicUpdate })
  const json = await heddle(cwd, 'run', 'p.ts', '--plain', '--repeat', '20', '--json')
  assert.equal(json.code, 0, json.stderr)
  const result = JSON.parse(json.stdout) as RunResult
  assert.deepEqual(
    [result.schema, result.program, result.mode, result.runs, result.failures],
    [1, 'atomic update', 'plain', 20, []],
  )
  assert.deepEqual(result.outcomes, [{ value: 50, runs: 20 }])
  assert.ok(result.microsecondsPerRun!.min > 0)
  const { stdout } = await heddle(cwd, 'run', 'p.ts', '--plain', '--repeat', '3')
  assert.match(stdout, /^run {2}atomic update: 3 runs on real threads, no failure$/m)
  assert.match(stdout, /^ +3 +50$/m)
  assert.match(stdout, /^per run: .* µs \(median\)/m)
})

test('a failing run: exit code 1', async (t) => {
  const source = withAlice('yield* ops.read(s.a, 0); throw new RangeError("out of bounds")')
  const { code, stdout } = await heddle(folder(t, { 'p.ts': source }), 'run', 'p.ts', '--plain', '--repeat', '2')
  assert.equal(code, 1)
  assert.match(stdout, /2 failures/)
  assert.match(stdout, /exception in 2 runs: .*out of bounds/)
})

test('what the program prints does not disturb --json', async (t) => {
  const source = withAlice('console.log("from alice"); yield* ops.read(s.a, 0)', { top: 'console.log("on loading")' })
  const { code, stdout, stderr } = await heddle(folder(t, { 'p.ts': source }), 'run', 'p.ts', '--plain', '--json')
  assert.equal(code, 0)
  assert.equal((JSON.parse(stdout) as RunResult).runs, 1)
  assert.match(stderr, /from alice/)
})

test('bad input: exit code 2', async (t) => {
  const cwd = folder(t, { 'p.ts': 'export default 1\n' })
  for (const file of ['p.ts', 'nowhere.ts']) {
    const { code, stdout, stderr } = await heddle(cwd, 'run', file, '--plain')
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /^heddle: /m)
  }
})
