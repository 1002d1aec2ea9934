/**
 * Everything that primitives can do, with one that Heddle does not have. Run by `made-up.test.ts`, in a copy of Heddle
 * to which the primitive was added.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultCapacities } from '../../src/base/capacities.ts'
import { Execution } from '../../src/execution/execution.ts'
import { check, type Mem, ops, program, type Program, replay, type Yields } from '../../src/index.ts'
import type { ThreadGenerator } from '../../src/program/program.ts'
import { Explorer } from '../../src/search/explorer.ts'
import { noOptimisations } from '../../src/search/optimisations.ts'
import { Simulation } from '../irs/simulation.ts'
import { using } from '../irs/real-runs.ts'
import { verified } from '../irs/verified.ts'
import { compare, describeSetting, setting, type Setting } from '../validation/compare.ts'
import { undoing } from '../validation/mutants/undo.ts'
import { Random } from '../validation/programs/random.ts'
import { Graph } from '../validation/reference/graph.ts'
import { tinySettings } from '../validation/settings.ts'
import type { Mailbox } from './mailbox.ts'

/** In the copy, these are the types of `mem` and `ops` themselves. */
type Mem2 = Mem & { mailbox(name: string, content?: number): Mailbox }
const { put, tryPut, take } = ops as unknown as {
  put(mailbox: Mailbox, value: number): Yields<void>
  tryPut(mailbox: Mailbox, value: number): Yields<boolean>
  take(mailbox: Mailbox): Yields<number>
}

interface Shared {
  readonly box: Mailbox
  readonly other: Mailbox
  readonly data: Int32Array
}
type Thread = (s: Shared) => ThreadGenerator

const made = (name: string, threads: readonly Thread[]): Program =>
  program({
    name,
    shared: (mem) => {
      const all = mem as Mem2
      return { box: all.mailbox('box'), other: all.mailbox('other', 7), data: mem.int32('data', 2) }
    },
    threads: threads as never,
    outcome: (_, results) => results,
  })

const puts = (value: number): Thread =>
  function* (s) {
    yield* put(s.box, value)
  }
const tries = (value: number): Thread =>
  function* (s) {
    return yield* tryPut(s.box, value)
  }
const takes = (count: number): Thread =>
  function* (s) {
    const taken: number[] = []
    for (let i = 0; i < count; i++) taken.push(yield* take(s.box))
    return taken
  }
const passesOn: Thread = function* (s) {
  const value = yield* take(s.other)
  yield* put(s.box, value)
  return yield* tryPut(s.other, value + 1)
}
const publishes = (early: boolean): Thread =>
  function* (s) {
    if (early) yield* put(s.box, 0)
    yield* ops.write(s.data, 0, 42)
    if (!early) yield* put(s.box, 0)
  }
const reads: Thread = function* (s) {
  yield* take(s.box)
  return yield* ops.read(s.data, 0)
}

/** Without memory: what primitives order is written down in the reference once more, for those that Heddle has. */
const programs: readonly Program[] = [
  made('two put, one takes', [puts(1), puts(2), takes(2)]),
  made('two put, two take', [puts(1), puts(2), takes(1), takes(1)]),
  made('two try, one takes', [tries(1), tries(2), takes(1)]),
  made('puts, tries and takes', [puts(1), tries(2), takes(2)]),
  made('one passes on', [passesOn, passesOn, takes(1)]),
  made('one is left waiting', [puts(1), takes(1), takes(1)]),
]

test('every search agrees with the reference that knows no reduction', () => {
  const undone: Setting[] = [setting('optimal'), setting('dpor'), setting('dpor', { preemption: 1 }, { cache: true })]
  for (const subject of programs) {
    const graph = Graph.of(subject, 5000)
    for (const one of [...tinySettings(false), ...undone.map(undoing)]) {
      const { mismatch, unfinished } = compare(subject, graph, one, 50_000)
      assert.equal(mismatch, null, `${subject.name}, ${describeSetting(one)}`)
      assert.ok(!unfinished)
    }
  }
})

