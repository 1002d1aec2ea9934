/** Sets for all inputs: symbolic traces, what they admit for which input, and what they refuse. */
import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import type { Inspection } from '../../../src/results/inspection.ts'
import type { RunResult } from '../../../src/results/run-result.ts'
import type { VerifyResult } from '../../../src/results/verify-result.ts'
import { Path } from '../../../src/symbolic/path.ts'
import { folder, heddle, main, start } from '../../cli/heddle.ts'
import { afterFirstRegion, compareSets, compareWith, constraintMutants } from './compare-sets.ts'
import { randomProgram } from './random-program.ts'

test('random programs: what a set admits for an input is what was verified for it alone', async () => {
  for (const kind of ['plain', 'memory'] as const)
    for (let seed = 1; seed <= 4; seed++)
      assert.equal(await compareSets(randomProgram(seed, kind), { remembers: seed % 2 === 0 }), null, `${kind} ${seed}`)
})

test('the same where the verification was stopped in the middle of a region, and resumed', async () => {
  for (const seed of [2, 3, 6])
    for (const interrupted of [1, 3, 8])
      assert.equal(await compareSets(randomProgram(seed, 'memory'), { interrupted }), null, `${seed} ${interrupted}`)
})

test('a set without some of its conditions is noticed', async () => {
  const prototype = Path.prototype as unknown as { note(condition: unknown): void }
  const right = prototype.note
  const known = new Map<unknown, number>()
  prototype.note = function (this: Path, condition) {
    if (!known.has(condition)) known.set(condition, known.size)
    if (known.get(condition)! % 2 === 0) right.call(this, condition)
  }
  try {
    const program = randomProgram(1, 'memory')
    assert.match((await compareSets(program)) ?? '', /is in \d+ regions|is in the region of|are not those of the input/)
    assert.ok(known.size > 1)
  } finally {
    prototype.note = right
  }
})

/** Ann reads, whatever order that is in, and then writes for some inputs only. */
const reads = (ann: string, ben: string, more = ''): string => `const { program, int } = require('heddle')
  module.exports = program({ name: 'reads', inputs: { n: int(0, 3) }, shared: (mem) => ({ a: mem.int32('a', 2) }),
    threads: { ann(s, self, { n }) { ${ann} }, ben(s) { ${ben} } }, ${more} })`
const shownBy: Readonly<Record<string, string>> = {
  'events rest on nothing': reads('s.a[0]; if (n > 1) s.a[1] = 1', 's.a[0] = 1'),
  'traces rest on their events only': reads(
    's.a[0] = 1',
    's.a[0] = 2',
    "after: (s, r, { n }) => { if (n === 2) throw new Error('two') }",
  ),
  'what code met that is not run again is forgotten': reads('s.a[0]; if (n > 1) s.a[1] = 1', 's.a[0] = 0'),
  'steps that are undone leave their conditions': reads('if (s.a[0] === 1 && n > 1) s.a[1] = 1', 's.a[0] = 1'),
}
for (const [name, mutant] of Object.entries(constraintMutants))
  test(`noticed in sets: ${name}`, async () => {
    assert.equal(await compareSets(shownBy[name]!, { remembers: true }), null)
    assert.match(
      (await compareWith(mutant, shownBy[name]!, { remembers: true })) ?? '',
      /traces that are not those of the input/,
    )
  })

test('an input runs under traces of other regions whose conditions hold for it', async () => {
  // Only where ben is first ann looks at what n is: the other trace is one of all inputs.
  const { reader, all } = await afterFirstRegion(reads('if (s.a[0] === 1 && n > 1) s.a[1] = 1', 's.a[0] = 1'), { n: 3 })
  assert.equal(all, 2)
  assert.deepEqual([reader.set.traces, reader.set.isWhole, reader.isOutside], [1, false, false])
  // Sub-trees that are finished are about all that may follow, so they are not for the input.
  assert.deepEqual(reader.set.finished, [])
})

