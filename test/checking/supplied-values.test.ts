/** Random numbers and clocks: one value each, which the guarantee says and names, or choices. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeddleError } from '../../src/base/errors.ts'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { replayProgram } from '../../src/checking/replay.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { folder, heddle } from '../cli/heddle.ts'
import { loadSource } from '../frontends/spins/check-source.ts'

function checked(subject: Program, options: CheckOptions = {}): CheckResult {
  const checker = new Checker(subject, { allBugs: true, ...options })
  while (!checker.run(1000));
  return checker.result()
}

/** Thread `a` writes what the expression gives, beside a thread that reads it. */
const asking = (expression: string): Program =>
  loadSource(`const { program } = require('heddle')
  module.exports = program({
    name: 'asks', shared: (mem) => ({ x: mem.float64('x', 1) }),
    threads: { a(s) { s.x[0] = 1; return ${expression} }, b(s) { return s.x[0] } },
    outcome: (s, { a }) => a,
  })`)

const values = ({ outcomes }: CheckResult): unknown[] => outcomes.map(({ value }) => value).sort()
const searches: readonly CheckOptions[] = [
  {},
  { reduction: 'none' },
  { reduction: 'dpor' },
  { reduction: 'optimal' },
  { switch: 'sync', allBugs: true },
]

const HERE = /^\/test\/spins\.cjs:4:\d+$/

for (const [source, expression] of [
  ['Math.random', 'Math.random()'],
  ['Date.now', 'Date.now()'],
  ['new Date', 'new Date().getTime()'],
  ['new Date', 'Number(new Date)'],
  ['new Date', 'Date().length'],
  ['performance.now', 'performance.now()'],
  ['crypto.randomUUID', 'crypto.randomUUID()'],
  ['crypto.getRandomValues', 'crypto.getRandomValues(new Uint8Array(2)).join()'],
  ['crypto.randomUUID', "process.getBuiltinModule('crypto').randomUUID()"],
  ['crypto.randomBytes', "process.getBuiltinModule('crypto').randomBytes(2).join()"],
  ['crypto.randomInt', "process.getBuiltinModule('crypto').randomInt(5, 9)"],
  ['crypto.randomFillSync', "process.getBuiltinModule('crypto').randomFillSync(new Uint8Array(2)).join()"],
  ['process.hrtime', 'process.hrtime().join()'],
  ['process.hrtime.bigint', 'Number(process.hrtime.bigint())'],
  ['process.uptime', 'process.uptime()'],
  ['Math.random', '[1].map(Math.random)[0]'],
  ['os.uptime', "process.getBuiltinModule('os').uptime()"],
  ['crypto.pseudoRandomBytes', "process.getBuiltinModule('crypto').pseudoRandomBytes(2).join()"],
  ['crypto.prng', "process.getBuiltinModule('crypto').prng(2).join()"],
  ['Intl.DateTimeFormat.format', "new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'full' }).format()"],
  ['Intl.DateTimeFormat.format', "((format) => format(undefined))(new Intl.DateTimeFormat('en').format)"],
  ['Intl.DateTimeFormat.format', "new Intl.DateTimeFormat('en').format.call()"],
  ['Intl.DateTimeFormat.formatToParts', "new Intl.DateTimeFormat('en').formatToParts()[0].value"],
  ['Math.random', 'Math.random.call()'],
  ['Math.random', 'Reflect.apply(Math.random, null, [])'],
] as const) {
  test(`${expression} gives one value, and the guarantee names its place`, () => {
    const first = checked(asking(expression))
    assert.deepEqual(
      first.values.fixed.map((row) => row.source),
      [source],
    )
    assert.match(first.values.fixed[0]!.at!, HERE)
    assert.match(
      first.guarantee,
      new RegExp(` One value was explored of ${source} at /test/spins\\.cjs:4:\\d+; nothing is said about others`),
    )
    assert.equal(first.outcomes.length, 1)
    assert.deepEqual(values(checked(asking(expression))), values(first))
  })
}

