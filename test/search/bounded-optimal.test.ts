import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { planOf } from '../../src/checking/check-options.ts'
import { Execution } from '../../src/execution/execution.ts'
import type { Program } from '../../src/program/program.ts'
import type { CheckResult } from '../../src/report/result.ts'
import type { Counters } from '../../src/search/counters.ts'
import { Explorer } from '../../src/search/explorer.ts'
import { noOptimisations } from '../../src/search/optimisations.ts'
import { account, cinc, fibBench, inc, readers } from '../programs/counters.ts'
import { indexer } from '../programs/indexer.ts'
import { lastZero } from '../programs/last-zero.ts'
import { philosophers } from '../programs/philosophers.ts'
import { sigma } from '../programs/sigma.ts'
import { parse } from '../validation/programs/notation.ts'
import { compile } from '../validation/programs/source.ts'

function search(program: Program, preemption: number): Counters {
  const explorer = new Explorer(new Execution(program), { reduction: 'optimal', bounds: { preemption }, optimise: noOptimisations, maxDepth: 10_000, count: true }, () => false)
  while (!explorer.finished) explorer.explore()
  return explorer.counters
}

/** Known numbers of traces within 0, 1, 2, … preemptions, and of all. */
const known: readonly [program: Program, within: readonly number[], all: number][] = [
  [inc(3), [6, 24, 36], 36],
  [inc(4), [24, 168, 432, 576], 576],
  [cinc(3), [6, 42, 120, 192, 216], 216],
  [fibBench(3), [6, 53, 286, 776], 1698],
  [readers(5), [32, 32], 32],
  [lastZero(5), [64, 64, 64], 64],
  [indexer(12), [2, 6, 8, 8], 8],
  [sigma(4), [24, 82, 104, 105], 105],
  [account(4), [24, 24], 24],
  [philosophers(3, 2), [6, 24, 60, 90], 90],
  [philosophers(4, 2), [14, 78, 264], 786],
]

describe('each trace within the bound is executed once, and with what is abandoned no more than without a bound', () => {
  for (const [program, within, all] of known) {
    for (const [bound, traces] of within.entries()) {
      test(`${program.name} within ${bound}`, () => {
        const { executions, blocked, traces: found } = search(program, bound)
        assert.deepEqual({ executions, found: found!.size }, { executions: traces, found: traces })
        assert.ok(executions + blocked <= all, `${executions} executions and ${blocked} abandoned ones, more than ${all}`)
      })
    }
  }
})

function check(text: string, options: CheckOptions): CheckResult {
  const checker = new Checker(compile(parse(text)), options)
  while (!checker.run(1000));
  return checker.result()
}

test('what is reported is an order of the events that is within the bound', () => {
  // b fails if it runs between the two writes of a, which the search may meet in an order with more preemptions than needed.
  const text = '[w x 1; w y 1; w x 0] || [r x; if 1 {r y; throw 1}] || [r z; w z 1; r y] || [w z 2; r z]'
  for (const preemption of [1, 2, 3]) {
    const { bugs, search: { reduction } } = check(text, { bounds: { preemption } })
    assert.deepEqual([bugs.length, reduction], [1, 'optimal'])
    assert.ok(bugs[0]!.preemptions <= preemption, `${bugs[0]!.preemptions} preemptions`)
  }
})

test('after a failure bounded partial-order reduction takes over', () => {
  const text = '[w x; throw 0] || [r x] || [w x; throw 1]'
  const all = check(text, { bounds: { preemption: 1 }, allBugs: true })
  const other = check(text, { bounds: { preemption: 1 }, allBugs: true, reduction: 'dpor' })
  assert.equal(all.search.reduction, 'dpor')
  assert.deepEqual([all.executions, all.traces, all.bugs.length], [other.executions, other.traces, other.bugs.length])
})

test('the optimal reduction within preemptions alone, and without commutations or optimisations', () => {
  assert.equal(planOf({ bounds: { preemption: 1 } }).reduction, 'optimal')
  assert.equal(planOf({ bounds: { preemption: 1 }, commute: 'all' }).reduction, 'dpor')
  assert.equal(planOf({ bounds: { preemption: 1, fair: 1 } }).reduction, 'dpor')
  assert.throws(() => planOf({ reduction: 'optimal', bounds: { context: 1 } }), /explores without bounds or with a preemption bound, got context/)
  assert.throws(() => planOf({ reduction: 'optimal', bounds: { preemption: 1 }, commute: 'all' }), /knows nothing else that commutes/)
})
