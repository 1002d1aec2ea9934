import type { Slot } from '../../base/thread-numbers.ts'
import { usageError } from '../../base/errors.ts'
import type { Allocation } from '../../program/memory/allocation.ts'
import { locationOf } from '../../program/sites.ts'
import type { Priority, PriorityView } from './priority.ts'

/** What a priority function of a user is told: an execution that is left to run, by the event that begins it. */
export interface LeftToRun {
  /** The thread that runs, and what it does there: the operation, the name of what it works on, `file:line:col`. */
  readonly thread: string
  readonly operation: string
  readonly location: string | null
  readonly at: string | null
  /** How many events come before it, which have been executed, and how many preemptions there are up to it. */
  readonly events: number
  readonly preemptions: number
  /** How many local states were seen for the first time in the execution that it branches off. */
  readonly newLocalStates: number
}

/** Larger ones first. */
export type PriorityFunction = (execution: LeftToRun) => number

export function byFunction(view: PriorityView, allocations: readonly Allocation[], of: PriorityFunction): Priority {
  const described = (i: number, thread: Slot): LeftToRun => {
    const { spec, accesses, site } = view.nextOperation(i, thread)
    const { cell, access } = accesses
    const target = access === 0 ? undefined : allocations.find((one) => cell >= one.base && cell < one.base + one.cells)
    return {
      thread: view.search.execution.threads[thread]!.name,
      operation: spec.name,
      location: target?.name ?? null,
      at: locationOf(site) ?? null,
      events: i,
      preemptions: view.preemptionsOf(i, thread),
      newLocalStates: view.newLocalStates,
    }
  }
  return {
    of(i, thread) {
      const priority: unknown = of(described(i, thread))
      if (typeof priority !== 'number' || Number.isNaN(priority))
        throw usageError(`priority: expected the function to return a number, got ${String(priority)}`)
      return priority
    },
  }
}
