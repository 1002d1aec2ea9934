import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { admit, enforce, verify } from '../../src/index.ts'
import { folder, heddle, main, start } from '../cli/heddle.ts'

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
  assert.deepEqual(
    { traces: inspection.traces, erroneous: inspection.erroneous, complete: inspection.complete },
    { traces: 2, erroneous: 2, complete: true },
  )
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
  assert.match(
    (await heddle(dir, 'inspect', 'one')).stdout,
    /a: write n\[0\] +5:\d+ +b: read n\[0\] +5:\d+\n[^]*at: line and column in counter\.ts/,
  )
  const ran = await heddle(dir, 'run', 'counter.ts', '--admit', 'set', '--repeat', '20', '--json')
  assert.equal(ran.code, 0)
  assert.equal((JSON.parse(ran.stdout) as { mode: string }).mode, 'admitted')
  const missing = await heddle(dir, 'run', 'counter.ts', '--admit', 'nothing')
  assert.equal(missing.code, 2)
  assert.match(missing.stderr, /there is no admissible set/)
})

test('a unit on the command line: inputs, and memory that is kept', async (t) => {
  const dir = folder(t, {
    'unit.ts': `import { choose, program } from 'heddle'
export default program({
  name: 'unit', shared: (mem) => ({ n: mem.int32('n', 2) }),
  threads: { a(s) { const kind = choose(3); s.n[0] = kind; s.n[0] = 0; return kind }, b(s) { return process.env.LEAVE === '1' ? (s.n[1] = 4) : (s.n[1] = 0) } },
})
`,
  })
  await heddle(dir, 'verify', 'unit.ts', '-o', 'set')
  const run = (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> =>
    heddle(dir, 'run', 'unit.ts', '--admit', 'set', '--json', ...args)
  const given = JSON.parse((await run('--input', 'a:2', '--repeat', '30', '--keep-memory', '--monitor')).stdout) as {
    outcomes: unknown
    enforcement: { monitored: number }
  }
  assert.deepEqual([given.outcomes, given.enforcement.monitored], [[{ value: { a: 2, b: 0 }, runs: 30 }], 30])
  const left = await start(
    dir,
    process.execPath,
    [main, 'run', 'unit.ts', '--admit', 'set', '--repeat', '2', '--keep-memory'],
    { LEAVE: '1' },
  ).ended
  assert.match(left.stderr, /run 2 would not begin with the memory that was verified: n\[1\] is 4 and was 0/)
  const unknown = await run('--input', 'a:3')
  assert.deepEqual([unknown.code, /no verified execution has these inputs \(a: 3\)/.test(unknown.stderr)], [2, true])
  assert.match(
    (await run('--input', 'a')).stderr,
    /--input expects the name of an input and its value, as in n=5, or a thread and the values of its choose, as in parse:2 or parse:2,0, got 'a'/,
  )
  assert.match(
    (await heddle(dir, 'run', 'unit.ts', '--plain', '--keep-memory')).stderr,
    /--keep-memory belongs to --admit SET/,
  )
  const inspected = await heddle(dir, 'inspect', 'set')
  assert.match(inspected.stdout, /reduction optimal/)
})

test('inspect tells what was chosen, and how many traces are below a finished sub-tree', async (t) => {
  const dir = folder(t, {
    'p.ts': `import { choose, program } from 'heddle'
export default program({
  name: 'p', shared: (mem) => ({ m: mem.mutex('m') }),
  threads: { a(s) { choose(2); s.m.lock(); s.m.unlock() }, b(s) { s.m.lock(); s.m.unlock() } },
})
`,
  })
  await heddle(dir, 'verify', 'p.ts', '-o', 'set', '--traces', '3')
  assert.match((await heddle(dir, 'inspect', 'set')).stdout, /^ +2 traces after a: choose = 0 \(p\.ts:4:/m)
})

test('options that do not exist, or are not what they should be, are refused', async (t) => {
  const dir = folder(t, { 'counter.ts': counter })
  const file = join(dir, 'counter.ts')
  const set = join(dir, 'set')
  const wrong = (value: unknown): never => value as never
  await assert.rejects(verify(file, wrong(undefined)), { kind: 'usage', message: /verify expects the file of the set/ })
  await assert.rejects(verify(file, wrong({ set, bound: { preemption: 1 } })), {
    kind: 'usage',
    message: /no option 'bound'/,
  })
  await assert.rejects(enforce(file, wrong(set)), { kind: 'usage', message: /enforce expects the file of the set/ })
  await assert.rejects(admit(set).enforce(file, wrong({ repeats: 5 })), {
    kind: 'usage',
    message: /no option 'repeats'/,
  })
  await assert.rejects(admit(set).open(file, wrong({ memory: 'keep' })), {
    kind: 'usage',
    message: /`memory` to be 'check' or 'restore'/,
  })
  assert.throws(() => admit(wrong(undefined)), { kind: 'usage' })
})
