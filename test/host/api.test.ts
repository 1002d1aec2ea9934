import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  assertVerified,
  check,
  type CheckResult,
  HeddleError,
  NotVerifiedError,
  ops,
  program,
  replay,
} from '../../src/index.ts'
import { folder, heddle } from '../cli/heddle.ts'
import { endless, lostUpdate, withAlice } from '../cli/programs.ts'

const lost = program({
  name: 'lost update',
  shared: (mem) => ({ balance: mem.int32('balance', [100]) }),
  threads: {
    *alice(s) {
      const seen = yield* ops.read(s.balance, 0)
      yield* ops.write(s.balance, 0, seen - 60)
    },
    *bob(s) {
      const seen = yield* ops.read(s.balance, 0)
      yield* ops.write(s.balance, 0, seen + 10)
    },
  },
  outcome: (s) => s.balance[0],
  after: (s) => assert.equal(s.balance[0], 50, 'the balance is wrong'),
})

const adding = function* (s: { n: Int32Array<SharedArrayBuffer> }) {
  for (let i = 0; i < 8; i++) yield* ops.atomics.add(s.n, 0, 1)
}
const unending = program({
  name: 'endless',
  shared: (mem) => ({ n: mem.int32('n', 1) }),
  threads: [
    function* (s) {
      yield* adding(s)
    },
    function* (s) {
      yield* adding(s)
    },
    function* (s) {
      yield* adding(s)
    },
  ],
})

const everything = { allBugs: true, reduction: 'none' }

/** What must not depend on where and when it was checked. */
function essence({ executions, transitions, traces, localStates, outcome, outcomes, exhaustive, bugs }: CheckResult) {
  return {
    executions,
    transitions,
    traces,
    localStates,
    outcome,
    exhaustive,
    bugs: bugs.map(({ kind, message, preemptions }) => [kind, message, preemptions]),
    outcomes: outcomes.map(({ value, executions: n }) => [value, n]),
  }
}

const usage =
  (text: RegExp) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof HeddleError)
    assert.equal(error.kind, 'usage')
    assert.match(error.message, text)
    return true
  }

test('a program object and its file give the same result, and so does the command line', async (t) => {
  const cwd = folder(t, { 'p.ts': lostUpdate })
  const file = join(cwd, 'p.ts')
  const here = await check(lost, everything)
  assert.deepEqual([here.schema, here.outcome, here.executions, here.bugs.length], [1, 'bug', 6, 1])
  assert.deepEqual(essence(await check(file, everything)), essence(here))
  assert.deepEqual(essence(await check(pathToFileURL(file), everything)), essence(here))
  assert.deepEqual(essence(await check(pathToFileURL(file).href, everything)), essence(here))
  assert.deepEqual(
    essence(
      JSON.parse(
        (await heddle(cwd, 'check', 'p.ts', '--json', '--all-bugs', '--reduction', 'none')).stdout,
      ) as CheckResult,
    ),
    essence(here),
  )
})

test('places are relative to the working directory, of files and of objects', async () => {
  const { bugs } = await check(lost)
  assert.match(bugs[0]!.at!, /^(?!\/)(?!file:).*api\.test\.(js|ts):\d+:\d+$/)
})

test('replay runs a schedule of either', async (t) => {
  const file = join(folder(t, { 'p.ts': lostUpdate }), 'p.ts')
  for (const target of [lost, file]) {
    const {
      bugs: [bug],
    } = await check(target)
    const replayed = await replay(target, bug!.schedule)
    assert.deepEqual([replayed.outcome, replayed.value, replayed.bug?.message], ['bug', 40, bug!.message])
    assert.deepEqual(
      replayed.events.map(({ thread }) => thread),
      ['alice', 'bob', 'bob', 'alice'],
    )
    await assert.rejects(replay(target, 'h1.AAAA'), usage(/damaged/))
  }
})

