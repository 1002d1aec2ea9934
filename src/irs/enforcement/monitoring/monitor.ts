import type { Handle } from '../../../base/thread-numbers.ts'
import { Accesses } from '../../../dependence/accesses.ts'
import { CausalPast } from '../../causal-past.ts'
import type { AdmissibleSet } from '../../set/admissible-set.ts'
import { type GateState, GateWord, LOG_ENTRY, LogKind } from '../gate/gate-state.ts'

/**
 * Tests a run that has ended against the set, from what each event touched in the order in which they happened, without
 * any of what the gates know: the events must be exactly those of one of the traces. Null, or what is wrong.
 */
export function monitorRun(state: GateState, set: AdmissibleSet, nameOf: (handle: Handle) => string): string | null {
  const { log, words, handles } = state
  const logged = words[GateWord.logged]!
  if (logged * LOG_ENTRY > log.length)
    return `it has more than ${log.length / LOG_ENTRY - 1} events, which no verified trace has`
  const past = new CausalPast(new Int32Array(state.cells.length), new Int32Array(state.lastNames.length))
  const touch = new Accesses()
  const events: number[] = []
  for (let i = 0; i < logged; i++) {
    const [kind, slot, choice] = log.subarray(i * LOG_ENTRY, i * LOG_ENTRY + 3) as unknown as [number, number, number]
    touch.read(log, i * LOG_ENTRY + 3)
    if (kind === LogKind.end) {
      past.ended(slot, touch.cell)
      continue
    }
    past.identify(slot, handles[slot]!, choice, touch)
    const event = set.events.find(past.lo, past.hi)
    // What an event is named by is what it has seen; what it does is another thing.
    if (event < 0 || set.events.get('operation', event) !== log[i * LOG_ENTRY + 10])
      return `its event ${events.length + 1}, of ${nameOf(handles[slot]!)}, is in no verified trace`
    past.happen(slot, touch)
    const child = log[i * LOG_ENTRY + 9]!
    if (child >= 0) past.spawned(child)
    events.push(event)
  }
  return set.has(events) ? null : `its ${events.length} events are together in no verified trace`
}
