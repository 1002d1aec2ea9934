import * as atomics from '../../../base/atomics.ts'
import { blocking } from '../../../base/blocking.ts'
import { GateWord } from './gate-state.ts'

/**
 * The lock is held for a microsecond or so; it pays to look a few times before one sleeps, and costs little if its
 * holder does not run.
 */
const SPINS = 300

/** One lock for all gates of a run. Whoever does not get it sleeps: there may be more threads than cores. */
export function takeLock(words: Int32Array): void {
  for (let spins = 0; spins < SPINS; spins++) {
    if (atomics.load(words, GateWord.lock) === 0 && atomics.compareExchange(words, GateWord.lock, 0, 1) === 0) return
  }
  while (atomics.exchange(words, GateWord.lock, 2) !== 0) blocking.wait(words, GateWord.lock, 2)
}

export function giveLock(words: Int32Array): void {
  if (atomics.exchange(words, GateWord.lock, 0) === 2) atomics.notify(words, GateWord.lock, 1)
}