test('assertVerified throws what the command prints, with the result; what is verified it resolves to', async (t) => {
  const file = join(folder(t, { 'p.ts': lostUpdate }), 'p.ts')
  for (const target of [lost, file]) {
    const error = await assertVerified(target).then(
      () => assert.fail('nothing was thrown'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof NotVerifiedError)
    assert.match(error.message, /^bug found {2}lost update\n\nassertion: the balance is wrong/)
    assert.match(error.message, />? +3 +bob +write +balance\[0\]/)
    assert.equal(/Replay it:\n +npx heddle replay \S*p\.ts --schedule h1\./.test(error.message), target === file)
    assert.deepEqual(
      error.result.bugs[0]!.events!.map(({ thread, operation }) => `${thread} ${operation}`),
      ['alice read', 'bob read', 'bob write', 'alice write'],
    )
  }
  assert.match((await assertVerified(unending, { bounds: { preemption: 0 } })).report, /^verified {2}endless\n/)
  await assert.rejects(assertVerified(unending, { maxExecutions: 3 }), /^NotVerifiedError: not finished {2}endless\n/)
})

test('limits are obeyed', async () => {
  const { outcome, executions } = await check(unending, { maxExecutions: 100, reduction: 'none' })
  assert.deepEqual([outcome, executions], ['incomplete', 100])
  const budget = await check(unending, { budgetMs: 300, count: false })
  assert.equal(budget.outcome, 'incomplete')
  assert.ok(budget.seconds >= 0.3 && budget.seconds < 3)
  assert.equal(budget.traces, null)
  const cut = await check(lost, { maxDepth: 3 })
  assert.deepEqual([cut.outcome, cut.executions, cut.exhaustive], ['incomplete', 0, false])
  assert.ok(cut.cut > 0)
})

test('an AbortSignal stops the search, which resolves to what was covered', async (t) => {
  const file = join(folder(t, { 'p.ts': endless.replace("console.error('loaded')", '') }), 'p.ts')
  for (const target of [unending, file]) {
    const abort = new AbortController()
    const result = await check(target, {
      signal: abort.signal,
      onProgress: ({ executions }) => {
        if (executions > 0) abort.abort()
      },
    })
    assert.equal(result.outcome, 'incomplete')
    assert.ok(result.executions > 0)
    await assert.rejects(check(target, { signal: AbortSignal.abort() }), { name: 'AbortError' })
    await assert.rejects(replay(target, 'h1.x', { signal: AbortSignal.abort() }), { name: 'AbortError' })
  }
})

test('aborting while the file loads rejects: nothing was covered', async (t) => {
  const file = join(folder(t, { 'p.ts': 'await new Promise((resolve) => setTimeout(resolve, 1e6))\n' }), 'p.ts')
  await assert.rejects(check(file, { signal: AbortSignal.timeout(500) }), { name: 'TimeoutError' })
})

test('this thread goes on while a program is checked in it', async () => {
  let ticks = 0
  const enough = new AbortController()
  const timer = setInterval(() => {
    if (++ticks === 4) enough.abort()
  }, 20)
  const seen: number[] = []
  await check(unending, {
    budgetMs: 600_000,
    signal: enough.signal,
    onProgress: ({ executions }) => seen.push(executions),
  }).finally(() => {
    clearInterval(timer)
  })
  assert.ok(ticks >= 4, `${ticks} ticks`)
  // Between two ticks there is at least one slice of the search.
  assert.ok(seen.length >= 4 && seen.every((n, i) => i === 0 || n >= seen[i - 1]!), seen.join())
})

test('a search that did not finish says how many executions there may be, one that did does not', async () => {
  const some = await check(unending, { reduction: 'none', maxExecutions: 100 })
  assert.ok(
    some.outcome === 'incomplete' &&
      some.estimate!.low > 100 &&
      some.estimate!.low <= some.estimate!.high &&
      !some.estimate!.pass,
  )
  assert.equal((await check(lost, everything)).estimate, null)
})

test('checks can run at the same time', async (t) => {
  const file = join(folder(t, { 'p.ts': lostUpdate }), 'p.ts')
  const results = await Promise.all([
    check(lost, everything),
    check(file, everything),
    check(lost, everything),
    check(file, everything),
  ])
  for (const result of results) assert.deepEqual(essence(result), essence(results[0]!))
})

test('options are checked', async () => {
  await assert.rejects(check(lost, { budget: 3 } as never), usage(/no option 'budget'.*budgetMs/))
  await assert.rejects(check(lost, { maxDepth: 0 }), usage(/`maxDepth` to be an integer from 1/))
  await assert.rejects(check(lost, { maxExecutions: '7' as never }), usage(/`maxExecutions`/))
  await assert.rejects(check(lost, { budgetMs: NaN }), usage(/`budgetMs`/))
  await assert.rejects(check(lost, { bounds: { preemption: -1 } }), usage(/`bounds`/))
  await assert.rejects(check(lost, { reduction: 'magic' }), usage(/reduction 'magic'/))
  await assert.rejects(check(lost, { order: 'magic' }), usage(/order 'magic'/))
  await assert.rejects(check(lost, { signal: 'stop' as never }), usage(/`signal`/))
  await assert.rejects(check(lost, null as never), usage(/object of options/))
  for (const wrong of [undefined, null, 7, {}, [lost], () => lost])
    await assert.rejects(check(wrong as never), usage(/check expects what program/))
  await assert.rejects(replay(lost, 7 as never), usage(/replay expects a schedule/))
})

test('what is wrong with a file rejects with the kind of error', async (t) => {
  const cwd = folder(t, {
    'stuck.ts': withAlice('for (;;) {}'),
    'exit.ts': withAlice('yield* ops.read(s.a, 0); process.exit(0)'),
  })
  const rejects = (file: string, text: RegExp): Promise<void> =>
    assert.rejects(check(join(cwd, file), { stepTimeoutMs: 500 }), (error) => {
      assert.ok(error instanceof HeddleError)
      assert.equal(error.kind, 'program')
      assert.match(error.message, text)
      return true
    })
  await rejects('nowhere.ts', /nowhere\.ts/)
  await rejects('stuck.ts', /thread 'alice'/)
  await rejects('exit.ts', /process\.exit/)
  await sleep(0)
})

test('a program without a name is called after its file, and from code just program', async (t) => {
  const define = (name?: string) =>
    program({
      ...(name === undefined ? {} : { name }),
      shared: (mem) => ({ a: mem.int32('a', 1) }),
      threads: [
        function* (s) {
          yield* ops.read(s.a, 0)
        },
      ],
    })
  assert.equal((await check(define())).program, 'program')
  assert.throws(() => define(''), /`name` must be a text that is not empty/)
  const cwd = folder(t, { 'queue.mjs': withAlice('yield* ops.read(s.a, 0)').replace("name: 'a test',", '') })
  assert.equal((await check(join(cwd, 'queue.mjs'))).program, 'queue')
})
