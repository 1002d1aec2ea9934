/** A check in the order of priorities: the same in the end, and what goes with what. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, type CheckApiOptions, type LeftToRun, ops, program, replay } from '../../src/index.ts'
import type { Operation } from '../../src/program/operations/operation.ts'
import { priorities, priorityNames } from '../../src/search/priorities/index.ts'
import { outcomeKey } from '../../src/results/outcome-key.ts'
import { buggyPrograms } from '../bugs/index.ts'
import { Subject } from '../bugs/subject.ts'
import { folder, heddle } from '../cli/heddle.ts'
import { inc } from '../programs/counters.ts'
import { philosophers } from '../programs/philosophers.ts'
import { sketch } from '../programs/sketch.ts'

const lostUpdate = `import { program } from 'heddle'
import assert from 'node:assert/strict'
const add = (s: { n: Int32Array }) => { s.n[0] = s.n[0]! + 1 }
export default program({
  name: 'lost update', shared: (mem) => ({ n: mem.int32('n', 1) }), threads: [add, add],
  after: (s) => assert.equal(s.n[0], 2),
})
`

test('what is left to run beyond the fringe waits in a file, and nothing else changes', async () => {
  const order = 'best-first'
  const [usual, small, endless] = await Promise.all(
    [{}, { fringe: 10 }, { fringe: Infinity }].map((options) => check(inc(4), { order, ...options })),
  )
  assert.ok(small!.tree!.onDisk > 0)
  assert.equal(usual!.tree!.onDisk, 0)
  assert.equal(endless!.tree!.onDisk, 0)
  for (const one of [small!, endless!]) {
    assert.deepEqual([one.executions, one.traces, one.localStates], [usual!.executions, 576, usual!.localStates])
    assert.deepEqual(one.outcomes.map(({ value }) => value).sort(), [1, 2, 3, 4])
  }
})

test('--fringe is told to the search', async (t) => {
  const cwd = folder(t, { 'p.ts': lostUpdate })
  const { stdout, code } = await heddle(
    cwd,
    'check',
    'p.ts',
    '--order',
    'best-first',
    '--all-bugs',
    '--fringe',
    '1',
    '--json',
  )
  assert.equal(code, 1)
  assert.ok(JSON.parse(stdout).tree.onDisk > 0)
})

describe('when it finishes, it has found what depth-first order finds', () => {
  const subjects = {
    inc: inc(3),
    philosophers: philosophers(3, 1),
    sketch: sketch('[r x; w y] || [r y; w x] || [w x]'),
  }
  const searches: CheckApiOptions[] = [
    { reduction: 'dpor' },
    { reduction: 'none' },
    { bounds: { preemption: 1 } },
    { bounds: { depth: 6 } },
    { reduction: 'none', bounds: { context: 3 } },
  ]
  for (const [name, subject] of Object.entries(subjects)) {
    for (const search of searches) {
      test(`${name} with ${JSON.stringify(search)}`, async () => {
        const found = async (options: CheckApiOptions): Promise<unknown> => {
          const result = await check(subject, { ...search, ...options, allBugs: true })
          const { outcome, guarantee, exhaustive, traces, localStates } = result
          const outcomes = result.outcomes.map(({ value }) => outcomeKey(value)).sort()
          const bugs = result.bugs.map(({ kind, message }) => `${kind}: ${message}`).sort()
          return { outcome, guarantee, exhaustive, traces, localStates, outcomes, bugs }
        }
        const expected = await found({})
        for (const priority of [undefined, ...priorityNames.filter((one) => priorities[one].needsFocus !== true)])
          assert.deepEqual(await found({ order: 'best-first', priority }), expected, priority)
      })
    }
  }
})

test('what a result says of it', async () => {
  const result = await check(inc(3), { order: 'best-first', priority: 'pb, random', seed: 4 })
  const { order, priority, reduction, optimisations } = result.search
  assert.deepEqual([order, priority, reduction], ['best-first', ['pb', 'random'], 'dpor'])
  assert.ok(optimisations.includes('sleep'))
  assert.equal(result.outcome, 'verified')
  assert.deepEqual([result.tree!.nodes, result.tree!.fringe, result.tree!.states], [0, 0, 0])
  assert.match(result.report, /the tree of executions had at most \d+ nodes, where one of states would have had \d+/)
  assert.equal((await check(inc(2), {})).tree, null)
  assert.ok(!('priority' in (await check(inc(2), {})).search))
  const bounded = await check(inc(3), { order: 'best-first', bounds: { preemption: 1 } })
  assert.ok(!bounded.search.optimisations.includes('sleep'))
})

test('bounds iterate in this order too', async () => {
  const result = await check(inc(3), { order: 'best-first', iterate: 'preemption' })
  assert.deepEqual([result.outcome, result.exhaustive], ['verified', true])
  assert.ok(result.passes.length > 1 && result.passes.every(({ reduction }) => reduction === 'dpor'))
})

test('what is left is said where a limit ends it', async () => {
  const result = await check(inc(4), { order: 'best-first', maxExecutions: 20 })
  assert.deepEqual([result.outcome, result.stopped, result.estimate], ['incomplete', 'max-executions', null])
  assert.ok(result.tree!.fringe > 0 && result.tree!.nodes > result.tree!.fringe)
  assert.match(result.report, /\d+ executions? left to run; the tree/)
})

test('a bug is found with the fewest preemptions first, and its schedule replays', async () => {
  const subject = sketch('[lock m; lock n; unlock n; unlock m] || [lock n; lock m; unlock m; unlock n]')
  const result = await check(subject, { order: 'best-first', minimise: false })
  assert.deepEqual([result.outcome, result.bugs[0]!.kind], ['bug', 'deadlock'])
  assert.equal(result.bugs[0]!.preemptions, 1)
  assert.equal((await replay(subject, result.bugs[0]!.schedule)).outcome, 'bug')
})

/** Where depth-first order is lost: many equal threads, and a queue. */
for (const [name, options, within] of [
  ['reorder_10_bad', { bounds: { context: 2 } }, 200],
  ['twostage_bad', {}, 60],
  ['StealQueue', {}, 3000],
] as const) {
  const entry = buggyPrograms.find((one) => one.name.includes(name))
  if (entry === undefined) continue
  test(`${name} is found within ${within} executions`, async () => {
    const subject = new Subject(entry.file)
    try {
      const given = { order: 'best-first', ...options, maxExecutions: within, budgetMs: Infinity }
      const result = await subject.check({ n: entry.n }, given)
      assert.equal(result.bugs[0]?.kind, entry.kind, result.guarantee)
    } finally {
      await subject.close()
    }
  })
}

