/** The test of CHESS's work-stealing queues: every item is to be worked on once, by its owner or by a thief. */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import { pop, push, queueMemory, type QueueMemory, steal, type Taken } from './work-steal-queue.ts'
import type { Variant } from '../variant.ts'

export const items = 4
const attempts = 2

export function work(done: Int32Array, item: Taken): void {
  if (item !== null) done[item]!++
}

export function checkDone(done: Int32Array): void {
  for (let item = 0; item < items; item++) {
    assert.equal(done[item], 1, `item ${item} was worked on ${done[item]} times`) // BUG
  }
}

/** `n` is the number of thieves. */
export function stealingTest(name: string, spinning: boolean, { fixed = false, n = 2 }: Variant): Program {
  const shared = (mem: Mem) => ({ queue: queueMemory(mem, spinning), done: mem.int32('done', items) })
  type S = { queue: QueueMemory; done: Int32Array }
  const owner = ({ queue, done }: S): void => {
    for (let i = 0; i < items / 2; i++) {
      push(queue, 2 * i, fixed)
      push(queue, 2 * i + 1, fixed)
      work(done, pop(queue))
    }
    for (let i = 0; i < items / 2; i++) work(done, pop(queue))
  }
  const thief = ({ queue, done }: S): void => {
    for (let i = 0; i < attempts; i++) work(done, steal(queue))
  }
  return program({
    name: `${name}(${n})`,
    shared,
    threads: [owner, ...Array.from({ length: n }, () => thief)],
    after: ({ done }) => checkDone(done),
  })
}
