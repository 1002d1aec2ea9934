import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult } from '../../../src/results/check-result.ts'
import { folder, heddle } from '../../cli/heddle.ts'
import { heddleIn, project } from '../../integrations/project.ts'
import type { VerifyResult } from '../../../src/results/verify-result.ts'

/** One input of 2^31, and one of two schedules. */
const needle = `import assert from 'node:assert/strict'
import { int, oneOf, program } from 'heddle'
export default program({
  name: 'needle',
  inputs: { n: int(0, 2147483647), op: oneOf('look', 'leave') },
  shared: (mem) => ({ a: mem.int32('a', 1) }),
  threads: {
    ann(s, self, { n, op }: { n: number, op: string }) {
      const k = (n * 7 + 3) | 0
      if (op === 'look' && k === 1115098136) assert.equal(s.a[0], 0, \`seen for \${n}\`)
      else s.a[0]
    },
    ben(s) {
      s.a[0] = 1
    },
  },
})
`

test('a bug for one input of 2^31 and some schedules: found, named, and all other inputs are covered', async (t) => {
  const cwd = folder(t, { 'p.ts': needle })
  const ran = await heddle(cwd, 'check', 'p.ts', '--inputs', 'symbolic', '--all-bugs', '--json')
  assert.equal(ran.code, 1, ran.stderr)
  const { bugs, inputs, guarantee } = JSON.parse(ran.stdout) as CheckResult
  assert.deepEqual(
    bugs.map(({ kind, input, at }) => [kind, input, at?.replace(/:\d+$/, '')]),
    [['assertion', { n: 2_000_000_003, op: 'look' }, 'p.ts:10']],
  )
  const { solver, regions, total } = inputs!
  assert.deepEqual([total, regions!.length, solver!.coversAll], [2 ** 32, 3, true])
  assert.ok(solver!.queries >= 2)
  assert.deepEqual(regions!.map(({ outcome }) => outcome).sort(), ['bug', 'verified', 'verified'])
  assert.match(
    guarantee,
    /^For inputs \(n in 0\.\.2147483647 and op in 'look', 'leave'\) where .*: No assertion failure/,
  )
  const text = await heddle(cwd, 'check', 'p.ts', '--inputs', 'symbolic')
  assert.match(text.stdout, /for n = 2000000003, op = look$/m)
  assert.match(
    text.stdout,
    /Nothing is said about inputs outside these \d regions: the search stopped at the first bug\./,
  )
  assert.match(text.stdout, /^bug +n = 2000000003, op = look +op = look and int32/m)
})

test('inputs that make no difference are one region; without a solver where there are few', async (t) => {
  const cwd = folder(t, { 'p.ts': needle.replace('=== 1115098136', '=== 5.5') })
  const ran = await heddle(cwd, 'check', 'p.ts', '--inputs', 'symbolic', '--input', 'op=leave', '--json')
  assert.equal(ran.code, 0, ran.stderr)
  const { inputs, guarantee, outcome } = JSON.parse(ran.stdout) as CheckResult
  assert.match(guarantee, /^For every n in 0\.\.2147483647 and op = leave: No /)
  assert.deepEqual([outcome, inputs!.regions!.length], ['verified', 1])
  const all = await heddle(cwd, 'check', 'p.ts')
  assert.equal(all.code, 2)
  assert.match(all.stderr, /has 4,294,967,296 inputs .*: --inputs symbolic checks those that behave alike at once/)
})

test('where inputs are told apart by value is said when that makes many regions', async (t) => {
  const indexed = `import { int, program } from 'heddle'
export default program({
  inputs: { n: int(0, 29) },
  shared: (mem) => ({ a: mem.int32('a', 30) }),
  threads: {
    one(s, self, { n }) {
      s.a[0] = 1
      s.a[n]
    },
    two: (s) => s.a[0],
  },
})
`
  const cwd = folder(t, { 'p.ts': indexed })
  const { stdout } = await heddle(cwd, 'check', 'p.ts', '--inputs', 'symbolic')
  assert.match(stdout, /^Inputs are told apart by value at p\.ts:8:\d+: there, code/m)
  const json = await heddle(cwd, 'check', 'p.ts', '--inputs', 'symbolic', '--json')
  assert.deepEqual((JSON.parse(json.stdout) as CheckResult).inputs!.pinnedAt, ['p.ts:8:7'])
  const all = await heddle(cwd, 'check', 'p.ts', '--json')
  assert.equal((JSON.parse(all.stdout) as CheckResult).inputs!.pinnedAt, null)
})