const source = `import assert from 'node:assert/strict'
import { bool, int, program } from 'heddle'
export default program({
  name: 'account',
  inputs: { amount: int(0, 2_000_000_000), extra: int(0, 3), rich: bool() },
  shared: (mem, { extra }) => ({ balance: mem.int32('balance', [100, extra]) }),
  threads: {
    ann(s, self, { amount }) { if (s.balance[0] >= amount) Atomics.sub(s.balance, 0, amount) },
    ben(s, self, { rich, extra }) { if (rich) Atomics.add(s.balance, 0, 50); return s.balance[1] + extra },
  },
  outcome: (s, r) => [s.balance[0], r.ben],
  after: (s, r, { amount, extra }) => { assert(amount !== 7, 'seven'); assert(!(amount === 120 && extra === 3 && s.balance[0] === 30)) },
})
`
const args = (amount: number, extra = 0, rich = true): string[] => [
  '--input',
  `amount=${amount}`,
  '--input',
  `extra=${extra}`,
  '--input',
  `rich=${rich}`,
]

test('one set for two billion amounts: runs are admitted by what their input is', async (t) => {
  const cwd = folder(t, { 'p.ts': source })
  const verified = await heddle(cwd, 'verify', 'p.ts', '--inputs', 'symbolic', '-o', 'p.set', '--json')
  assert.equal(verified.code, 1, verified.stderr)
  const { inputs, bugs, complete, whole } = JSON.parse(verified.stdout) as VerifyResult
  assert.deepEqual([inputs!.coversAll, complete, whole], [true, true, false])
  assert.ok(inputs!.regions.length < 30, String(inputs!.regions.length))
  assert.ok(bugs.some(({ input }) => input!.amount === 7))
  const outcomes: Record<number, unknown[]> = {
    0: [[150, 6]],
    100: [[50, 6]],
    120: [[150, 6]], // taking the money is an error then
    1999999999: [[150, 6]],
  }
  for (const [amount, expected] of Object.entries(outcomes)) {
    const ran = await heddle(
      cwd,
      'run',
      'p.ts',
      '--admit',
      'p.set',
      ...args(Number(amount), 3),
      '--repeat',
      '10',
      '--monitor',
      '--json',
    )
    assert.equal(ran.code, 0, ran.stdout + ran.stderr)
    assert.deepEqual(
      (JSON.parse(ran.stdout) as RunResult).outcomes.map(({ value }) => value),
      expected,
    )
  }
  const none = await heddle(cwd, 'run', 'p.ts', '--admit', 'p.set', ...args(7))
  assert.equal(none.code, 2)
  assert.match(
    none.stderr,
    /p\.set admits no execution for amount = 7, extra = 0, rich = true: all of them were found to be erroneous where .*amount = 7/,
  )
  const inspected = await heddle(cwd, 'inspect', 'p.set')
  assert.match(
    inspected.stdout,
    /for every amount in 0\.\.2000000000, extra in 0\.\.3 and rich true or false:\n {4}where /,
  )
  assert.match(inspected.stdout, /^ {4}where amount = 7.*: 0 traces, \d+ erroneous executions?$/m)
  const asJson = JSON.parse((await heddle(cwd, 'inspect', 'p.set', '--json')).stdout) as Inspection
  assert.equal(asJson.inputs!.regions.length, inputs!.regions.length)
  assert.equal(asJson.input, null)
})

