/** Checks that draw executions at random: bugs that they find replay, and nothing is claimed that is not so. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, replay } from '../../src/index.ts'
import { type SampledOrderName, sampledOrderNames } from '../../src/search/orders/index.ts'
import { buggyPrograms } from '../bugs/index.ts'
import { Subject } from '../bugs/subject.ts'
import { folder, heddle } from '../cli/heddle.ts'
import { lostUpdate } from '../cli/programs.ts'
import { cinc, inc } from '../programs/counters.ts'
import { hungryPhilosophers } from '../programs/philosophers.ts'
import { sketch } from '../programs/sketch.ts'

for (const order of sampledOrderNames) {
  test(`${order}: a sample without a bug is incomplete, and says what was drawn`, async () => {
    const result = await check(inc(3), { order, seed: 5, maxExecutions: 300 })
    assert.deepEqual(
      [result.outcome, result.stopped, result.exhaustive, result.executions, result.search.order],
      ['incomplete', 'max-executions', false, 300, order],
    )
    const { sampling } = result
    assert.deepEqual([sampling!.seed, sampling!.executions, sampling!.traces!.distinct], [5, 300, result.traces])
    assert.match(
      result.guarantee,
      /^300 executions were drawn at random \(seed 5\) without a bug: nothing is guaranteed/,
    )
    assert.match(
      result.guarantee,
      new RegExp(`They had ${result.traces} different traces, of an estimated \\d+ at least`),
    )
    assert.equal(/missed/.test(result.guarantee), order === 'pct')
    assert.equal(sampling!.depthBound !== null, order === 'pct')
    assert.ok(result.report.includes(result.guarantee))
  })

  test(`${order}: a deadlock is found, and its schedule replays`, async () => {
    const subject = hungryPhilosophers(3)
    const result = await check(subject, { order, maxExecutions: 200 })
    assert.deepEqual([result.outcome, result.stopped, result.bugs[0]!.kind], ['bug', 'bug', 'deadlock'])
    assert.match(result.guarantee, /drawn at random \(seed 1\): other bugs may be reachable\./)
    const again = await replay(subject, result.bugs[0]!.schedule)
    assert.equal(again.bug?.kind, 'deadlock')
    const same = await check(subject, { order, maxExecutions: 200 })
    assert.deepEqual([same.executions, same.bugs[0]!.schedule], [result.executions, result.bugs[0]!.schedule])
  })

  test(`${order}: the races of a program are those that the search sees`, async () => {
    const places = async (options: object): Promise<string[]> =>
      (await check(inc(2), options)).races
        .map(({ accesses }) =>
          accesses
            .map(({ operation }) => operation) // which of two interchangeable threads it was in does not matter
            .sort()
            .join(', '),
        )
        .sort()
    assert.deepEqual(await places({ order, maxExecutions: 300 }), await places({}))
    const found = await check(inc(2), { order, switch: 'sync', maxExecutions: 300 })
    assert.deepEqual([found.outcome, found.bugs[0]!.kind], ['bug', 'race'])
  })

  test(`${order}: no counts, no estimate`, async () => {
    const { sampling, traces, guarantee } = await check(inc(3), { order, count: false, maxExecutions: 50 })
    assert.deepEqual([sampling!.traces, traces, /trace/.test(guarantee)], [null, null, false])
  })

  test(`${order}: executions that do not end are cut, and said to be`, async () => {
    const result = await check(inc(3), { order, maxExecutions: 10, maxDepth: 4 })
    assert.deepEqual([result.outcome, result.executions, result.stopped], ['incomplete', 0, 'cut'])
    assert.match(result.guarantee, /^0 executions were drawn at random/)
  })
}

/** Within so many executions under seed 1: what is found so stays found. A random walk misses the first in 5,000. */
const found: readonly { readonly name: string; readonly by: readonly SampledOrderName[]; readonly within: number }[] = [
  { name: 'WorkStealQueue', by: ['pct', 'pos', 'surw'], within: 100 },
  { name: 'reorder_10_bad', by: sampledOrderNames, within: 100 },
  { name: 'wronglock_3_bad', by: sampledOrderNames, within: 20 },
  { name: 'din_phil4_sat', by: sampledOrderNames, within: 10 },
  { name: 'stringbuffer-jdk1.4', by: sampledOrderNames, within: 50 },
]

for (const { name, by, within } of found) {
  test(`the bug of ${name} is found within ${within} executions by ${by.join(', ')}`, async () => {
    const entry = buggyPrograms.find((one) => one.name === name)!
    const subject = new Subject(entry.file)
    try {
      for (const order of by) {
        const result = await subject.check({ n: entry.n }, { order, maxExecutions: within, budgetMs: Infinity })
        assert.equal(result.bugs[0]?.kind, entry.kind, `${order}: ${result.guarantee}`)
      }
    } finally {
      await subject.close()
    }
  })
}

test('what goes with what', async () => {
  const refused = (options: object, message: RegExp): Promise<void> => assert.rejects(check(inc(2), options), message)
  await refused({ order: 'breadth' }, /unknown order 'breadth'; there are dfs, best-first, random, pct, pos, surw/)
  await refused({ order: 'pos', seed: 1.5 }, /`seed` to be an integer from 0 and up, got 1.5/)
  await refused({ order: 'pos', seed: -1 }, /`seed` to be an integer from 0 and up, got -1/)
  await refused({ order: 'pct', pctDepth: 0 }, /`pctDepth` to be an integer from 1 and up, got 0/)
  await refused({ seed: 3 }, /seed is for an order that samples \(random, pct, pos, surw\), got order 'dfs'/)
  await refused({ order: 'pos', pctDepth: 3 }, /pctDepth is for order 'pct', got order 'pos'/)
  await refused({ order: 'pos', reduction: 'dpor' }, /order 'pos' draws executions at random, so reduction 'dpor'/)
  await refused({ order: 'pct', bounds: { fair: 2 } }, /so the fair bound means nothing to it/)
  await refused({ order: 'pct', commute: 'all' }, /so commute: 'all' means nothing to it/)
})

test('on the command line', async (t) => {
  const cwd = folder(t, { 'p.ts': lostUpdate })
  const { code, stdout } = await heddle(cwd, 'check', 'p.ts', '--order', 'pct', '--pct-depth', '2', '--seed', '9')
  assert.equal(code, 1, stdout)
  assert.match(stdout, /drawn at random \(seed 9\)/)
  const schedule = /--schedule (\S+)/.exec(stdout)![1]!
  assert.equal((await heddle(cwd, 'replay', 'p.ts', '--schedule', schedule)).code, 1)
  for (const [option, value, message] of [
    ['--seed', 'x', /--seed/],
    ['--pct-depth', '0', /--pct-depth/],
    ['--order', 'pcd', /pcd.*pct/s],
  ] as const) {
    const wrong = await heddle(cwd, 'check', 'p.ts', ...(option === '--order' ? [] : ['--order', 'pct']), option, value)
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, message)
  }
})

test('every order sees all outcomes of a small program', async () => {
  const subject = sketch('[r x; w y] || [r y; w x]')
  const all = (await check(subject, {})).outcomes.map(({ value }) => JSON.stringify(value)).sort()
  for (const order of sampledOrderNames) {
    const result = await check(subject, { order, maxExecutions: 500 })
    assert.deepEqual(result.outcomes.map(({ value }) => JSON.stringify(value)).sort(), all)
    assert.equal(
      result.outcomes.reduce((sum, { executions }) => sum + executions, 0),
      500,
    )
  }
})

test('a search has no sample', async () => {
  assert.equal((await check(cinc(2), {})).sampling, null)
})
