/** Plain TypeScript, as most people write their threads, through the command line. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult } from '../../src/results/check-result.ts'
import { folder, heddle, start } from './heddle.ts'

const bank = `import { program } from 'heddle'
import assert from 'node:assert/strict'
import { withdraw } from './withdraw'

export default program({
  name: 'bank',
  shared: (mem) => ({ balance: mem.int32('balance', [100]) }),
  threads: {
    alice(s) { withdraw(s.balance, 60) },
    bob(s) { withdraw(s.balance, 60) },
  },
  outcome: (s) => s.balance[0],
  after(s) { assert(s.balance[0]! >= 0, 'overdrawn') },
})
`
const withdraw = `type Balance = Int32Array

export function withdraw(balance: Balance, amount: number): void {
  if (balance[0]! >= amount) {
    balance[0]! -= amount
  }
}
`

/** A program whose thread alice is plain code, from line 5 on. */
const plain = (body: string, top = ''): string => `import { program } from 'heddle'
${top}
export default program({
  name: 'plain', shared: (mem) => ({ a: mem.int32('a', 2) }),
  threads: { alice(s) {
${body}
  }, bob(s) { s.a[1] = 8 } },
})
`

test('events are shown with the lines of the TypeScript source, also of imported files', async (t) => {
  const cwd = folder(t, { 'bank.ts': bank, 'withdraw.ts': withdraw })
  const { code, stdout } = await heddle(cwd, 'check', 'bank.ts', '--no-minimise')
  assert.equal(code, 1, stdout)
  assert.match(stdout, /^assertion: overdrawn\n +at bank\.ts:13:14$/m)
  const rows = stdout
    .slice(0, stdout.indexOf('Replay it')) // after which a schedule that passes is shown
    .split('\n')
    .filter((line) => / balance\[0\] {2,}/.test(line))
    .map((line) => line.trim().split(/ {2,}/))
  assert.equal(rows.length, 6)
  assert.match(
    rows.find(([mark]) => mark === '>')!.join(' '),
    /^> \d (alice|bob) read balance\[0\] 100 withdraw\.ts:4:7 if \(balance\[0\]! >= amount\) \{$/,
  )
  assert.match(
    rows[5]!.join(' '),
    /^(> )?6 (alice|bob) write balance\[0\] = -20 withdraw\.ts:5:5 balance\[0\]! -= amount$/,
  )
  assert.match(stdout, /^\d+ switch points instrumented in plain code$/m)
  const replayed = await start(cwd, 'sh', ['-c', /Replay it:\n +(.*)/.exec(stdout)![1]!]).ended
  assert.equal(replayed.code, 1, replayed.stderr)
  assert.match(replayed.stdout, /overdrawn/)
})

test('the same file runs for real', async (t) => {
  const { code, stdout, stderr } = await heddle(
    folder(t, { 'bank.ts': bank, 'withdraw.ts': withdraw }),
    'run',
    'bank.ts',
    '--plain',
    '--repeat',
    '20',
    '--json',
  )
  const { runs, failures } = JSON.parse(stdout) as { runs: number; failures: unknown[] }
  assert.equal(runs, 20, stderr)
  assert.equal(code, failures.length === 0 ? 0 : 1)
})

test('a stuck thread is reported with its last operation', async (t) => {
  const { code, stderr } = await heddle(
    folder(t, { 'p.ts': plain('s.a[0] = 7\nfor (;;) {}') }),
    'check',
    'p.ts',
    '--step-timeout',
    '700ms',
  )
  assert.equal(code, 2)
  assert.match(stderr, /^heddle: p\.ts:6:1: thread 'alice' ran for more than 0\.7 s/)
  assert.match(stderr, /6 \| s\.a\[0\] = 7\n +\| \^/)
})

test('what a thread must not do is refused with its place', async (t) => {
  const cwd = folder(t, {
    'exit.ts': plain('if (s.a[0] === 0) leave()', 'function leave(): never { process.exit(4) }'),
    'global.ts': plain('name = s.a[0]!', 'globalThis.name = 0'),
    'own-memory.ts': plain('s.a[0] = new SharedArrayBuffer(4).byteLength'),
    'trap.ts': plain('const o = new Proxy({}, { get() { return s.a[0] } })\nreturn o.x'),
    'join.ts': plain('try { join(70) } catch {}', 'import { join } from "heddle"'),
    'spawn.ts': plain('s.a[0]; spawn("nobody")', 'import { spawn } from "heddle"'),
    'choose.ts': plain('choose(s.a[0]!)', 'import { choose } from "heddle"'),
  })
  for (const [file, at, text] of [
    ['exit.ts', '2:', /process\.exit\(4\)/],
    ['global.ts', '6:1', /module-level binding 'name'/],
    ['own-memory.ts', '6:', /SharedArrayBuffer/],
    ['trap.ts', '6:42', /./],
    ['join.ts', '6:7', /no thread with the handle 70/],
    ['spawn.ts', '6:9', /no task 'nobody'/],
    ['choose.ts', '6:1', /choose expects .* got 0/],
  ] as const) {
    const { code, stdout, stderr } = await heddle(cwd, 'check', file)
    assert.deepEqual([code, stdout], [2, ''], `${file}: ${stdout}${stderr}`)
    assert.ok(stderr.includes(`${file}:${at}`), stderr)
    assert.match(stderr, text)
  }
})

test('an option of an event that does not exist', async (t) => {
  const source = plain('s.a[0]').replace('mem.int32(', 'mem.event("e", { auto: true }) && mem.int32(')
  const { code, stderr } = await heddle(folder(t, { 'p.ts': source }), 'check', 'p.ts')
  assert.equal(code, 2)
  assert.match(stderr, /mem\.event\('e', …\) has no option 'auto'; there are manual, set/)
})

test('an exception shows the stack of the thread', async (t) => {
  const source = plain(
    'outer(s.a)',
    'function outer(a: Int32Array): void { inner(a) }\nfunction inner(a: Int32Array): void { if (a[0] === 0) throw new RangeError("deep") }',
  )
  const { code, stdout } = await heddle(folder(t, { 'p.ts': source }), 'check', 'p.ts')
  assert.equal(code, 1)
  assert.match(stdout, /^exception: RangeError: deep\n +in thread alice, at p\.ts:3:\d+$/m)
  assert.match(stdout, /at inner.*p\.ts:3:\d+.*\n.*p\.ts:2:39\n.*p\.ts:7:1\n/)
})

test('what was not instrumented is said', async (t) => {
  const source = plain('s.a[0] = 1', 'export const o = { get x() { return [1][0] } }')
  const { stdout } = await heddle(folder(t, { 'p.ts': source }), 'check', 'p.ts', '--json')
  const { instrumented } = JSON.parse(stdout) as CheckResult
  assert.ok(instrumented.sites > 0)
  for (const text of instrumented.skipped) assert.match(text, /^p\.ts:\d+:\d+ /)
})

test('memory of more than a few words, which `outcome` looks at', async (t) => {
  const cwd = folder(t, {
    'p.ts': `import { program } from 'heddle'
    export default program({
      name: 'large', shared: (mem) => ({ a: mem.int32('a', 100) }),
      threads: Array.from({ length: 3 }, (_, i) => (s) => { s.a[99] = s.a[99] * 2 + i }),
      outcome: (s) => s.a[99],
    })`,
  })
  const { code, stderr, stdout } = await heddle(cwd, 'check', 'p.ts', '--reduction', 'optimal', '--json')
  assert.equal(code, 0, stderr)
  assert.equal((JSON.parse(stdout) as CheckResult).executions, 36)
})