test('its operations are undone, and nothing is replayed for them', () => {
  const subject = made('three put, one takes', [puts(1), puts(2), puts(3), takes(3)])
  const execution = new Execution(subject, undefined, false, {
    ...defaultCapacities,
    checkedAtFirst: 0,
    checkedEvery: 2 ** 30,
  })
  const orders = new Set<string>()
  const explorer = new Explorer(
    execution,
    {
      reduction: 'dpor',
      bounds: { preemption: 9 },
      optimise: { ...noOptimisations, cache: true },
      maxDepth: 100,
      count: false,
    },
    () => {
      orders.add(String((execution.results() as unknown[])[3]))
      return false
    },
  )
  while (!explorer.finished) explorer.explore()
  assert.deepEqual([...orders].sort(), ['1,2,3', '1,3,2', '2,1,3', '2,3,1', '3,1,2', '3,2,1'])
  assert.ok(explorer.counters.executions >= 6)
  assert.ok(execution.resets <= 2, `there were ${execution.resets} runs from the start`)
})

test('what it orders does not race, and what it does not order does', async () => {
  const ordered = await check(made('publishes', [publishes(false), reads]), { races: true })
  assert.deepEqual([ordered.outcome, ordered.races], ['verified', []])
  const racing = await check(made('publishes early', [publishes(true), reads]), { races: true })
  assert.equal(racing.races.length, 1)
  const sync = await check(made('publishes early', [publishes(true), reads]), { switch: 'sync' })
  assert.deepEqual([sync.outcome, sync.bugs[0]?.kind], ['bug', 'race'])
})

test('a deadlock is found, named and replayed', async () => {
  const subject = made('one is left waiting', [puts(1), takes(1), takes(1)])
  const { outcome, bugs } = await check(subject)
  assert.deepEqual([outcome, bugs[0]?.kind], ['bug', 'deadlock'])
  assert.match(bugs[0]!.message, /take box/)
  const again = await replay(subject, bugs[0]!.schedule)
  assert.equal(again.bug?.kind, 'deadlock')
})

test('runs under a set that was verified have the outcomes of the verification (simulated)', () => {
  const random = new Random(1)
  for (const subject of programs.slice(0, 4)) {
    for (const traces of [1, 3, 1000]) {
      const { reader } = verified(subject, { traces, budgetMs: 20_000 })
      assert.ok(reader.set.traces > 0)
      const simulation = new Simulation(subject, reader, (below) => random.below(below))
      for (let i = 0; i < 20; i++) assert.equal(simulation.run(), null)
    }
  }
})

const plain = `export default program({
  name: 'mailboxes',
  shared: (mem) => ({ box: mem.mailbox('box'), reply: mem.mailbox('reply'), sum: mem.int32('sum', 1) }),
  threads: {
    client(s) { s.box.put(20); const answer = s.reply.take(); s.sum[0] += answer; return answer },
    other(s) { return s.box.tryPut(5) },
    server(s) { const asked = s.box.take(); s.reply.put(asked + 1) },
  },
  outcome: (s) => s.sum[0],
  after: (s) => assert.notEqual(s.sum[0], 6),
})`

test('plain code is checked, and runs for real as it is and under gates', () =>
  using(plain, async (fixture) => {
    const { outcome, bugs, outcomes } = await check(fixture.file, { allBugs: true })
    assert.equal(outcome, 'bug')
    assert.equal(bugs[0]!.kind, 'assertion')
    assert.deepEqual(outcomes.map(({ value }) => value).sort(), [21, 6])
    for (const traces of [1, undefined]) {
      const { traces: admitted } = await fixture.verify({ traces })
      assert.ok(admitted > 0)
      const { failures, runs, outcomes: seen } = await fixture.run(60)
      assert.deepEqual([failures, runs], [[], 60])
      assert.deepEqual(
        seen.map(({ value }) => value),
        [21],
      )
    }
    const unrestricted = await fixture.plain(60)
    assert.equal(unrestricted.runs, 60)
    for (const { value } of unrestricted.outcomes) assert.ok(value === 21 || value === 6)
  }))