for (const [source, expression] of [
  ['performance.timeOrigin', 'performance.timeOrigin'],
  ['Event.timeStamp', "new Event('x').timeStamp"],
] as const) {
  test(`${expression}, which is no call, gives one value, too`, async (t) => {
    const cwd = folder(t, {
      'p.ts': `import { program } from 'heddle'
      export default program({
        name: 'asks', shared: (mem) => ({ x: mem.float64('x', 1) }),
        threads: { a(s) { s.x[0] = 1; return ${expression} }, b(s) { return s.x[0] } },
        outcome: (s, { a }) => a,
      })`,
    })
    const { stdout, code } = await heddle(cwd, 'check', 'p.ts', '--json')
    const result = JSON.parse(stdout) as CheckResult
    assert.equal(code, 0)
    assert.equal(result.outcomes.length, 1)
    assert.match(result.guarantee, new RegExp(` One value was explored of ${source} at p\\.ts:4:\\d+; nothing is said`))
  })
}

test('what asks for nothing is not qualified', () => {
  const {
    values: { fixed, explored },
    guarantee,
  } = checked(asking('Math.max(1, 2) + new Date(5).getTime() + new Intl.DateTimeFormat().format(0).length'))
  assert.deepEqual([fixed, explored], [[], {}])
  assert.doesNotMatch(guarantee, /One value/)
})

test('generator threads and `shared` are named as well', () => {
  const subject = program({
    name: 'generators',
    shared: (mem: Mem) => ({ x: mem.float64('x', [Math.random()]) }),
    threads: {
      *a(s: { x: Float64Array }) {
        yield* ops.write(s.x, 0, Date.now())
      },
      *b(s: { x: Float64Array }) {
        yield* ops.write(s.x, 0, 1)
      },
    },
  })
  const { fixed } = checked(subject).values
  assert.deepEqual(fixed.map(({ source }) => source).sort(), ['Date.now', 'Math.random'])
  for (const { at } of fixed) assert.match(at!, /supplied-values\.test\.js:\d+:\d+$/)
})

for (const [expression, explore, expected] of [
  ['Math.random()', { random: [0, 0.25] }, [0, 0.25]],
  ['Math.random()', { random: true }, [0, 0.5, 1 - 2 ** -53]],
  ['[Math.random(), Math.random()].join()', { random: [0, 0.5] }, ['0,0', '0,0.5', '0.5,0', '0.5,0.5']],
  ["process.getBuiltinModule('crypto').randomInt(5, 9)", { random: [0, 0.5, 0.99] }, [5, 7, 8]],
  ["process.getBuiltinModule('crypto').randomBytes(2).join()", { random: [0, 0.5] }, ['0,0', '128,128']],
  ['crypto.randomUUID().slice(0, 8)', { random: [0, 0.5] }, ['00000000', '80808080']],
  ["new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format()", { time: [0, 86_400_000] }, ['1/1/2026', '1/2/2026']],
  [
    "new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).formatToParts()[2].value",
    { time: [0, 86_400_000] },
    ['1', '2'],
  ],
  ['-Date.now() + Date.now()', { time: [0, 60_000] }, [0, 60_000]],
  ['-new Date() + Date.now()', { time: [0, 5] }, [0, 5]],
  ['-performance.now() + performance.now()', { time: true }, [0, 1000]],
  ['((t) => process.hrtime(t).join())(process.hrtime())', { time: [0, 1500] }, ['0,0', '1,500000000']],
  ['Math.random() < 0.5 && Date.now() > 0', { random: [0.7], time: [0] }, [false]],
] as const) {
  test(`${expression} is a choice among ${JSON.stringify(explore)}`, () => {
    for (const options of searches) {
      const subject = asking(expression)
      const result = checked(subject, { ...options, explore })
      assert.deepEqual(values(result), expected, JSON.stringify(options))
      assert.deepEqual(result.values.fixed, [])
      for (const { value, schedule } of result.outcomes)
        assert.deepEqual(replayProgram(subject, schedule, { explore }).value, value)
    }
  })
}

test('a bug that only some values show is found, and what was explored is said', () => {
  const subject = asking("(() => { if (Math.random() < 0.01) throw new Error('unlucky') })()")
  assert.equal(checked(subject).outcome, 'verified')
  const { outcome, guarantee } = checked(subject, { explore: { random: true } })
  assert.equal(outcome, 'bug')
  assert.match(guarantee, / Random numbers were taken to be 0, 0\.5, 0\.9999999999999999\./)
})

test('where a value cannot be a choice, that is refused', () => {
  for (const expression of ['({ get x() { return Math.random() } }).x', 'new (class { x = Math.random() })().x']) {
    assert.throws(
      () => checked(asking(expression), { explore: { random: true } }),
      (error) => error instanceof HeddleError && /`Math\.random` are to be explored/.test(error.message),
      expression,
    )
  }
})

