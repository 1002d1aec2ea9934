/**
 * Whether a real thread is stuck cannot be seen from outside, but everything that blocks in a worker, the primitives
 * and the program's own code alike, blocks in `Atomics.wait`. So each thread marks its waits without a time limit in its
 * slot: when all threads that have not ended are marked and no mark changes, nobody is left to wake anybody.
 */
import * as atomics from '../../base/atomics.ts'
import { blocking } from '../../base/blocking.ts'

let words: Int32Array | null = null
let index = 0

/** From now on this worker's waits are marked in the given word. */
export function markWaitsIn(control: Int32Array, word: number): void {
  words = control
  index = word
}

/** From now on this happens whenever the worker may be about to sleep. */
export function onSleep(action: () => void): void {
  beforeSleep = action
}
let beforeSleep: (() => void) | null = null
export const aboutToSleep = (): void => beforeSleep?.()

/** Waits are nobody's business any more. */
export function stopMarkingWaits(): void {
  words = null
}

type Wait = (view: Int32Array, index: number, value: number, timeout?: number) => 'ok' | 'not-equal' | 'timed-out'

/** `Atomics.wait` with its mark. */
const markedWait: Wait = (view, at, value, timeout) => {
  let marks: Int32Array | null = null
  // The native function converts it last of all arguments, when it is about to wait.
  const limit = {
    valueOf(): number {
      const milliseconds = timeout === undefined ? NaN : +timeout
      beforeSleep?.()
      if (!(milliseconds < Infinity)) marks = marked()
      return milliseconds
    },
  }
  try {
    return atomics.wait(view, at, value, limit as unknown as number)
  } finally {
    if (marks !== null) atomics.add(marks, index, 1)
  }
}
Object.defineProperty(markedWait, 'name', { value: 'wait' })

function marked(): Int32Array | null {
  if (words !== null) atomics.add(words, index, 1)
  return words
}

/**
 * From now on all waits of this JavaScript thread are marked: our own, and those of the program and of primitives, which
 * wait through the global object. Before the program is loaded, and before gates take their places there.
 */
export function installMarkedWait(): void {
  blocking.wait = markedWait as typeof blocking.wait
  Object.defineProperty(Atomics, 'wait', { value: markedWait, writable: true, configurable: true })
}
