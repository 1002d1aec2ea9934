import { Access } from '../dependence/accesses.ts'
import { ThreadStatus } from '../execution/controlled-thread.ts'
import type { Execution } from '../execution/execution.ts'
import { compareFails, isCompareExchange } from '../program/operations/atomics.ts'
import type { SearchStack } from './search-stack.ts'

/** What counts as independent beyond what accesses say. Outcomes stay the same, traces become fewer. */
export interface Commutations {
  /** A compare-and-swap that fails is a read. */
  readonly failedCas: boolean
  /** Atomic additions whose results are unused commute; so do `and`, `or` and `xor`, each among its own kind. */
  readonly unusedResults: boolean
}

export type CommutationName = 'failed-cas' | 'unused-results'
export const commutationNames: readonly CommutationName[] = ['failed-cas', 'unused-results']
export const noCommutations: Commutations = { failedCas: false, unusedResults: false }

/**
 * In the state that the execution is in, number `state` of the stack: gives every pending compare-and-swap the access
 * that it would have now. It can change only by a write to what it compares, on which everything depends that depends
 * on the comparison; so this is a valid happens-before assignment [Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM
 * 2017, Def. 3.3].
 *
 * Not where the same bytes are accessed in smaller pieces as well: in `r x.1 || cas x 1 2 || w x.0` the write decides
 * whether the other two are dependent, but is dependent with only one of them, and DPOR loses 1 of 3 traces.
 */
export function resolveCompareExchanges(execution: Execution, stack: SearchStack, state: number): void {
  stack.compares.clear(state)
  stack.fails.clear(state)
  for (const { slot, status, operation } of execution.threads) {
    if (
      status !== ThreadStatus.pending ||
      !isCompareExchange(operation) ||
      operation.accesses.bytes > operation.accesses.stride
    )
      continue
    const fails = compareFails(operation)
    operation.accesses.access = fails ? Access.read : Access.write
    stack.compares.add(state, slot)
    if (fails) stack.fails.add(state, slot)
  }
}