test('what goes with what', async () => {
  const refused = (options: CheckApiOptions, message: RegExp): Promise<void> =>
    assert.rejects(check(inc(2), options), message)
  const order = 'best-first'
  await refused({ order, reduction: 'optimal' }, /'optimal' explores depth-first only, since .*; use reduction 'dpor'/)
  await refused({ order, reduction: 'stateful' }, /'stateful' explores depth-first only, since .*; use reduction/)
  await refused({ order, priority: 'deep' }, /unknown priority 'deep'; there are pb, dpor/)
  await refused({ order, priority: 'pb,pb' }, /priority 'pb' is given twice/)
  await refused({ priority: 'pb' }, /priority is for order 'best-first', got order 'dfs'/)
  await refused({ order: 'pos', priority: 'pb' }, /priority is for order 'best-first', got order 'pos'/)
  await refused({ order, seed: 3 }, /seed is for priority 'random', got priority 'pb'/)
  await refused({ order, priority: 'method' }, /priority 'method' needs focus/)
  await refused({ order, priority: 'pb', focus: ['x'] }, /focus and focusDiff are for the priorities method and var/)
  await refused({ focus: ['x'] }, /focus is for order 'best-first', got order 'dfs'/)
  await refused({ order, focus: ['y'] }, /no shared location and no function 'y'; the program has the locations x;/)
  await refused({ order, focus: ['p.ts:3-4'] }, /no shared operation is in lines 3-4 of a file p\.ts/)
  await refused({ order, focusDiff: '-x' }, /focusDiff expects a revision of git, got '-x'/)
  await refused({ order, focusDiff: 'no-such-revision' }, /focusDiff 'no-such-revision': git does not tell/)
  await refused({ fringe: 5 }, /fringe is for order 'best-first', got order 'dfs'/)
  await refused({ order, fringe: 0 }, /`fringe` to be an integer from 1 and up, got 0/)
  await refused({ order, priority: 'new-states', count: false }, /goes by local states, which are not counted/)
  await refused({ order, priority: () => Number.NaN }, /expected the function to return a number, got NaN/)
  await refused({ order, priority: 7 as unknown as string }, /`priority` to be names with commas, a function/)
  await assert.rejects(check('p.ts', { order, priority: () => 1 }), /a priority function cannot be sent to/)
  await refused({ order, priority: 'random', seed: -3 }, /`seed` to be an integer from 0 and up/)
})

/** Ten writers of x, and a bug that takes the two accesses to `lock` in one order. */
const rare = `import { program } from 'heddle'
import assert from 'node:assert/strict'
const noise = (s) => { for (let i = 0; i < 4; i++) s.x[0] = i }
function grab(s) {
  const free = s.lock[0] === 0
  if (free) s.lock[0] = 1
  return free
}
export default program({
  name: 'rare', shared: (mem) => ({ x: mem.int32('x', 1), lock: mem.int32('lock', 1) }),
  threads: { a: (s) => { noise(s); return grab(s) }, b: (s) => { noise(s); return grab(s) } },
  after: (s, { a, b }) => assert.ok(!(a && b)),
})
`

