import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { planOf } from '../../src/checking/check-options.ts'
import { Execution } from '../../src/execution/execution.ts'
import type { Program } from '../../src/program/program.ts'
import type { Counters } from '../../src/search/counters.ts'
import { Explorer } from '../../src/search/explorer.ts'
import { noOptimisations } from '../../src/search/optimisations.ts'
import { account, cinc, fibBench, inc, readers } from '../programs/counters.ts'
import { indexer } from '../programs/indexer.ts'
import { lastZero } from '../programs/last-zero.ts'
import { philosophers } from '../programs/philosophers.ts'
import { sigma } from '../programs/sigma.ts'

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

test('a check does not use it yet', () => {
  assert.throws(() => planOf({ reduction: 'optimal', bounds: { preemption: 1 } }), /'optimal' explores without bounds, got preemption/)
})