test('without the solver the result says what was covered, and what to install', async (t) => {
  const cwd = project(t, { 'p.ts': needle, 'few.ts': needle.replace('2147483647', '99') }, ['z3-solver'])
  const check = ['check', 'p.ts', '--inputs', 'symbolic', '--all-bugs']
  const ran = await heddleIn(cwd, ...check, '--json')
  assert.equal(ran.code, 3, ran.stderr)
  const { outcome, bugs, inputs, guarantee } = JSON.parse(ran.stdout) as CheckResult
  const { regions, solver } = inputs!
  // Those that hold half of all inputs each are drawn, the one of a single input is not.
  assert.deepEqual([outcome, bugs.length, regions!.length, inputs!.verified], ['incomplete', 0, 2, 2])
  assert.deepEqual([solver!.queries, solver!.coversAll, solver!.missing], [0, null, true])
  assert.match(guarantee, /^For inputs \(n in 0\.\.2147483647 and op in 'look', 'leave'\) where /)
  assert.match(
    guarantee,
    /Nothing is said about inputs outside these 2 regions: the solver that looks for them is not installed \(npm install z3-solver\)\./,
  )
  const text = await heddleIn(cwd, ...check)
  assert.equal(text.code, 3)
  assert.match(text.stdout, /^not finished {2}needle$/m)
  assert.match(text.stdout, /^2 regions of 4,294,967,296 inputs, 2 verified; 0 queries to the solver/m)
  const set = await heddleIn(cwd, 'verify', 'p.ts', '--inputs', 'symbolic', '-o', 'needle.irs', '--json')
  assert.equal(set.code, 3, set.stderr)
  const verified = JSON.parse(set.stdout) as VerifyResult
  assert.deepEqual([verified.complete, verified.stopped, verified.inputs!.regions.length], [false, 'no-solver', 2])
  const few = await heddleIn(cwd, 'check', 'few.ts', '--inputs', 'symbolic', '--json')
  assert.equal(few.code, 0, 'where inputs are gone through, there is nothing to install')
})

test('a getter of an object that also holds an input may read shared memory', async (t) => {
  const source = `const { program, int } = require('heddle')
module.exports = program({ name: 'getter', inputs: { n: int(0, 3) }, shared: (mem) => ({ a: mem.int32('a', 1) }),
  threads: {
    ann(s) { s.a[0] = 1 },
    ben(s, self, { n }) {
      const o = { v: n, get k() { return s.a[0] } }
      const sum = (x, p) => p.k + p.v + x
      return sum(n, o)
    },
  },
  outcome: (s, r) => r.ben > 4 })`
  const ran = await heddle(folder(t, { 'p.cjs': source }), 'check', 'p.cjs', '--inputs', 'symbolic', '--json')
  assert.equal(ran.code, 0, ran.stderr)
  const { outcomes } = JSON.parse(ran.stdout) as CheckResult
  assert.deepEqual(outcomes.map(({ formula }) => formula).sort(), ['n >= 2', 'n >= 3'])
})

