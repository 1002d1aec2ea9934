/** What a check without search options consists of: who takes turns, who finds, and what is claimed. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defaultCapacities } from '../../src/base/capacities.ts'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { guaranteeOf } from '../../src/checking/guarantee.ts'
import { Lane } from '../../src/checking/lane.ts'
import { Turns } from '../../src/checking/turns.ts'
import type { Pass } from '../../src/checking/pass.ts'
import type { Program } from '../../src/program/program.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { bugReport } from '../../src/report/bug-report.ts'
import { foundByText } from '../../src/report/pass-text.ts'
import { Subject } from '../bugs/subject.ts'
import { account, fibBench, inc, readers } from '../programs/counters.ts'
import { lastZero } from '../programs/last-zero.ts'
import { philosophers } from '../programs/philosophers.ts'

function checked(subject: Program, options: CheckOptions = {}): CheckResult {
  const checker = new Checker(subject, { budgetMs: Infinity, ...options })
  while (!checker.run(Infinity));
  return checker.result()
}

test('bounds of two kinds grow, beside searches without any and executions drawn at random', () => {
  const { passes, search } = checked(lastZero(12), { maxExecutions: 3000 })
  assert.deepEqual(search.iterate, ['preemption', 'context'])
  const kinds = new Set(passes.map(({ bounds, reduction, order }) => order ?? (Object.keys(bounds)[0] || reduction)))
  assert.deepEqual([...kinds].sort(), ['context', 'optimal', 'pos', 'preemption', 'stateful', 'surw'])
})

describe('with many equal threads few context switches find what preemptions do not', () => {
  for (const [file, n, most] of [
    ['cs/reorder.ts', 10, 200],
    ['cs/reorder.ts', 20, 200],
    ['cs/twostage.ts', 100, 1000],
    ['cs/wronglock.ts', 7, 100],
  ] as const)
    test(`${file} with ${n}`, async (t) => {
      const subject = new Subject(file)
      t.after(() => subject.close())
      const { bugs } = await subject.check({ n }, { maxExecutions: most, budgetMs: Infinity })
      assert.equal(bugs.length, 1)
    })
})

test('a bug says which pass has found it, where there are several', async (t) => {
  const subject = new Subject('cs/reorder.ts')
  t.after(() => subject.close())
  const [bug] = (await subject.check({ n: 10 }, { budgetMs: Infinity })).bugs
  assert.ok(bug?.foundBy !== undefined)
  const view = {
    paint: { bold: String, red: String, dim: String } as never,
    sources: { excerpt: () => [], lineAt: () => null } as never,
    width: 100,
    replayCommand: null,
  }
  const { minimised: _, difference: __, events: ___, ...rest } = bug
  const text = bugReport(rest, view).join('\n')
  assert.ok(text.includes(`Found ${foundByText(bug.foundBy)} after `), text)
  const [alone] = (await subject.check({ n: 10 }, { bounds: { context: 2 } })).bugs
  assert.ok(alone !== undefined && !('foundBy' in alone))
})

test('passes are named for people', () => {
  assert.equal(foundByText({ bounds: { context: 2 }, reduction: 'dpor' }), 'by the pass with context 2')
  assert.equal(foundByText({ bounds: {}, reduction: 'optimal' }), 'by the pass with no bound')
  assert.equal(foundByText({ bounds: {}, reduction: 'none', order: 'pos' }), 'in executions drawn at random (pos)')
})

describe('the guarantee has all that was covered', () => {
  const coverage = (context: number): Parameters<typeof guaranteeOf>[0] => ({
    ...{ finished: { preemption: 1 }, also: [{ context }], excluded: true, unfair: false, ended: 9 },
    ...{ cut: 0, cutAt: [], maxDepth: 100, stopped: 'budget', bugs: 0, executions: 9, rounds: null, loop: null },
    ...{ syncOnly: false, tooCoarse: false, sealing: false, races: 0, racesAreBugs: false, canRace: false },
    ...{ updatesCommute: false, held: 0, sampled: null, fixed: [], explored: {} },
  })

  test('what both bounds let through', () => {
    assert.match(
      guaranteeOf(coverage(3)),
      /is reachable with at most 1 preemption, or with at most 3 context switches\./,
    )
  })

  test('but not what is within the other one anyway: whoever preempts a thread switches', () => {
    assert.match(guaranteeOf(coverage(1)), /is reachable with at most 1 preemption\./)
  })

  test('of a whole check', () => {
    const { guarantee, passes } = checked(fibBench(5), { maxExecutions: 3000 })
    const complete = passes.filter(({ bounds, excluded }) => 'context' in bounds && excluded > 0)
    assert.ok(complete.length > 1)
    assert.match(
      guarantee,
      /is reachable with (no|at most \d) preemptions?(, or with at most \d+ context switch(es)?)?\./,
    )
  })
})

describe('turns', () => {
  /** A pass whose executions take so many steps and show so many new local states. */
  function pretended(steps: number, news: number | null): Pass {
    const pass = { steps: 0, discovered: news === null ? null : 0, finished: false, order: null } as {
      steps: number
      discovered: number | null
    }
    return Object.assign(pass, {
      explore() {
        pass.steps += steps
        if (pass.discovered !== null) pass.discovered += news!
      },
    }) as unknown as Pass
  }

  /** One of a search that can be complete, and of which so many times as much is left. */
  function completing(reduction: 'optimal' | 'stateful', timesLeft: number | null, merged = 0): Pass {
    const explorer = { counters: { merged, states: 1000 }, timesLeft: () => timesLeft }
    return Object.assign(pretended(10, null), { reduction, explorer })
  }

  /** How many steps each has done after so many slices of one execution. */
  function taken(lanes: readonly Lane[], slices: number, completing: readonly Lane[] = [], opening = 0): number[] {
    const turns = new Turns(lanes[0]!, { ...defaultCapacities, opening, slice: 1 })
    for (let i = 0; i < slices; i++) {
      turns.handOn(lanes, completing)
      turns.explore()
    }
    return lanes.map(({ pass }) => pass!.steps)
  }

  test('whoever discovers nothing has an eighth of the steps of whoever discovers most, and no less', () => {
    const [most, none, some] = taken(
      [pretended(10, 8), pretended(10, 0), pretended(10, 4)].map((p) => new Lane(p)),
      5000,
    )
    assert.ok(Math.abs(most! / none! - 8) < 0.2, `${most} ${none}`)
    assert.ok(Math.abs(most! / some! - 2) < 0.1, `${most} ${some}`)
  })

  test('first all have the same number of executions', () => {
    const lanes = [pretended(100, 0), pretended(1, 8), completing('optimal', 1)].map((pass) => new Lane(pass))
    taken(lanes, 30, lanes.slice(2), 10)
    assert.deepEqual(
      lanes.map(({ turns }) => turns),
      [10, 10, 10],
    )
  })

  test('two thirds are for what can end the check, most of it for what is likely to be complete first', () => {
    for (const [optimal, stateful, merged, part] of [
      [null, 1, 40, 1 / 2],
      [4, 1, 40, 8 / 9],
      [1, 4, 40, 1 / 9],
      [1.4, 1, 40, 1 / 9], // steps take longer where states are told apart
      [1, 4, 100, 8 / 9], // will merge more of them
      [4, 1, 3, 1 / 9],
      [null, null, 0, 1 / 9],
    ] as const) {
      const lanes = [
        ...[pretended(10, 8), pretended(10, 4)],
        ...[completing('optimal', optimal), completing('stateful', stateful, merged)],
      ].map((pass) => new Lane(pass))
      // As if both had done the same so far: what is left of them is a multiple of what they have done.
      for (const { pass } of lanes.slice(2))
        Object.defineProperty(pass!.explorer, 'timesLeft', { value: leftOf(pass!) })
      const [hunt, other, complete, merge] = taken(lanes, 5000, lanes.slice(2))
      const text = [hunt, other, complete, merge].join()
      assert.ok(Math.abs((complete! + merge!) / (hunt! + other!) - 2) < 0.1, text)
      assert.ok(Math.abs(merge! / (complete! + merge!) - part) < 0.02, text)
    }
  })

  /** So that as many steps as now are left, whatever was done. */
  function leftOf(pass: Pass): () => number | null {
    const times = pass.explorer.timesLeft()
    return () => (times === null ? null : (1000 * times) / pass.steps)
  }

  test('by steps, not executions; equal where nothing is discovered or counted', () => {
    for (const news of [0, null]) {
      const [long, short] = taken(
        [pretended(100, news), pretended(1, news)].map((p) => new Lane(p)),
        5000,
      )
      assert.ok(Math.abs(long! / short! - 1) < 0.1, `${long} ${short}`)
    }
  })

  test('who begins late does not catch up', () => {
    const first = new Lane(pretended(10, null))
    taken([first], 100)
    const late = new Lane()
    late.begin(pretended(10, null), [first])
    const [one, other] = taken([first, late], 100)
    assert.ok(Math.abs(one! - 1000 - other!) <= 10, `${one} ${other}`)
  })

  test('the same check does the same', () => {
    const once = (): unknown =>
      checked(inc(5), { maxExecutions: 2000 }).passes.map(({ seconds: _, growth: __, ...rest }) => rest)
    assert.deepEqual(once(), once())
  })

  test('what takes turns makes no difference to what is found', () => {
    for (const opening of [0, 1, 300]) {
      const checker = new Checker(inc(4), {}, undefined, { ...defaultCapacities, opening, headStart: 0, slice: 5 })
      while (!checker.run(Infinity));
      const { outcome, exhaustive, outcomes } = checker.result()
      assert.deepEqual([outcome, exhaustive, outcomes.length], ['verified', true, 4])
    }
  })
})

