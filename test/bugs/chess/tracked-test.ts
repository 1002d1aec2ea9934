/** The test of the work-stealing queues of CHESS that tell where their threads are. */
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'
import { checkDone, items, work } from './stealing-test.ts'
import {
  enter,
  leave,
  type TrackedMemory,
  trackedMemory,
  trackedPop,
  trackedPush,
  trackedSteal,
  update,
} from './tracked-queue.ts'

const attempts = 2
const ownerThread = 0

type S = TrackedMemory & { done: Int32Array }

/** Pushes two, pops one, and so on; then pops the rest. */
export function inPairs(s: S): void {
  for (let i = 0; i < items / 2; i++) {
    for (const item of [2 * i, 2 * i + 1]) {
      update(s, ownerThread)
      trackedPush(s, ownerThread, item)
    }
    update(s, ownerThread)
    work(s.done, trackedPop(s, ownerThread))
  }
  popTimes(s, items / 2)
}

/** Pushes all, then pops all. */
export function inTwoPhases(s: S): void {
  for (let item = 0; item < items; item++) {
    update(s, ownerThread)
    trackedPush(s, ownerThread, item)
  }
  popTimes(s, items)
}

function popTimes(s: S, times: number): void {
  for (let i = 0; i < times; i++) {
    update(s, ownerThread)
    work(s.done, trackedPop(s, ownerThread))
  }
}

/** `n` is the number of thieves. */
export function trackedTest(name: string, own: (s: S) => void, { fixed = false, n = 2 }: Variant): Program {
  const shared = (mem: Mem): S => {
    const memory = trackedMemory(mem, n + 1, fixed)
    return { ...memory, done: mem.int32('done', items) }
  }
  const owner = (s: S): void => {
    own(s)
    update(s, ownerThread)
    leave(s, ownerThread)
  }
  const thief =
    (thread: number) =>
    (s: S): void => {
      enter(s, thread)
      update(s, thread)
      for (let i = 0; i < attempts; i++) {
        update(s, thread)
        work(s.done, trackedSteal(s, thread))
      }
      leave(s, thread)
    }
  return program({
    name: `${name}(${n})`,
    shared,
    threads: [owner, ...Array.from({ length: n }, (_, i) => thief(i + 1))],
    after: ({ done }) => checkDone(done),
  })
}
