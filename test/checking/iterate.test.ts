/** Bounds that grow from pass to pass: any of them, alone, beside other passes, and several in turns. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bounds } from '../../src/bounds/index.ts'
import type { BoundName } from '../../src/bounds/bound.ts'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { planOf } from '../../src/checking/check-options.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { folder, heddle } from '../cli/heddle.ts'
import { inc } from '../programs/counters.ts'
import { sketch } from '../programs/sketch.ts'

function checked(subject: Program, options: CheckOptions = {}): CheckResult {
  const checker = new Checker(subject, { budgetMs: Infinity, ...options })
  while (!checker.run(Infinity));
  return checker.result()
}

const names = Object.keys(bounds) as BoundName[]

describe('every bound grows by one from its least limit until it excludes nothing', () => {
  const last: Readonly<Record<BoundName, number>> = {
    preemption: 3,
    context: 5,
    delta: 6,
    fair: 0,
    depth: 6,
    'local-depth': 6,
    'local-context': 4,
  }
  for (const name of names) {
    test(name, () => {
      const result = checked(inc(3), { iterate: name, reduction: 'dpor' })
      const limits = result.passes.map((pass) => pass.bounds[name])
      const { least } = bounds[name]
      assert.deepEqual(
        limits,
        Array.from({ length: limits.length }, (_, i) => least + i),
      )
      assert.equal(limits.at(-1), last[name])
      assert.deepEqual(
        result.passes.map(({ excluded }) => excluded === 0),
        limits.map((_, i) => i === limits.length - 1),
      )
      assert.deepEqual([result.outcome, result.exhaustive, result.traces], ['verified', true, 36])
      assert.deepEqual([result.search.iterate, result.search.reduction], [[name], 'dpor'])
    })
  }
})

test('the guarantee is that of the last complete limit', () => {
  const within = checked(inc(4), { iterate: 'context', reduction: 'dpor', maxExecutions: 400 })
  const complete = within.passes.at(-2)!.bounds.context!
  assert.deepEqual([within.outcome, within.exhaustive], ['incomplete', false])
  assert.ok(
    within.guarantee.startsWith(
      `No assertion failure, deadlock, exception or misuse of a primitive is reachable with at most ${complete} context switches. Not all schedules with more context switches were run.`,
    ),
    within.guarantee,
  )
})

test('beside them runs a search without the bound, unless a reduction is named', () => {
  const reductions = (options: CheckOptions): string[] => [
    ...new Set(checked(inc(4), options).passes.map(({ reduction }) => reduction)),
  ]
  assert.ok(reductions({ iterate: 'delta' }).includes('optimal'))
  assert.deepEqual(reductions({ iterate: 'delta', reduction: 'dpor' }), ['dpor'])
  assert.deepEqual(reductions({ iterate: 'delta', reduction: 'none' }), ['none'])
})

test('several bounds take turns', () => {
  const { passes, outcome } = checked(inc(4), { iterate: ['delta', 'context'], reduction: 'dpor' })
  assert.equal(outcome, 'verified')
  for (const name of ['delta', 'context']) assert.ok(passes.filter(({ bounds }) => name in bounds).length > 1, name)
})

const twoYields = sketch('[w x; yield; r y] || [w y; yield; r x]')

describe('threads that yield', () => {
  test('passes with other bounds get a fair one', () => {
    const { passes } = checked(twoYields, { iterate: 'delta', reduction: 'dpor' })
    assert.deepEqual(
      passes.map((pass) => pass.bounds),
      passes.map((_, i) => ({ delta: i, fair: 2 })),
    )
  })

  test('the one that is given stays', () => {
    const { passes } = checked(twoYields, { iterate: 'context', reduction: 'dpor', bounds: { fair: 1 } })
    assert.deepEqual(passes[0]!.bounds, { fair: 1, context: 0 })
  })

  test('the fair bound grows alone or with another one', () => {
    const alone = checked(twoYields, { iterate: 'fair', reduction: 'dpor' })
    assert.deepEqual([alone.passes.map((pass) => pass.bounds), alone.exhaustive], [[{ fair: 0 }, { fair: 1 }], true])
    const both = checked(sketch('[w x; w y; yield; r x] || [w x; w y; yield; r y]'), {
      iterate: 'fair',
      reduction: 'dpor',
      bounds: { preemption: 0 },
    })
    assert.deepEqual(both.passes.at(-1)!.bounds, { preemption: 0, fair: 1 })
    assert.match(both.guarantee, /is reachable with no preemptions\./)
  })

  test('where executions end all the same, the search without any bound covers unfair ones too', () => {
    const often = sketch('[yield; yield; yield; yield; r x; w x] || [r x; w x] || [r x; w x] || [r x; w x]')
    const fair = checked(often, { bounds: { fair: 2 } })
    assert.deepEqual([fair.outcome, fair.exhaustive], ['verified', false])
    const { outcome, exhaustive, traces, search } = checked(often)
    // As many as inc(4) has.
    assert.deepEqual([outcome, exhaustive, traces, search.reduction], ['verified', true, 576, 'optimal'])
  })

  test('where they may not end, that search is dropped, and nothing of it is held against the program', () => {
    const waits = program({
      name: 'waits',
      shared: (mem) => ({ flag: mem.int32('flag', 1), n: mem.int32('n', 1) }),
      threads: {
        *waiter(s: Record<'flag' | 'n', Int32Array<SharedArrayBuffer>>) {
          while ((yield* ops.read(s.flag, 0)) === 0) yield* ops.yieldNow()
          yield* ops.write(s.n, 0, 1)
        },
        *setter(s: Record<'flag' | 'n', Int32Array<SharedArrayBuffer>>) {
          for (let i = 0; i < 4; i++) yield* ops.read(s.n, 0)
          yield* ops.write(s.flag, 0, 1)
        },
      },
    })
    const result = checked(waits)
    assert.deepEqual([result.outcome, result.bugs, result.cut, result.advice], ['verified', [], 0, null])
    assert.match(result.guarantee, /in any fair schedule \(fair: /)
    assert.ok(result.passes.every(({ reduction }) => reduction !== 'optimal'))
  })
})

describe('what cannot be is refused', () => {
  const refused: readonly [CheckOptions, RegExp][] = [
    [{ iterate: 'switches' }, /unknown bound 'switches'; there are depth, context/],
    [{ iterate: [] }, /iterate expects a bound of depth, context.*, got none/],
    [{ iterate: ['delta', 'delta'] }, /the delta bound is to be iterated twice/],
    [{ iterate: 'delta', bounds: { delta: 2 } }, /the delta bound is 2 and to be iterated; leave one of the two out/],
    [{ iterate: 'delta', bounds: { context: 2 } }, /only the fair bound can go with it, got context/],
    [{ iterate: 'delta', reduction: 'optimal' }, /reduction 'optimal' does not iterate bounds, got delta/],
    [{ iterate: 'preemption', reduction: 'stateful' }, /reduction 'stateful' does not iterate bounds/],
    [{ iterate: 'delta', order: 'pos' }, /order 'pos' draws executions at random, so iterating delta means nothing/],
    [{ iterate: 'local-depth', commute: 'all' }, /the local-depth bound measures what depends on what/],
    [{ iterate: 'delta', optimise: 'release' }, /the release optimisation loses executions/],
  ]
  for (const [options, message] of refused)
    test(JSON.stringify(options), () => assert.throws(() => planOf(options), message))
})

test('on the command line', async (t) => {
  const cwd = folder(t, {
    'p.ts': `import { program, ops } from 'heddle'
const add = function* (s) { yield* ops.atomics.add(s.n, 0, 1); yield* ops.atomics.add(s.n, 0, 1) }
export default program({ name: 'twice', shared: (mem) => ({ n: mem.int32('n', 1) }), threads: [add, add], outcome: (s) => s.n[0] })
`,
  })
  const { stdout, code } = await heddle(cwd, 'check', 'p.ts', '--iterate', 'context', '--reduction', 'dpor')
  assert.equal(code, 0)
  assert.match(stdout, /^context 0 .*\ncontext 1 /m)
  const wrong = await heddle(cwd, 'check', 'p.ts', '--iterate', 'contxt')
  assert.match(wrong.stderr, /--iterate: there is no bound 'contxt'.*context/)
  assert.equal(wrong.code, 2)
})