test('an input outside the regions that are verified is refused, and waited for where the set grows', async (t) => {
  const cwd = folder(t, { 'p.ts': source })
  const some = await heddle(cwd, 'verify', 'p.ts', '--inputs', 'symbolic', '-o', 'p.set', '--traces', '2', '--json')
  const { inputs, stopped, complete } = JSON.parse(some.stdout) as VerifyResult
  assert.deepEqual([some.code, stopped, complete, inputs!.coversAll], [0, 'traces', false, false])
  const outside = await heddle(cwd, 'run', 'p.ts', '--admit', 'p.set', ...args(1_000_000))
  assert.equal(outside.code, 2)
  assert.match(
    outside.stderr,
    /p\.set says nothing about amount = 1000000, extra = 0, rich = true: that is in none of the regions of inputs that are verified \(.+\)\. Go on with heddle verify --inputs symbolic --resume, or wait for it with --follow/,
  )
  const run = ['run', 'p.ts', '--admit', 'p.set', ...args(1_000_000), '--follow', '--json']
  const waiting = start(cwd, process.execPath, [main, ...run])
  assert.equal(await Promise.race([waiting.ended.then(() => 'ended'), sleep(3000, 'waits')]), 'waits')
  const rest = await heddle(cwd, 'verify', 'p.ts', '--inputs', 'symbolic', '-o', 'p.set', '--resume')
  assert.equal(rest.code, 1, rest.stderr)
  const { code, stdout, stderr } = await waiting.ended
  assert.equal(code, 0, stderr)
  assert.deepEqual((JSON.parse(stdout) as RunResult).outcomes, [{ value: [150, 0], runs: 1 }])
})

test('an input whose executions are all erroneous is refused, also by who follows the set', async (t) => {
  const cwd = folder(t, {
    'p.cjs': `const { program, int } = require('heddle')
module.exports = program({ name: 'wrong', inputs: { n: int(0, 3) }, shared: (mem) => ({ a: mem.int32('a', 1) }),
  threads: { ann(s, self, { n }) { s.a[0] = 1; if (n > 1) throw new Error('wrong') }, ben(s) { s.a[0] = 2 } } })`,
  })
  const set = await heddle(cwd, 'verify', 'p.cjs', '--inputs', 'symbolic', '-o', 'p.set')
  assert.equal(set.code, 1, set.stderr)
  for (const how of [[], ['--follow']]) {
    const ran = await heddle(cwd, 'run', 'p.cjs', '--admit', 'p.set', '--input', 'n=3', ...how)
    assert.equal(ran.code, 2)
    assert.match(ran.stderr, /admits no execution for n = 3: all of them were found to be erroneous where n in 2\.\.3/)
  }
})

test('regions that a log of inputs hits are verified first, the most frequent one before others', async (t) => {
  const often = { amount: 1_000_000, extra: 1, rich: true }
  const cwd = folder(t, {
    'p.ts': source,
    'inputs.log': `${[{ ...often, amount: 7 }, { ...often, rich: false }, often, { ...often, extra: 3 }, often].map((one) => JSON.stringify(one)).join('\n')}\n`,
    'bad.log': '{"amount":1}\n\n{',
    'short.log': '{"amount":1}',
  })
  const verify = (...more: string[]): ReturnType<typeof heddle> =>
    heddle(cwd, 'verify', 'p.ts', '-o', 'p.set', '--force', '--json', ...more)
  const symbolic = ['--inputs', 'symbolic', '--input-log', 'inputs.log']
  const firsts = ({ stdout }: { stdout: string }): unknown[] =>
    (JSON.parse(stdout) as VerifyResult).inputs!.regions.map(({ input }) => input)
  const all = firsts(await verify(...symbolic))
  assert.deepEqual(all.slice(0, 3), [often, { ...often, amount: 7 }, { ...often, rich: false }])
  const some = firsts(await verify(...symbolic, '--input', 'rich=false'))
  assert.deepEqual(some[0], { ...often, rich: false })
  for (const [log, message] of [
    ['none.log', /--input-log none\.log cannot be read/],
    ['bad.log', /bad\.log:3: expected the inputs of a run as JSON, as in \{"n":5\}/],
    ['short.log', /an input of the log has no value for extra/],
  ] as const)
    assert.match((await verify('--inputs', 'symbolic', '--input-log', log)).stderr, message)
  assert.match((await verify(...args(5), '--input-log', 'inputs.log')).stderr, /it belongs to --inputs symbolic/)
})

