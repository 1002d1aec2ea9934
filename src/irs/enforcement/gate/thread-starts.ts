/**
 * Starting threads takes longer than most of what they do. Where there are more threads than cores, only as many are
 * started as there are cores; a worker whose thread has
 * ended runs the next one that is ready, and one whose thread must sleep starts one, so that cores have something to
 * do. A declared thread whose first event cannot happen at the beginning is started by
 * whoever lets that event happen, or earlier if there is a core for each: then each thread that wakes up starts the
 * next one in the order of a trace, so that it is on
 * its way while the others do what it waits for. With fewer cores it would only come to sleep again. None of this needs
 * the lock.
 */
import { availableParallelism } from 'node:os'
import * as atomics from '../../../base/atomics.ts'
import { type GateState, GateWord, Mode } from './gate-state.ts'

/** So many threads each thread starts when all may go. */
export const FAN_OUT = 2

export const cores = availableParallelism()

/** A thread that is ready and has not been started, which the caller is to run or to start; -1 for none. */
export function claimReady(state: GateState): number {
  const { words } = state
  for (;;) {
    const i = atomics.load(words, GateWord.startNext)
    if (i >= words[GateWord.ready]!) return -1
    if (atomics.compareExchange(words, GateWord.startNext, i, i + 1) !== i) continue
    const slot = words[state.starts(i)]!
    if (claim(state, slot)) return slot
  }
}

/** Whether the caller is the one to start the thread. */
export function claim(state: GateState, slot: number): boolean {
  const at = state.unstarted(slot)
  return state.words[at] === 1 && atomics.exchange(state.words, at, 0) === 1
}

/** Takes up to `count` threads that have not been started, in order. */
export function claimNext(state: GateState, count: number, start: (slot: number) => void): void {
  const { words } = state
  while (count > 0 && atomics.load(words, GateWord.startNext) < words[GateWord.startOrder]!) {
    const i = atomics.add(words, GateWord.startNext, 1)
    if (i >= words[GateWord.startOrder]!) return
    const slot = words[state.starts(i)]!
    if (!claim(state, slot)) continue
    start(slot)
    count--
  }
}

/** By a thread that has just woken up. */
export function startAhead(state: GateState, start: (slot: number) => void): void {
  const { words } = state
  if (atomics.load(words, GateWord.mode) !== Mode.gated) claimNext(state, FAN_OUT, start)
  else if (words[GateWord.slots]! <= cores) claimNext(state, 1, start)
}