test('inspect shows objects with inputs as the program has made them', async (t) => {
  const source = `const { program, int } = require('heddle')
const assert = require('node:assert')
const { format, inspect } = require('node:util')
class Box { #inner = 1; constructor(n) { this.content = { n } } get twice() { return 2 * this.content.n } }
class Pairs extends Map {}
class Told { constructor(n) { this.n = { n } } [inspect.custom]() { return 'told ' + this.n.n } }
module.exports = program({ name: 'shown', inputs: { n: int(0, 2) }, shared: (mem) => ({ a: mem.int32('a', 1) }),
  threads: {
    ann(s) { s.a[0] = 1 },
    ben(s, self, inputs) {
      const o = { amount: inputs.n, list: [inputs.n, s.a[0]], inner: { inputs } }
      o.self = o
      const box = new Box(inputs.n)
      const all = [new Pairs([['k', box], [{ n: inputs.n }, 2]]), new Set([[{ n: inputs.n }]]), box, new Told(inputs.n)]
      const failed = new RangeError('bad', { cause: { n: inputs.n, inputs } })
      failed.stack = 'stack'
      failed.inside = Object.assign(new Date(0), { failed, made: Object.assign(() => 1, { n: { n: inputs.n } }) })
      try { assert.deepEqual(failed, { failed }) } catch ({ message }) { all.push(message) }
      all.push(failed, [failed], Object.keys(failed.inside).join(), failed.inside.failed === failed)
      return inspect(o) + format('%o', o.list) + inspect.custom.toString() + inspect(all, { depth: 9, getters: true })
    },
  },
  outcome: (s, r) => r.ben })`
  const cwd = folder(t, { 'p.cjs': source })
  const [all, symbolic] = await Promise.all(
    ['all', 'symbolic'].map(async (mode) => {
      const ran = await heddle(cwd, 'check', 'p.cjs', '--inputs', mode, '--json')
      assert.equal(ran.code, 0, ran.stderr)
      return (JSON.parse(ran.stdout) as CheckResult).outcomes.map(({ value }) => value as string).sort()
    }),
  )
  assert.match(all![0]!, /amount: 0/)
  assert.deepEqual(symbolic, all)
})

test('inspect refuses what may be an input that nobody can look into', async (t) => {
  const shown = {
    proxy: 'new Proxy({ n }, {})',
    iterator: 'new Map([[1, { n }]]).values()',
    array: 'Object.assign(new Uint8Array(1), { inside: { n } })',
    itself: '[{ [inspect.custom]: () => ({ made: { n } }) }]',
    plain: '[new Proxy({ n: 1 }, {}), { n }, { [inspect.custom]: () => String(n) }]',
  }
  const cwd = folder(
    t,
    Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [
        `${name}.cjs`,
        `const { program, int } = require('heddle')
const { inspect } = require('node:util')
module.exports = program({ name: 'shown', inputs: { n: int(0, 2) }, shared: (mem) => ({ a: mem.int32('a', 1) }),
  threads: { ann(s) { s.a[0] = 1 }, ben(s, self, { n }) { s.a[0] = 2; return inspect(${value}) } }, outcome: (s, r) => r.ben })`,
      ]),
    ),
  )
  for (const name of Object.keys(shown)) {
    const { code, stdout, stderr } = await heddle(cwd, 'check', `${name}.cjs`, '--inputs', 'symbolic')
    assert.equal(code, name === 'plain' ? 0 : 2, name + stdout)
    if (name !== 'plain') assert.match(stderr, /util\.inspect shows a getter that may hold an input/, name)
  }
})

test('where it cannot be done', async (t) => {
  const cwd = folder(t, { 'p.ts': needle })
  const sampled = await heddle(cwd, 'check', 'p.ts', '--inputs', 'symbolic', '--order', 'random')
  assert.match(sampled.stderr, /draws executions of one input/)
})

test('operations are where the source has them, as with inputs that are given', async (t) => {
  const cwd = folder(t, {
    'p.ts': `import { int, program } from 'heddle'
export default program({
  name: 'places',
  inputs: { n: int(0, 9) },
  shared: (mem) => ({ a: mem.int32('a', 1), b: mem.int32('b', 1) }),
  threads: {
    ann(s, self, { n }) {
      const v = s.a[0]! +
        Atomics.load(s.b, 0) +
        n
      s.a[0] =
        v
      s.a[0]! +=
        n
      if (Atomics.add(s.b, 0, v) > 3 ||
          s.a[0]! < 30) throw new Error('wrong')
    },
  },
})
`,
  })
  const [symbolic, given] = await Promise.all(
    [
      ['--inputs', 'symbolic'],
      ['--input', 'n=0'],
    ].map((how) => heddle(cwd, 'check', 'p.ts', ...how)),
  )
  const placesIn = (text: string): string[] => text.match(/^ +\d+ .* p\.ts:\d+:\d+/gm) ?? []
  assert.equal(placesIn(given!.stdout).length, 7, given!.stdout)
  assert.deepEqual(placesIn(symbolic!.stdout), placesIn(given!.stdout))
})
