/**
 * Inputs of a verified unit: what the `choose` of a declared thread stands for when the program runs. They were
 * verified for every value; a run with given ones is judged only among the traces in which these were chosen (errata
 * 27).
 */
import { usageError } from '../../../base/errors.ts'
import type { Program } from '../../../program/program.ts'
import type { Inputs } from '../../../real/run/run-director.ts'
import type { AdmissibleSet } from '../../set/admissible-set.ts'

/** By slot. */
export type InputsBySlot = ReadonlyMap<number, readonly number[]>

/** So many inputs a thread can have. */
export const MOST_INPUTS = 16

export function inputsBySlot({ name, threads }: Program, inputs: Inputs): InputsBySlot {
  return new Map(
    Object.entries(inputs).map(([thread, values]) => {
      const slot = threads.findIndex((one) => one.name === thread)
      if (slot < 0)
        throw usageError(
          `inputs: program '${name}' has no thread '${thread}'; there are ${threads.map((one) => one.name).join(', ')}`,
        )
      if (
        !Array.isArray(values) ||
        !values.every((value) => Number.isInteger(value) && value >= 0) ||
        values.length > MOST_INPUTS
      ) {
        throw usageError(
          `inputs of thread '${thread}' must be at most ${MOST_INPUTS} integers from 0 and up, one for each \`choose\`, got ${JSON.stringify(values)}`,
        )
      }
      return [slot, values]
    }),
  )
}

/** By trace: 1 where other values were chosen. */
export function tracesWithOther(set: AdmissibleSet, inputs: InputsBySlot): Uint8Array {
  const { first, starts, ends } = set.runsInOrder()
  const excluded = new Uint8Array(set.traces)
  const position = new Int32Array(set.events.count) // how many times the thread has chosen up to the event
  for (let event = 0; event < set.events.count; event++) {
    const parent = set.events.get('parent', event)
    const chosen = set.events.get('chosen', event)
    position[event] = (parent < 0 ? 0 : position[parent]!) + (chosen === 0 ? 0 : 1)
    if (chosen === 0) continue
    const given = inputs.get(set.threads[set.events.get('thread', event)]!.handle)?.[position[event]! - 1]
    if (given === undefined || given === chosen - 1) continue
    for (let r = first[event]!; r < first[event + 1]!; r++) excluded.fill(1, starts[r]!, ends[r]! + 1)
  }
  return excluded
}

type Runs = ReturnType<AdmissibleSet['runsInOrder']>

/** The runs of traces of each event, without those traces. */
export function runsWithout({ first, starts, ends }: Runs, excluded: Uint8Array): Runs {
  const kept = { first: new Int32Array(first.length), starts: [] as number[], ends: [] as number[] }
  for (let event = 0; event + 1 < first.length; event++) {
    for (let r = first[event]!; r < first[event + 1]!; r++) {
      for (let trace = starts[r]!, open = false; trace <= ends[r]!; trace++) {
        if (excluded[trace] === 1) open = false
        else if (open) kept.ends[kept.ends.length - 1] = trace
        else {
          open = true
          kept.starts.push(trace)
          kept.ends.push(trace)
        }
      }
    }
    kept.first[event + 1] = kept.starts.length
  }
  return { first: kept.first, starts: Int32Array.from(kept.starts), ends: Int32Array.from(kept.ends) }
}