test('what memory begins with is compared with what it must begin with for the input', async (t) => {
  const cwd = folder(t, {
    'p.ts': `import { int, program } from 'heddle'
export default program({
  name: 'begins',
  inputs: { n: int(0, 200) },
  shared: (mem, { n }) => ({ a: mem.uint8('a', [n + Number(process.env.MORE ?? 0), n + 100]) }),
  threads: [(s) => { s.a[0] += 1 }, (s) => { s.a[0] += 2 }],
  outcome: (s) => [s.a[0], s.a[1]],
})
`,
  })
  const verified = await heddle(cwd, 'verify', 'p.ts', '--inputs', 'symbolic', '-o', 'p.set')
  assert.equal(verified.code, 0, verified.stderr)
  assert.match(verified.stdout, /for every n in 0\.\.200:\n {4}all inputs: 4 traces/)
  const run = ['run', 'p.ts', '--admit', 'p.set', '--input', 'n=190', '--json']
  const ran = await heddle(cwd, ...run)
  assert.equal(ran.code, 0, ran.stderr)
  const other = await start(cwd, process.execPath, [main, ...run], { MORE: '1' }).ended
  assert.equal(other.code, 2)
  assert.match(other.stderr, /was verified from another beginning: uint8 'a' \(2 elements\) begins with 191, 34 now/)
})

test('what is asked for wrongly, and sets of one input beside sets of all', async (t) => {
  const cwd = folder(t, { 'p.ts': source })
  const all = ['verify', 'p.ts', '-o', 'p.set', '--inputs', 'symbolic']
  for (const [given, message] of [
    [
      ['verify', 'p.ts', '-o', 'p.set', '--inputs', 'all'],
      /verify takes --inputs symbolic, for all inputs, or a value for each \(--input\), not --inputs all/,
    ],
    [[...all, '--run'], /--inputs symbolic or --run, not both: a run is about one input/],
    [[...all, '--overhead', '5'], /--inputs symbolic or --overhead, not both/],
    [[...all, '--input', 'amount=-1'], /input amount is in 0\.\.2000000000, got -1/],
    [['run', 'p.ts', '--admit', 'p.set', '--input', 'amount=1'], /extra, rich have no value/],
  ] as const) {
    const { code, stderr } = await heddle(cwd, ...given)
    assert.equal(code, 2, given.join(' '))
    assert.match(stderr, message)
  }
  const one = await heddle(cwd, 'verify', 'p.ts', '-o', 'one.set', ...args(5))
  assert.equal(one.code, 0, one.stderr)
  const resumed = await heddle(cwd, 'verify', 'p.ts', '-o', 'one.set', '--inputs', 'symbolic', '--resume')
  assert.match(
    resumed.stderr,
    /one\.set was verified for one input: resume it with that, or verify anew without --resume/,
  )
  const some = await heddle(cwd, ...all, '--input', 'amount=5', '--input', 'rich=true')
  assert.equal(some.code, 0, some.stderr)
  assert.match(some.stdout, /for every amount = 5, extra in 0\.\.3 and rich = true:/)
  assert.match((await heddle(cwd, ...all, '--resume', ...args(5))).stdout, /in p\.set/)
  const cost = await heddle(cwd, 'inspect', 'p.set', '--cost', 'p.ts')
  assert.match(cost.stderr, /--cost measures runs of one input/)
  const damaged = readFileSync(join(cwd, 'p.set'))
  writeFileSync(join(cwd, 'torn.set'), damaged.subarray(0, damaged.length - 3))
  assert.equal((await heddle(cwd, 'run', 'p.ts', '--admit', 'torn.set', ...args(5))).code, 0)
  damaged[damaged.length - 60]! ^= 1
  writeFileSync(join(cwd, 'bad.set'), damaged)
  assert.match(
    (await heddle(cwd, 'run', 'p.ts', '--admit', 'bad.set', ...args(5))).stderr,
    /bad\.set is (damaged|corrupt)/,
  )
  appendFileSync(join(cwd, 'p.ts'), '// changed\n')
  assert.match((await heddle(cwd, ...all, '--resume')).stderr, /was made for another version of 'account'/)
})
