import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CheckResult, ReplayResult } from '../../src/results/check-result.ts'
import type { RunResult } from '../../src/results/run-result.ts'
import { folder, heddle } from '../cli/heddle.ts'

const source = `import assert from 'node:assert/strict'
import { int, oneOf, program } from 'heddle'
export default program({
  name: 'stack',
  inputs: { n: int(0, 3), op: oneOf('push', 'pop now') },
  shared: (mem, { n }) => ({ size: mem.int32('size', [n]) }),
  threads: {
    ann(s, self, { op }) {
      if (op === 'push') s.size[0] += 1
      else if (s.size[0] > 0) s.size[0] -= 1
    },
    ben(s) {
      if (s.size[0] > 0) s.size[0] -= 1
    },
  },
  outcome: (s) => s.size[0],
  after: (s, results, { n, op }) => assert(op === 'push' || n !== 1 || s.size[0] >= 0, 'below zero for ' + n),
})
`

test('check names the input of a bug, in words and in the command that replays it', async (t) => {
  const cwd = folder(t, { 'p.ts': source })
  const { code, stdout } = await heddle(cwd, 'check', 'p.ts')
  assert.equal(code, 1)
  assert.match(stdout, /^assertion: below zero for 1\n {2}at p\.ts:17:\d+, for n = 1, op = pop now$/m)
  const [, schedule] = / replay p\.ts --input n=1 --input 'op=pop now' --schedule (\S+)/.exec(stdout)!
  const replayed = await heddle(
    cwd,
    'replay',
    'p.ts',
    '--input',
    'n=1',
    '--input',
    'op=pop now',
    '--schedule',
    schedule!,
  )
  assert.equal(replayed.code, 1, replayed.stderr)
  assert.match(replayed.stdout, /^replay {2}stack for n = 1, op = pop now: /)
})

test('a result in a file is replayed with the input of its bug', async (t) => {
  const cwd = folder(t, { 'p.ts': source })
  const { stdout } = await heddle(cwd, 'check', 'p.ts', '--json')
  assert.deepEqual((JSON.parse(stdout) as CheckResult).bugs[0]!.input, { n: 1, op: 'pop now' })
  writeFileSync(join(cwd, 'result.json'), stdout)
  const again = await heddle(cwd, 'replay', 'p.ts', '--schedule', '@result.json', '--json')
  assert.deepEqual([again.code, (JSON.parse(again.stdout) as ReplayResult).input], [1, { n: 1, op: 'pop now' }])
})

test('one input, the rest of them, and what is wrong', async (t) => {
  const cwd = folder(t, { 'p.ts': source })
  const one = await heddle(cwd, 'check', 'p.ts', '--input', 'n=0', '--input', 'op=push')
  assert.equal(one.code, 0, one.stderr)
  assert.match(one.stdout, /^For n = 0 and op = push: No /m)
  const rest = await heddle(cwd, 'check', 'p.ts', '--input', 'op=push', '--inputs', 'all')
  assert.match(rest.stdout, /^For every n in 0\.\.3 and op = push: No /m)
  for (const [args, message] of [
    [['--input', 'm=1'], /has no input 'm'; there are n, op/],
    [['--input', 'n=4'], /input n is in 0\.\.3, got 4/],
    [['--input', 'op=top'], /input op is in 'push', 'pop now', got top/],
    [['--input', 'n'], /--input expects the name of an input and its value, as in n=5, got 'n'/],
    [['--input', 'n=1', '--input', 'n=2'], /--input gives n twice/],
    [['--inputs', 'al'], /--inputs/],
  ] as const) {
    const { code, stderr } = await heddle(cwd, 'check', 'p.ts', ...args)
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
})

test('real runs, verification and enforced runs are about one input, and a set about that one', async (t) => {
  const cwd = folder(t, { 'p.ts': source })
  const three = ['--input', 'n=3', '--input', 'op=pop now']
  const missing = await heddle(cwd, 'run', 'p.ts', '--plain', '--input', 'n=3')
  assert.deepEqual([missing.code, missing.stdout], [2, ''])
  assert.match(missing.stderr, /op has no value: name one of each, as in --input op=push \(op in 'push', 'pop now'\)/)
  const plain = await heddle(cwd, 'run', 'p.ts', '--plain', ...three, '--repeat', '3', '--json')
  for (const { value } of (JSON.parse(plain.stdout) as RunResult).outcomes) assert.ok(value === 1 || value === 2)
  assert.match((await heddle(cwd, 'verify', 'p.ts', '-o', 'p.set')).stderr, /n, op have no value/)
  const verified = await heddle(cwd, 'verify', 'p.ts', '-o', 'p.set', ...three)
  assert.equal(verified.code, 0, verified.stderr)
  assert.match((await heddle(cwd, 'inspect', 'p.set')).stdout, / of stack for n = 3, op = pop now, /)
  const admitted = await heddle(
    cwd,
    'run',
    'p.ts',
    '--admit',
    'p.set',
    ...three,
    '--repeat',
    '3',
    '--monitor',
    '--json',
  )
  assert.equal(admitted.code, 0, admitted.stderr)
  for (const { value } of (JSON.parse(admitted.stdout) as RunResult).outcomes) assert.ok(value === 1 || value === 2)
  const other = await heddle(cwd, 'run', 'p.ts', '--admit', 'p.set', '--input', 'n=3', '--input', 'op=push')
  assert.equal(other.code, 2)
  assert.match(
    other.stderr,
    /p\.set was verified for n = 3, op = pop now, not for n = 3, op = push: a set is about one input/,
  )
  const resumed = await heddle(cwd, 'verify', 'p.ts', '-o', 'p.set', '--resume', '--input', 'n=3', '--input', 'op=push')
  assert.match(resumed.stderr, /was verified for n = 3, op = pop now, not for n = 3, op = push/)
})

test('what an enforced run of a thread with inputs is called with', async (t) => {
  const cwd = folder(t, {
    'p.ts': `import { int, join, program, spawn } from 'heddle'
export default program({
  name: 'arguments',
  inputs: { n: int(0, 9) },
  shared: (mem) => ({ a: mem.int32('a', 2) }),
  threads: { ann(...args) { args[0].a[0] = args.length; return [args[2].n, join(spawn('task', 5))] } },
  tasks: { task(...args) { args[0].a[1] = args.length; return [args[1], args[3].n] } },
  outcome: (s, { ann }, { n }) => [s.a[0], s.a[1], ...ann.flat(), n],
})
`,
  })
  const expected = [3, 4, 7, 5, 7, 7]
  const input = ['--input', 'n=7']
  const checked = await heddle(cwd, 'check', 'p.ts', ...input, '--json')
  assert.deepEqual((JSON.parse(checked.stdout) as CheckResult).outcomes[0]?.value, expected, checked.stderr)
  assert.equal((await heddle(cwd, 'verify', 'p.ts', '-o', 'p.set', ...input)).code, 0)
  for (const how of [['--plain'], ['--admit', 'p.set'], ['--admit', 'p.set', '--monitor']]) {
    const ran = await heddle(cwd, 'run', 'p.ts', ...how, ...input, '--json')
    assert.deepEqual((JSON.parse(ran.stdout) as RunResult).outcomes, [{ value: expected, runs: 1 }], ran.stderr)
  }
})
