/**
 * Starting threads takes longer than most of what they do. Only as many run at once as pays (`StartWidth`): a worker
 * whose thread has ended runs the next one that is ready, and one whose thread must sleep starts one, so that cores have
 * something to do. A declared thread whose first event cannot happen at the beginning becomes ready when somebody lets
 * that event happen, or is started earlier if there is a core for each: then each thread that wakes up starts the next
 * one in the order of a trace, so that it is on its way while the others do what it waits for. With fewer cores it would
 * only come to sleep again. None of this needs the lock.
 */
import type { Slot } from '../../../base/thread-numbers.ts'
import { availableParallelism } from 'node:os'
import * as atomics from '../../../base/atomics.ts'
import { type GateState, GateWord, Mode, Unstarted } from './gate-state.ts'

/** So many threads each thread starts when all may go. */
export const FAN_OUT = 2

export const cores = availableParallelism()

/** A thread that is ready and has not been started, which the caller is to run or to start; -1 for none. */
export function claimReady(state: GateState): number {
  const { words } = state
  for (let i = 0, order = words[GateWord.startOrder]!; i < order; i++) {
    const slot = words[state.starts(i)]!
    if (claim(state, slot, Unstarted.ready)) return slot
  }
  return -1
}

/** Whether the caller is the one to start the thread, if it is in this state. */
export function claim(state: GateState, slot: Slot, from: number = Unstarted.waits): boolean {
  const at = state.unstarted(slot)
  return state.words[at] === from && atomics.compareExchange(state.words, at, from, 0) === from
}

/** A thread that the caller has claimed, and does not start: any worker may that has nothing else to do. */
export function makeReady(state: GateState, slot: Slot): void {
  atomics.store(state.words, state.unstarted(slot), Unstarted.ready)
}

/** Gates are open: every thread can go. */
export function makeAllReady(state: GateState): void {
  const { words } = state
  for (let i = 0, order = words[GateWord.startOrder]!; i < order; i++)
    atomics.compareExchange(words, state.unstarted(words[state.starts(i)]!), Unstarted.waits, Unstarted.ready)
}

/** Starts up to `count` threads, in order, whether they are ready or not. */
export function startNext(state: GateState, count: number, start: (slot: Slot) => void): void {
  const { words } = state
  for (let i = 0, order = words[GateWord.startOrder]!; i < order && count > 0; i++) {
    const slot = words[state.starts(i)]!
    if (!claim(state, slot, Unstarted.ready) && !claim(state, slot)) continue
    start(slot)
    count--
  }
}

/** By a thread that has just woken up. */
export function startAhead(state: GateState, start: (slot: Slot) => void): void {
  const { words } = state
  if (atomics.load(words, GateWord.mode) !== Mode.gated) startNext(state, Math.min(FAN_OUT, idleCores(state)), start)
  else if (words[GateWord.slots]! <= words[GateWord.width]!) startNext(state, 1, start)
}

/** How many more threads are to run at once, as far as can be seen: once gates are open, ends are not told there. */
export function idleCores(state: GateState): number {
  const { words } = state
  let idle = words[GateWord.width]!
  for (let slot = 0, slots = words[GateWord.slots]!; slot < slots; slot++)
    if ((words[state.unstarted(slot)]! | words[state.ended(slot)]! | words[state.asleep(slot)]!) === 0) idle--
  return Math.max(0, idle)
}