describe('equal states within a bound', () => {
  test('are explored once where that takes less, beside the search that was asked for', () => {
    const bounds = { preemption: 2 }
    const merged = checked(inc(7), { bounds, allBugs: true })
    assert.equal(merged.outcome, 'verified')
    assert.ok(merged.states! > 0 && merged.transitions < 1000, `${merged.transitions} steps`)
    assert.match(merged.guarantee, /is reachable with at most 2 preemptions\./)
    const named = checked(inc(4), { bounds, reduction: 'dpor', allBugs: true })
    const values = ({ outcomes }: CheckResult): string[] => outcomes.map(({ value }) => JSON.stringify(value)).sort()
    assert.deepEqual(values(checked(inc(4), { bounds, allBugs: true })), values(named))
    assert.equal(named.states, null)
  })

  test('early, where the search that runs each trace will take long', () => {
    for (const subject of [inc(6), inc(7), account(8)]) {
      const { outcome, states, passes } = checked(subject)
      assert.deepEqual([outcome, states! > 0], ['verified', true])
      const steps = passes.reduce((sum, { visited }) => sum + visited, 0)
      assert.ok(steps < 60_000, `${subject.name}: ${steps} steps`)
    }
  })

  test('but not where it will not: it counts traces', () => {
    for (const [subject, count] of [
      [inc(4), 576],
      [account(6), 720],
      [readers(8), 256],
      [fibBench(3), 1698],
      [philosophers(4, 2), 786],
    ] as const)
      assert.equal(checked(subject).traces, count, subject.name)
  })

  test('and in passes with more preemptions, once one of them has taken many steps', () => {
    const checker = new Checker(fibBench(4), { maxExecutions: 1500 }, undefined, {
      ...defaultCapacities,
      mergeAfter: 1000,
    })
    while (!checker.run(1000));
    const { passes } = checker.result()
    const within = (limit: number): string | undefined =>
      passes.find(({ bounds }) => bounds.preemption === limit)?.reduction
    assert.deepEqual([within(0), within(1), within(2)], ['dpor', 'dpor', 'stateful'])
  })
})
