import { endingOf } from '../../../src/execution/ending.ts'
import { Execution } from '../../../src/execution/execution.ts'
import { toJsonValue } from '../../../src/results/outcome-key.ts'
import type { AdmissibleSet } from '../../../src/irs/set/admissible-set.ts'
import type { Program } from '../../../src/program/program.ts'

/** One execution of a trace: who goes next, and what it chooses. */
export type Linearization = readonly Step[]

interface Step {
  readonly handle: number
  readonly chooses: boolean
  readonly choice: number
}

/** Events are numbered so that none comes before its past: the numbers of a trace's events are one of its orders. */
export function linearizations(set: AdmissibleSet): Linearization[] {
  const { first, starts, ends } = set.runsInOrder()
  const traces = Array.from({ length: set.traces }, (): Step[] => [])
  for (let event = 0; event < set.events.count; event++) {
    const chosen = set.events.get('chosen', event)
    const { handle } = set.threads[set.events.get('thread', event)]!
    const step = { handle, chooses: chosen > 0, choice: Math.max(0, chosen - 1) }
    for (let r = first[event]!; r < first[event + 1]!; r++) {
      for (let trace = starts[r]!; trace <= ends[r]!; trace++) traces[trace]!.push(step)
    }
  }
  return traces
}

/**
 * What the traces of a set come to, by value: each is executed once more, step by step, without any of what gates know.
 * Throws when a trace is none, or not correct.
 */
export function traceOutcomes(program: Program, traces: readonly Linearization[]): Set<string> {
  const execution = new Execution(program)
  return new Set(traces.map((steps) => keyOf(outcomeOf(execution, steps))))
}

/** Also of what a run has told as JSON. */
export const keyOf = (outcome: unknown): string => JSON.stringify(toJsonValue(outcome))

function outcomeOf(execution: Execution, steps: Linearization): unknown {
  execution.reset()
  try {
    for (const { handle, choice } of steps) {
      const slot = execution.slotOf(handle)
      if (execution.failure !== null || slot < 0 || !execution.isEnabled(slot)) {
        throw new Error(`a trace of the set is no execution: thread ${handle} cannot go on`)
      }
      execution.step(slot, choice)
    }
  } finally {
    execution.leave()
  }
  const ending = execution.anyEnabled ? { kind: 'unfinished' as const } : endingOf(execution)
  if (ending.kind !== 'completed') throw new Error(`a trace of the set is not correct: it is ${ending.kind}`)
  return ending.value
}
