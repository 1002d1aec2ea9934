/**
 * The work-stealing queue of the CHESS tests in the form that tells a stateful checker where its threads are: each
 * thread keeps a stack of records, one for each function that it is in, and all stacks are in one vector that grows
 * when a thread comes first. Here the queue itself is right. Bug: threads grow the vector at the same time, and one
 * that knows only of a smaller number shrinks it again, under another's feet.
 */
import assert from 'node:assert/strict'
import type { Mem } from 'heddle'
import {
  elementAt,
  grow,
  queueMemory,
  type QueueMemory,
  readV,
  setElement,
  type Taken,
  writeV,
} from './work-steal-queue.ts'

/** The owner has its stack, and is in a function, before it starts the others. */
export const trackedMemory = (mem: Mem, threads: number, isGrown: boolean) => ({
  queue: queueMemory(mem, true),
  /** How many stacks the vector has, and how many records each of them. */
  stacks: mem.int32('stacks', [isGrown ? threads : 1]),
  records: mem.int32('records', [1, ...Array<number>(threads - 1).fill(0)]),
})
export type TrackedMemory = ReturnType<typeof trackedMemory>

function resize(s: TrackedMemory, count: number): void {
  const before = s.stacks[0]!
  for (let i = before; i < count; i++) s.records[i] = 0
  if (count !== before) s.stacks[0] = count
}

function checkedStack(s: TrackedMemory, thread: number): number {
  if (thread >= s.stacks[0]!) throw new RangeError(`there is no stack of thread ${thread}`) // BUG
  return thread
}

export function enter(s: TrackedMemory, thread: number): void {
  if (s.stacks[0]! <= thread) resize(s, thread + 1)
  s.records[checkedStack(s, thread)]!++
}

export function leave(s: TrackedMemory, thread: number): void {
  const records = s.records[checkedStack(s, thread)]!
  assert.ok(records > 0) // BUG
  s.records[checkedStack(s, thread)] = records - 1
}

/** The record on top is brought up to date; what it holds is nobody else's business. */
export function update(s: TrackedMemory, thread: number): void {
  assert.ok(s.records[checkedStack(s, thread)]! > 0) // BUG
  checkedStack(s, thread)
}

/** Relative to the head, for the records. */
function computeIndex(q: QueueMemory, index: number): number {
  if (index >= Atomics.load(q.head, 0)) return index - Atomics.load(q.head, 0)
  return q.mask[0]! + 1 - (Atomics.load(q.head, 0) - index)
}

function updateIndex(s: TrackedMemory, thread: number, index: number): void {
  computeIndex(s.queue, index)
  update(s, thread)
}

function acquire(s: TrackedMemory, thread: number): void {
  enter(s, thread)
  update(s, thread)
  s.queue.lock.lock()
  leave(s, thread)
}

function release(s: TrackedMemory, thread: number): void {
  enter(s, thread)
  update(s, thread)
  s.queue.lock.unlock()
  leave(s, thread)
}

export function trackedSteal(s: TrackedMemory, thread: number): Taken {
  const q = s.queue
  enter(s, thread)
  update(s, thread)
  acquire(s, thread)
  update(s, thread)
  const h = readV(q.head)
  updateIndex(s, thread, h)
  writeV(q.head, h + 1)
  update(s, thread)
  let result: Taken = null
  if (h < readV(q.tail)) result = elementAt(q, h)
  else {
    update(s, thread)
    writeV(q.head, h)
  }
  update(s, thread)
  release(s, thread)
  leave(s, thread)
  return result
}

export function trackedPop(s: TrackedMemory, thread: number): Taken {
  const q = s.queue
  enter(s, thread)
  update(s, thread)
  const t = readV(q.tail) - 1
  updateIndex(s, thread, t)
  writeV(q.tail, t)
  update(s, thread)
  let result: Taken
  if (readV(q.head) <= t) result = elementAt(q, t)
  else {
    update(s, thread)
    writeV(q.tail, t + 1)
    result = syncPop(s, thread)
  }
  leave(s, thread)
  return result
}

function syncPop(s: TrackedMemory, thread: number): Taken {
  const q = s.queue
  enter(s, thread)
  update(s, thread)
  acquire(s, thread)
  update(s, thread)
  const t = readV(q.tail) - 1
  updateIndex(s, thread, t)
  writeV(q.tail, t)
  update(s, thread)
  let result: Taken = null
  if (readV(q.head) <= t) result = elementAt(q, t)
  else {
    update(s, thread)
    writeV(q.tail, t + 1)
  }
  update(s, thread)
  if (readV(q.head) > t) {
    update(s, thread)
    writeV(q.head, 0)
    update(s, thread)
    writeV(q.tail, 0)
    result = null
  }
  update(s, thread)
  release(s, thread)
  leave(s, thread)
  return result
}

export function trackedPush(s: TrackedMemory, thread: number, item: number): void {
  const q = s.queue
  enter(s, thread)
  update(s, thread)
  const t = readV(q.tail)
  updateIndex(s, thread, t)
  if (t < readV(q.head) + q.mask[0]!) {
    setElement(q, t, item)
    update(s, thread)
    writeV(q.tail, t + 1)
  } else {
    update(s, thread)
    syncPush(s, thread, item)
  }
  leave(s, thread)
}

function syncPush(s: TrackedMemory, thread: number, item: number): void {
  const q = s.queue
  enter(s, thread)
  update(s, thread)
  acquire(s, thread)
  update(s, thread)
  let h = readV(q.head)
  updateIndex(s, thread, h)
  const count = readV(q.tail) - h
  h &= q.mask[0]!
  updateIndex(s, thread, h)
  writeV(q.head, h)
  update(s, thread)
  writeV(q.tail, h + count)
  if (count >= q.mask[0]!) {
    grow(q, h, count)
    update(s, thread)
    Atomics.store(q.head, 0, 0)
    update(s, thread)
    Atomics.store(q.tail, 0, count)
  }
  assert.ok(count < q.mask[0]!)
  update(s, thread)
  const t = readV(q.tail)
  setElement(q, t, item)
  updateIndex(s, thread, t)
  writeV(q.tail, t + 1)
  update(s, thread)
  release(s, thread)
  leave(s, thread)
}
