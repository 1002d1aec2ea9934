import { Access, type Operation } from '../../../src/program/operation.ts'
import { ops } from '../../../src/program/ops.ts'
import { EventFlag } from '../../../src/trace/event-log.ts'
import { setting } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'
import type { Mutant } from './mutant.ts'

/** The last event of a thread does not write the thread's end, so a join depends on nothing (errata 14). */
class JoinsNothing extends ObservedExplorer {
  protected override push(depth: number): void {
    this.log.flags[depth]! &= ~EventFlag.ended
    super.push(depth)
  }
}

/** Wrong where dependence comes from, so that the reference is as wrong as the search: hashes alone could not tell. */
const compareExchangeReads = { ...ops, atomics: { ...ops.atomics, compareExchange: describedAsRead } } as typeof ops

function describedAsRead(...args: Parameters<typeof ops.atomics.compareExchange>): unknown {
  const op = ops.atomics.compareExchange(...args) as unknown as Operation
  op.access = Access.read
  return op
}

export const modelMutants: readonly Mutant[] = [
  {
    name: 'join without the write of the end', budget: 1500, source: 'errata 14', subject: { type: JoinsNothing },
    example: '[spawn t0; spawn t1; w y; w x] where t0 [w y] t1 [w x; joinfirst; r x]', setting: setting('dpor', { preemption: 1 }), profile: 'siblings',
    settings: [setting('dpor'), ...[0, 1, 2].map((limit) => setting('dpor', { preemption: limit })), setting('dpor', {}, { sleep: true, trans: true, alt: true })],
  },
  {
    name: 'compare-and-swap described as a read', budget: 80, source: 'errata 30', subject: { operations: compareExchangeReads },
    example: '[cas x] || [r x]', setting: setting('dpor'), profile: 'memory', settings: [setting('dpor')],
  },
]
