import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admit } from '../../src/index.ts'
import { Watching } from '../../src/irs/enforcement/monitoring/sampling.ts'
import { folder, main, start } from '../cli/heddle.ts'
import { correct } from './programs.ts'
import { type Fixture, using } from './real-runs.ts'

/** Does what was verified, unless its environment is another: then thread `a` does `otherwise`. */
const fickle = (otherwise: string): string => `
export default program({
  name: 'fickle', shared: (mem) => ({ n: mem.int32('n', 2), m: mem.mutex('m') }),
  threads: {
    a(s) { if (process.env.HEDDLE_TEST_FICKLE === '1') { ${otherwise} } else { s.m.lock(); s.n[0] = 1; s.m.unlock() } },
    b(s) { s.m.lock(); const seen = s.n[0]; s.m.unlock(); return seen },
  },
})`

async function underOther<T>(action: () => Promise<T>): Promise<T> {
  process.env['HEDDLE_TEST_FICKLE'] = '1'
  try {
    return await action()
  } finally {
    delete process.env['HEDDLE_TEST_FICKLE']
  }
}

const inA = /program\.ts:7:\d+/

for (const [otherwise, thread, message, at] of [
  [
    's.m.lock(); s.n[1] = 1; s.m.unlock()',
    'a',
    /^write n\[1\] comes where the thread did something else in every verified trace$/,
    inA,
  ],
  [
    's.m.lock(); Atomics.store(s.n, 0, 1); s.m.unlock()',
    'a',
    /^Atomics\.store n\[0\] comes where the thread did something else/,
    inA,
  ],
  ['s.n[0] = 1', 'a', /^write n\[0\] comes where the thread did something else/, inA],
  ['s.m.lock(); s.n[0] = 1; s.m.unlock(); s.n[0]', 'a', /^read n\[0\] comes where the thread had ended/, inA],
  ['s.m.lock(); s.n[0] = 1; s.m.unlock(); choose(2)', 'a', /^choose.* comes where the thread had ended/, inA],
  // Guarded: in a free run `b` may hold the lock, and unlocking it then would be a failure of its own.
  ['if (s.m.tryLock()) { s.n[0] = 1; s.m.unlock() }', 'a', /^tryLock m comes where the thread did something else/, inA],
  ['', 'a', /^has ended, where it went on in every verified trace$/, null],
] as const) {
  test(`with a whole set, a watched run that does something else fails with the event: ${otherwise || 'nothing'}`, () =>
    using(fickle(otherwise), async (fixture) => {
      const { whole } = await fixture.verify()
      assert.ok(whole)
      const { failures, runs, outcomes, enforcement } = await underOther(() => fixture.run(4, { monitor: true }))
      assert.deepEqual([runs, enforcement!.monitored, outcomes], [4, 4, [{ value: 'unverified', runs: 4 }]])
      assert.equal(failures.length, 1)
      const [failure] = failures
      assert.deepEqual([failure!.kind, failure!.thread, failure!.runs], ['unverified', thread, 4])
      assert.match(failure!.message, message)
      if (at !== null) assert.match(failure!.stack!, at)
      // As the documentation says: free runs notice nothing.
      assert.deepEqual((await underOther(() => fixture.run(4, { monitor: false }))).failures, [])
      assert.deepEqual((await fixture.run(4, { monitor: true })).failures, [])
    }))
}

test('in a finished sub-tree, where gates have opened, a watched run is still looked at', () =>
  using(
    `
export default program({
  name: 'late', shared: (mem) => ({ n: mem.int32('n', 3) }),
  threads: {
    a(s) { s.n[0] = 1; s.n[1] = 1; s.n[process.env.HEDDLE_TEST_FICKLE === '1' ? 0 : 1] = 2 },
    b(s) { return s.n[1]! + s.n[1]! },
    c(s) { return s.n[2] },
  },
  after: (_, results) => { if (results.b === 3) throw new Error('b saw both') },
})`,
    async (fixture) => {
      const { whole, finishedSubtrees } = await fixture.verify()
      assert.ok(!whole && finishedSubtrees > 0)
      assert.deepEqual((await fixture.run(20, { monitor: true })).failures, [])
      // Gated, the thread is stopped as diverged; where gates have opened, as not verified.
      const result = underOther(() => fixture.run(20, { monitor: true })).then(
        ({ failures }) => failures.map(({ message }) => message).join(),
        (error: Error) => error.message,
      )
      assert.match(
        await result,
        /diverged: a thread is about to write n\[0\]|write n\[0\] comes where the thread did something else/,
      )
    },
  ))