test('code that cannot be suspended is named as well', async (t) => {
  const cwd = folder(t, {
    'p.ts': `import { program } from 'heddle'
    export default program({
      name: 'in a trap', shared: (mem) => ({ x: mem.int32('x', 1) }),
      threads: { a(s) { s.x[0] = new Proxy({ x: 0 }, { get(): number {
        return Math.random() } }).x } },
    })`,
  })
  const { stdout } = await heddle(cwd, 'check', 'p.ts', '--json')
  assert.deepEqual((JSON.parse(stdout) as CheckResult).values.fixed, [{ source: 'Math.random', at: 'p.ts:5:21' }])
  assert.match((await heddle(cwd, 'check', 'p.ts', '--explore', 'random')).stderr, /p\.ts:5:21.*are to be explored/s)
})

test('what a module asks for when it is loaded is the same in every check, and is named', async (t) => {
  const cwd = folder(t, {
    'p.mts': `import { program } from 'heddle'
    const drawn = [Math.random(), crypto.randomUUID()]
    const times = [Date.now(), new Date().toISOString(), performance.now(), performance.timeOrigin]
    export default program({
      name: 'loaded', shared: (mem) => ({ x: mem.int32('x', 1) }),
      threads: [(s: { x: Int32Array }) => { Atomics.add(s.x, 0, 1) }],
      outcome: () => [...drawn, ...times],
    })`,
  })
  const [first, second] = await Promise.all(
    [1, 2].map(async () => JSON.parse((await heddle(cwd, 'check', 'p.mts', '--json')).stdout) as CheckResult),
  )
  assert.deepEqual(first!.outcomes, second!.outcomes)
  assert.match(first!.guarantee, /One value was explored of Math\.random at p\.mts:2:\d+/)
  assert.deepEqual(
    first!.values.fixed.map(({ source, at }) => `${source} ${at!.replace(/:\d+$/, '')}`),
    ['Math.random', 'crypto.randomUUID', 'Date.now', 'new Date', 'performance.now', 'performance.timeOrigin'].map(
      (source, i) => `${source} p.mts:${i < 2 ? 2 : 3}`,
    ),
  )
})

test('what cannot be explored is said', () => {
  for (const [explore, message] of [
    [{ dice: true }, /there is no 'dice'; there are random, time/],
    [{ random: [1] }, /random expects numbers from 0 to below 1, got 1/],
    [{ time: [0.5] }, /time expects whole milliseconds/],
    [{ random: [] }, /got none/],
  ] as const)
    assert.throws(() => new Checker(asking('1'), { explore }), message)
})

test('the command line: what was not explored is named, --explore explores it, and the replay knows', async (t) => {
  const cwd = folder(t, {
    'p.ts': `import { program } from 'heddle'
    export default program({
      name: 'dice', shared: (mem) => ({ x: mem.int32('x', 1) }),
      threads: { a(s) { s.x[0] = 1; if (Math.random() < 0.01) throw new Error('unlucky') } },
    })`,
  })
  const first = await heddle(cwd, 'check', 'p.ts')
  assert.equal(first.code, 0)
  assert.match(first.stdout, /One value was explored of Math\.random at p\.ts:4:46;/)
  const second = await heddle(cwd, 'check', 'p.ts', '--explore', 'random:0.95,0')
  assert.equal(second.code, 1)
  const command = /replay p\.ts --explore random:0\.95,0 --schedule (\S+)/.exec(second.stdout)
  assert.ok(command, second.stdout)
  const replayed = await heddle(cwd, 'replay', 'p.ts', '--explore', 'random:0.95,0', '--schedule', command[1]!)
  assert.equal(replayed.code, 1)
  assert.match(replayed.stdout, /unlucky/)
  assert.equal((await heddle(cwd, 'check', 'p.ts', '--explore', 'random:x')).code, 2)
})

test('what is asked for to prepare a source that is required is no question of the program', async (t) => {
  const cwd = folder(t, {
    'package.json': '{ "type": "commonjs" }',
    // Another text each time: a source that is known is not prepared.
    'p.ts': `// ${process.pid} ${Date.now()}
    import { program } from 'heddle'
    export default program({ shared: (mem) => ({ x: mem.int32('x', 1) }), threads: [(s) => { s.x[0] = 1 }] })`,
  })
  const { code, stdout } = await heddle(cwd, 'check', 'p.ts')
  assert.equal(code, 0)
  assert.doesNotMatch(stdout, /One value was explored/)
})
