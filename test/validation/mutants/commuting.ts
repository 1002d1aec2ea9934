import type { Operation } from '../../../src/program/operations/operation.ts'
import { running } from '../../../src/program/context/execution-context.ts'
import { ops } from '../../../src/program/operations/ops.ts'
import { Optimal } from '../../../src/search/strategies/optimal.ts'
import { CommutingBefore } from '../../../src/trace/commuting-before.ts'
import type { Transition } from '../../../src/trace/transition.ts'
import { HappensBefore } from '../../../src/trace/happens-before.ts'
import { type Setting, setting } from '../compare.ts'
import { type Mutant, whilePatched, withOptimal } from './mutant.ts'

/** A compare-and-swap that comes before a write now is taken for what it was after it. */
class KeepsOutcome extends Optimal {
  protected override withoutWrite(_e: number, second: Transition): Transition {
    return second
  }
}

interface Joining {
  join(depth: number, cell: number, writes: boolean): void
}

/** What reads does not happen after the updates before it. */
const readsComeFirst = whilePatched(
  CommutingBefore.prototype as unknown as Joining,
  'join',
  (join) =>
    function (this: Joining, depth, cell, writes) {
      if (writes) join.call(this, depth, cell, writes)
      else (HappensBefore.prototype as unknown as Joining).join.call(this, depth, cell, writes)
    },
)

/** Operations with `name` as if they commuted with additions. */
function commuting(name: 'add' | 'and'): typeof ops {
  const update = (...args: Parameters<typeof ops.atomics.add>): unknown => {
    const op = ops.atomics[name](...args) as unknown as Operation
    if (running.commuting) op.accesses.commutes = 1
    return op
  }
  return { ...ops, atomics: { ...ops.atomics, [name]: update } }
}

const failedCas: Setting = { ...setting('optimal'), commute: { failedCas: true, unusedResults: false } }
const unused: Setting = { ...setting('optimal'), commute: { failedCas: false, unusedResults: true } }

export const commutingMutants: readonly Mutant[] = [
  {
    name: 'failed-cas, outcomes of reversed ones are kept',
    budget: 80,
    source: 'optimal.ts',
    subject: withOptimal(KeepsOutcome),
    example: '[w x] || [cas x 0 2] || [cas x 0 3]',
    setting: failedCas,
    profile: 'swaps',
    settings: [failedCas],
  },
  {
    name: 'unused-results, additions whose results are used',
    budget: 60,
    source: 'atomics.ts',
    subject: { operations: commuting('add') },
    example: '[add x] || [add x]',
    setting: unused,
    profile: 'swaps',
    settings: [unused],
  },
  {
    name: 'unused-results, across kinds',
    budget: 60,
    source: 'atomics.ts',
    subject: { operations: commuting('and') },
    example: '[inc x] || [and x 2]',
    setting: unused,
    profile: 'swaps',
    settings: [unused],
  },
  {
    name: 'unused-results, reads do not come after updates',
    budget: 60,
    source: 'commuting-before.ts',
    subject: readsComeFirst,
    example: '[or x 2] || [r x]',
    setting: unused,
    profile: 'swaps',
    settings: [unused],
  },
]