/** Which of so many runs fail. */
async function failedRuns(
  fixture: Fixture,
  runs: number,
  options: { watch?: number; seed?: number },
): Promise<number[]> {
  const unit = await admit(fixture.set).open(fixture.file, { memory: 'restore', ...options })
  const failed: number[] = []
  try {
    for (let run = 0; run < runs; run++) if ((await unit.run()).failures.length > 0) failed.push(run)
  } finally {
    await unit.close()
  }
  return failed
}

test('a share of the runs is watched: the first one, and of the others the same ones each time', () =>
  using(fickle('s.n[1] = 1'), async (fixture) => {
    await fixture.verify()
    const watched = await underOther(() => failedRuns(fixture, 60, { watch: 0.2 }))
    const expected = Array.from({ length: 60 }, (_, run) => run).filter((run) =>
      new Watching(false, 0.2, 1).covers(run),
    )
    assert.deepEqual(watched, expected)
    assert.ok(watched[0] === 0 && watched.length > 3 && watched.length < 30, watched.join())
    assert.notDeepEqual(await underOther(() => failedRuns(fixture, 60, { watch: 0.2, seed: 2 })), expected)
    const { enforcement, failures } = await fixture.run(200, { monitor: false, watch: 0.1 })
    assert.deepEqual(failures, [])
    assert.equal(
      enforcement!.monitored,
      Array.from({ length: 200 }, (_, run) => run).filter((run) => new Watching(false, 0.1, 1).covers(run)).length,
    )
  }))

test('shares are what they say', () => {
  for (const share of [0.01, 0.3, 0.9]) {
    const watching = new Watching(false, share, 7)
    const covered = Array.from({ length: 100_000 }, (_, run) => run).filter((run) => watching.covers(run)).length
    assert.ok(Math.abs(covered / 100_000 - share) < 0.01, `${share}: ${covered}`)
  }
  assert.deepEqual(
    [
      new Watching(false, 0, 1).isOn,
      new Watching(false, 1, 1).covers(5),
      new Watching(true, 0, 1).covers(5),
      new Watching(false, 0, 1).covers(0),
    ],
    [false, true, true, false],
  )
})

for (const name of Object.keys(correct)) {
  test(`${name}: free runs and watched ones take turns on the same workers`, () =>
    using(correct[name]!, async (fixture) => {
      for (const traces of [2, undefined]) {
        await fixture.verify({ traces })
        const { failures, runs, enforcement } = await fixture.run(80, { monitor: false, watch: 0.5 })
        assert.deepEqual([failures, runs], [[], 80])
        assert.ok(enforcement!.monitored > 20 && enforcement!.monitored < 60)
      }
    }))
}

test('the command: exit code 1 and the event; what it says of runs that went well; options that do not go together', async (t) => {
  const dir = folder(t, { 'p.ts': `import { program } from 'heddle'\n${fickle('s.n[1] = 1')}` })
  const heddle = (env: string, ...args: string[]): ReturnType<typeof start>['ended'] =>
    start(dir, process.execPath, [main, ...args], { HEDDLE_TEST_FICKLE: env }).ended
  const run = ['run', 'p.ts', '--admit', 'set', '--repeat', '20']
  assert.equal((await heddle('', 'verify', 'p.ts', '-o', 'set')).code, 0)
  assert.match(
    (await heddle('', ...run, '--monitor')).stdout,
    /20 runs on real threads, no failure\n {2}all of them were watched: nothing happened that was not verified\n/,
  )
  assert.match(
    (await heddle('', ...run, '--watch', '1%', '--seed', '3')).stdout,
    /one of them was watched: nothing happened that was not verified\n/,
  )
  const wrong = await heddle('1', ...run, '--watch', '1%', '--seed', '3')
  assert.equal(wrong.code, 1)
  assert.match(
    wrong.stdout,
    /one of them was watched: 1 run did what was not verified\n\nunverified in 1 run: write n\[1\] comes where the thread did something else in every verified trace \(thread a\)\n {2}at .*p\.ts:6:\d+/,
  )
  assert.equal((await heddle('1', ...run)).code, 0, 'free runs notice nothing')
  for (const [args, message] of [
    [['--monitor', '--watch', '1%'], /--monitor watches every run/],
    [['--seed', '1'], /--seed says which runs --watch picks/],
    [['--watch', '0%'], /--watch expects a share above zero and up to 100%, such as 1% or 0\.01, got '0%'/],
    [['--watch', '2'], /--watch expects a share/],
  ] as const) {
    const { code, stderr } = await heddle('', ...run, ...args)
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
  assert.match((await heddle('', 'run', 'p.ts', '--plain', '--watch', '1%')).stderr, /--watch belongs to --admit SET/)
})
