import type { Slot } from '../../../base/thread-numbers.ts'
import { GateWord, type GateState } from '../gate/gate-state.ts'
import type { TraceIndex } from './trace-index.ts'

/**
 * Whether an event may happen: iff some admissible trace contains everything that has happened and the event [IRS,
 * III.B; errata 27: the whole prefix]. One such trace, the *witness*, is always known, so most events need one look.
 * What is refused stays refused until something happens that the event depends on, and so changes its name: with more
 * events executed there are only fewer traces left. All of it under the lock.
 */
export class Admission {
  index: TraceIndex
  private readonly state: GateState
  private readonly required: number[] = []

  constructor(index: TraceIndex, state: GateState) {
    this.index = index
    this.state = state
  }

  /**
   * A trace with everything that has happened, and with `event` as the next one of the thread in `slot`; -1 if there is
   * none.
   */
  witnessFor(slot: Slot, event: number): number {
    const { state, index } = this
    const witness = state.words[GateWord.witness]!
    if (index.contains(event, witness)) return witness
    const { required } = this
    required.length = 0
    required.push(event)
    for (let other = 0, slots = state.words[GateWord.slots]!; other < slots; other++) {
      const last = state.words[state.last(other)]! - 1
      if (other !== slot && last >= 0) required.push(last)
    }
    const found = this.search(witness, index.traces)
    return found >= 0 ? found : this.search(0, witness)
  }

  /** The first trace in [from, to) that contains all required events, or -1. */
  private search(from: number, to: number): number {
    const { required, index } = this
    let candidate = from
    for (let agreed = 0, i = 0; agreed < required.length; i = i + 1 === required.length ? 0 : i + 1) {
      const next = index.seek(required[i]!, candidate)
      if (next >= to) return -1
      agreed = next === candidate ? agreed + 1 : 1
      candidate = next
    }
    return candidate < to ? candidate : -1
  }

  /** The event happens. True when everything that can follow is verified. */
  commit(slot: Slot, event: number, witness: number): boolean {
    const { state, index } = this
    const { words } = state
    if (witness !== words[GateWord.witness]) {
      words[GateWord.witness] = witness
      words[GateWord.switches]!++
    }
    words[state.last(slot)] = event + 1
    return index.entersFinished(event, this.isReached)
  }

  /** Whether the event has happened: some thread has got so far. */
  private readonly isReached = (event: number): boolean => {
    const { state, index } = this
    for (let slot = 0, slots = state.words[GateWord.slots]!; slot < slots; slot++) {
      const last = state.words[state.last(slot)]! - 1
      if (last >= 0 && index.isReached(event, last)) return true
    }
    return false
  }
}
