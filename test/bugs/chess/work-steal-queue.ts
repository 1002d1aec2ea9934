/**
 * The work-stealing queue of the CHESS tests, after Frigo, Leiserson and Randall's THE protocol (Cilk-5): its owner
 * pushes and pops at the tail, others steal at the head, and a lock is taken only where both may want the same element.
 * Bug: a push leaves no spare place, so that it can overwrite an element that is being stolen.
 */
import assert from 'node:assert/strict'
import { type Mem, yieldNow } from 'heddle'

const initialSize = 2
/** Grown queues lie behind each other: of 2, of 4, of 8 elements. */
const storageSize = 14
const storageOf = (size: number): number => size - initialSize

export interface Lock {
  lock(): void
  unlock(): void
}

/** With `spinning`, the lock is one of the queue's own, which yields as long as it is taken. */
export const queueMemory = (mem: Mem, spinning: boolean) => ({
  lock: spinning ? new SpinLock(mem.int32('lock', 1)) : mem.mutex('lock'),
  head: mem.int32('head', 1),
  tail: mem.int32('tail', 1),
  mask: mem.int32('mask', [initialSize - 1]),
  /** Where in the storage the elements are. */
  elements: mem.int32('elements', [storageOf(initialSize)]),
  storage: mem.int32('storage', storageSize),
})
export type QueueMemory = ReturnType<typeof queueMemory>

class SpinLock implements Lock {
  readonly word: Int32Array
  constructor(word: Int32Array) {
    this.word = word
  }

  lock(): void {
    while (Atomics.exchange(this.word, 0, 1) !== 0) yieldNow()
  }

  unlock(): void {
    Atomics.store(this.word, 0, 0)
  }
}

/** As in the original, reads are compare-and-swaps of 0 for 0, and writes exchanges. */
export const readV = (v: Int32Array): number => Atomics.compareExchange(v, 0, 0, 0)
export const writeV = (v: Int32Array, value: number): void => {
  Atomics.exchange(v, 0, value)
}

export const elementAt = (q: QueueMemory, index: number): number => q.storage[q.elements[0]! + (index & q.mask[0]!)]!
export function setElement(q: QueueMemory, index: number, value: number): void {
  q.storage[q.elements[0]! + (index & q.mask[0]!)] = value
}

/** Twice as many elements, and the first `count` ones of them from `head` on. */
export function grow(q: QueueMemory, head: number, count: number): void {
  const mask = q.mask[0]!
  const size = 2 * (mask + 1)
  for (let i = 0; i < count; i++) q.storage[storageOf(size) + i] = elementAt(q, head + i)
  q.elements[0] = storageOf(size)
  q.mask[0] = size - 1
}

/** What was stolen or popped, or null. */
export type Taken = number | null

export function steal(q: QueueMemory): Taken {
  q.lock.lock()
  const h = readV(q.head)
  writeV(q.head, h + 1)
  let result: Taken = null
  if (h < readV(q.tail)) result = elementAt(q, h)
  else writeV(q.head, h)
  q.lock.unlock()
  return result
}

export function pop(q: QueueMemory): Taken {
  const t = readV(q.tail) - 1
  writeV(q.tail, t)
  if (readV(q.head) <= t) return elementAt(q, t)
  writeV(q.tail, t + 1)
  return syncPop(q)
}

function syncPop(q: QueueMemory): Taken {
  q.lock.lock()
  const t = readV(q.tail) - 1
  writeV(q.tail, t)
  let result: Taken = null
  if (readV(q.head) <= t) result = elementAt(q, t)
  else writeV(q.tail, t + 1)
  if (readV(q.head) > t) {
    writeV(q.head, 0)
    writeV(q.tail, 0)
    result = null
  }
  q.lock.unlock()
  return result
}

export function push(q: QueueMemory, item: number, fixed: boolean): void {
  const t = readV(q.tail)
  const spare = fixed ? 1 : 0
  if (t < readV(q.head) + q.mask[0]! + 1 - spare) {
    setElement(q, t, item)
    writeV(q.tail, t + 1)
  } else syncPush(q, item)
}

function syncPush(q: QueueMemory, item: number): void {
  q.lock.lock()
  let h = readV(q.head)
  const count = readV(q.tail) - h
  h &= q.mask[0]!
  writeV(q.head, h)
  writeV(q.tail, h + count)
  if (count >= q.mask[0]!) {
    grow(q, h, count)
    writeV(q.head, 0)
    writeV(q.tail, count)
  }
  assert.ok(count < q.mask[0]!)
  const t = readV(q.tail)
  setElement(q, t, item)
  writeV(q.tail, t + 1)
  q.lock.unlock()
}