test('what is focused on is run first', async (t) => {
  const cwd = folder(t, { 'rare.ts': rare })
  const executions = async (...more: string[]): Promise<number> => {
    const { stdout } = await heddle(
      cwd,
      'check',
      'rare.ts',
      '--order',
      'best-first',
      '--json',
      '--no-minimise',
      ...more,
    )
    const { bugs } = JSON.parse(stdout) as { bugs: { foundAfter: { executions: number } }[] }
    return bugs[0]!.foundAfter.executions
  }
  const plain = await executions('--priority', 'pb')
  for (const focus of ['lock', 'lock[0]', 'grab', 'rare.ts:5-6']) {
    const found = await executions('--focus', focus)
    assert.ok(found <= plain, `${focus}: ${found} executions, ${plain} without`)
  }
})

test('a location that is focused on is run first, whatever else is random', async () => {
  type Shared = { readonly x: Int32Array; readonly lock: Int32Array }
  const thread = function* (shared: unknown): Generator<Operation, boolean, unknown> {
    const s = shared as Shared
    for (let i = 0; i < 4; i++) yield* ops.write(s.x, 0, i)
    const free = (yield* ops.read(s.lock, 0)) === 0
    if (free) yield* ops.write(s.lock, 0, 1)
    for (let i = 0; i < 4; i++) yield* ops.write(s.x, 0, i)
    return free
  }
  const subject = program({
    name: 'rare',
    shared: (mem) => ({ x: mem.int32('x', 1), lock: mem.int32('lock', 1) }),
    threads: [thread, thread],
    after: (_, results) => assert.ok(!results.every((free) => free)),
  })
  const sum = async (options: CheckApiOptions): Promise<number> => {
    let executions = 0
    for (let seed = 1; seed <= 10; seed++) {
      const result = await check(subject, { order: 'best-first', seed, minimise: false, ...options })
      executions += result.bugs[0]!.foundAfter!.executions
    }
    return executions
  }
  const random = await sum({ priority: 'random' })
  const focused = await sum({ priority: 'var,random', focus: ['lock'] })
  assert.ok(focused < random, `${focused} against ${random}`)
})

test('lines that have changed since a revision are focused on', async (t) => {
  const cwd = folder(t, { 'rare.ts': rare.replace('s.lock[0] === 0', 'true') })
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', '-c', 'commit.gpgsign=false', ...args], {
      cwd,
      encoding: 'utf8',
    })
  git('init', '-q')
  git('add', 'rare.ts')
  git('commit', '-q', '-m', 'first')
  writeFileSync(join(cwd, 'rare.ts'), rare)
  const search = ['check', 'rare.ts', '--order', 'best-first', '--focus-diff', 'HEAD']
  const { code, stdout } = await heddle(cwd, ...search, '--json')
  assert.equal(code, 1, stdout)
  assert.deepEqual((JSON.parse(stdout) as { search: { priority: string[] } }).search.priority, ['method', 'var', 'pb'])
  git('commit', '-q', '-a', '-m', 'second')
  writeFileSync(join(cwd, 'other.ts'), 'export const a = 1')
  git('add', 'other.ts')
  const elsewhere = await heddle(cwd, ...search)
  assert.equal(elsewhere.code, 2)
  assert.match(elsewhere.stderr, /no shared operation of the program is in a line that has changed/)
})

test("a priority function of one's own", async () => {
  const seen: LeftToRun[] = []
  const result = await check(inc(2), {
    order: 'best-first',
    priority: [
      function late(left) {
        seen.push(left)
        return left.events
      },
      'pb',
    ],
  })
  assert.deepEqual(result.search.priority, ['function late', 'pb'])
  assert.equal(result.outcome, 'verified')
  assert.ok(
    seen.some(({ location, operation, preemptions }) => location === 'x' && operation !== '' && preemptions > 0),
  )
})

test('on the command line', async (t) => {
  const cwd = folder(t, { 'p.ts': lostUpdate })
  const search = ['--order', 'best-first', '--priority', 'pb,random', '--seed', '9']
  const { code, stdout } = await heddle(cwd, 'check', 'p.ts', ...search)
  assert.equal(code, 1, stdout)
  const schedule = /--schedule (\S+)/.exec(stdout)![1]!
  assert.equal((await heddle(cwd, 'replay', 'p.ts', '--schedule', schedule)).code, 1)
  const json = JSON.parse((await heddle(cwd, 'check', 'p.ts', ...search, '--json', '--all-bugs')).stdout) as {
    search: object
    tree: object
  }
  assert.deepEqual((json.search as { priority: string[] }).priority, ['pb', 'random'])
  assert.equal((json.tree as { fringe: number }).fringe, 0)
  const wrong = await heddle(cwd, 'check', 'p.ts', '--order', 'best-first', '--reduction', 'optimal')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /use reduction 'dpor' or 'none'/)
})
