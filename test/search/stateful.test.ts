import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '../../src/index.ts'
import { Execution } from '../../src/execution/execution.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import { program, type Program, type ThreadGenerator } from '../../src/program/program.ts'
import { ops } from '../../src/program/operations/ops.ts'
import type { Preference } from '../../src/search/preference.ts'
import { Explorer } from '../../src/search/explorer.ts'
import { noOptimisations } from '../../src/search/optimisations.ts'
import { account, cinc, inc } from '../programs/counters.ts'
import { indexer } from '../programs/indexer.ts'
import { philosophers } from '../programs/philosophers.ts'
import { sigma } from '../programs/sigma.ts'
import { lastZero } from '../programs/last-zero.ts'
import { checkProgram, defaultSizes } from '../validation/check-program.ts'
import { setting, type Setting } from '../validation/compare.ts'
import { parse } from '../validation/programs/notation.ts'

function counted(program: Program, prefer: Preference): { steps: number; states: number; merged: number } {
  const execution = new Execution(program)
  for (;;) {
    const explorer = new Explorer(
      execution,
      { reduction: 'stateful', bounds: {}, optimise: noOptimisations, maxDepth: 1000, count: false, prefer },
      () => false,
    )
    while (!explorer.finished && !explorer.isOutdated) explorer.explore()
    const { transitions: steps, states, merged } = explorer.counters
    if (!explorer.isOutdated) return { steps, states, merged }
  }
}

/** The same program with a function for each thread, so that none are interchangeable. */
const toldApart = (program: Program): Program => ({
  ...program,
  threads: program.threads.map(({ name, body }) => ({
    name,
    *body(...args: Parameters<typeof body>) {
      return yield* body(...args) as ThreadGenerator
    },
  })),
})

/** Threads that are spawned take what they are told of themselves. */
const knowing = (program: Program): Program => ({
  ...program,
  tasks: new Map(
    [...program.tasks].map(([task, { name, body }]) => [
      task,
      {
        name,
        *body(s: unknown, given: unknown, self: unknown) {
          return yield* body(s, given, self) as ThreadGenerator
        },
      },
    ]),
  ),
})

/** The same threads, spawned by a first one that waits for all of them. */
function spawned({ shared, threads }: Program): Program {
  const tasks = Object.fromEntries(
    threads.map(({ body }, i) => [
      `task${i}`,
      function* (s: unknown) {
        return yield* body(s) as ThreadGenerator
      },
    ]),
  )
  return program({
    name: 'spawned',
    shared: (mem: Mem) => shared(mem),
    threads: {
      *main() {
        const handles = []
        for (const task of Object.keys(tasks)) handles.push(yield* ops.spawn(task))
        for (const handle of handles) yield* ops.join(handle)
      },
    },
    tasks,
    outcome: () => null,
  })
}

/** Steps, where optimal searches execute traces times events. */
const sizes: readonly (readonly [string, () => Program, Preference, number])[] = [
  ['inc(5)', () => toldApart(inc(5)), 'lowest', 5_445],
  ['inc(5), interchangeable threads', () => inc(5), 'lowest', 271],
  ['account(8)', () => account(8), 'lowest', 4_096],
  ['cinc(4)', () => toldApart(cinc(4)), 'lowest', 15_763],
  ['cinc(4), interchangeable threads', () => cinc(4), 'lowest', 821],
  ['philosophers(7)', () => philosophers(7), 'lowest', 736],
  ['indexer(15)', () => indexer(15), 'highest', 12_438],
  ['indexer(15), whoever sleeps and is not woken', () => indexer(15), 'running', 27_952],
  ['indexer(14), spawned and joined', () => spawned(indexer(14)), 'highest', 3_422],
  ['sigma(6), whose spawned threads are interchangeable', () => sigma(6), 'highest', 5_629],
  ['sigma(6) by threads that know their numbers', () => knowing(sigma(6)), 'highest', 26_997],
  ['lastzero(8)', () => lastZero(8), 'highest', 7_241],
]

for (const [name, make, prefer, steps] of sizes)
  test(`${name}: equal states are explored once, in ${steps} steps`, () => {
    assert.equal(counted(make(), prefer).steps, steps)
  })

const twice = (thread: string): string => `[${thread}] || [${thread}]`

/** Programs in which a wrong way of merging states, or of putting transitions to sleep, loses outcomes. */
const pitfalls: readonly (readonly [string, string])[] = [
  ['a sleeping thread satisfies no demand', '[add x; w z] || [w z] || [add y; add x; r x; r y]'],
  ['the most recent race is not the only one', '[add x] || [r x; r x] || [r x; r x]'],
  ['a known state has races too', '[r x] || [w x; w x]'],
  ['what is blocked has races', '[lock m] || [lock m; unlock m]'],
  ['what a known state would do is handed up', '[r x; w z v] || [w x; w z 2; r x; w z]'],
  ['a state is all threads', '[] || [load x] || [store x 1; lock n]'],
  ['a state is all primitives', '[lock m; cwait c m] || [notify c]'],
  ['a state is all who wait', '[wake x 2] || [notifyall c] || [lock m; cwait c m]'],
  ['a state is who knows of which access', '[w x; w y; lock m; unlock m] || [lock m; unlock m; r y; if 1 {r x}]'],
  [
    'what ended threads have accessed, which their ends do not tell',
    '[load x; if 0 {w y 0} else {w z 0}; tryacquire q; return undefined] || [store x 1; return undefined] || ' +
      '[load x; if 1 {tryacquire q; if false {r y}}]',
  ],
  ['what a known state would do is of the threads of now', twice('w x; r y; w y v; w x v; return undefined')],
  ['whose step it is, where twins have parted', twice('add x 1; w y; r x; if 1 {w y} else {w y 2}; return undefined')],
  ['who returned what', twice('add x 1; return v')],
  ['races are looked for in every state', '[add x 1; r x; r y] || [w y v; cas x 1 1] || [r x]'],
]

for (const [name, text] of pitfalls)
  test(`${name}: ${text}`, () => {
    const searches: Setting[] = (['running', 'lowest', 'highest'] as const).flatMap((prefer) => [
      { ...setting('stateful'), prefer },
      ...[0, 1, 2].map((preemption) => ({ ...setting('stateful', { preemption }), prefer })),
    ])
    const { mismatch } = checkProgram(parse(text), () => searches, defaultSizes)
    assert.equal(mismatch?.message, undefined)
  })

test('a check says how many states there are, and covers every schedule', async () => {
  const result = await check(toldApart(inc(4)), { reduction: 'stateful' })
  assert.equal(result.outcome, 'verified')
  assert.equal(result.exhaustive, true)
  assert.ok(result.states! > 100 && result.merged! > 100)
  assert.equal(result.traces, null)
  const all = await check(toldApart(inc(4)), { reduction: 'optimal' })
  const values = (rows: typeof all.outcomes): unknown[] => rows.map(({ value }) => JSON.stringify(value)).sort()
  assert.deepEqual(values(result.outcomes), values(all.outcomes))
  assert.equal(result.races.length, all.races.length)
})

test('what merging cannot be combined with is refused', async () => {
  const refused = (options: Parameters<typeof check>[1], message: RegExp): Promise<void> =>
    assert.rejects(async () => check(inc(2), { reduction: 'stateful', ...options }), message)
  await refused({ bounds: { 'local-depth': 3 } }, /'stateful' knows no bound on local states, got local-depth/)
  await refused({ switch: 'sync' }, /cannot go with switch: 'sync'/)
  await refused({ commute: 'all' }, /needs no commute/)
  await refused({ optimise: 'sleep' }, /has no optimisations to choose/)
})
