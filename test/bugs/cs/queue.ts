/**
 * queue_bad of SCTBench's CS family. A producer and a consumer take turns by two flags, and skip a round when it is not
 * theirs; what goes into the queue is stored beside it for comparison. Bug: both index what is stored by the number of
 * their round, though they may have skipped some.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (size: number) => (mem: Mem) => ({
  lock: mem.mutex('lock'),
  // The original has one element less, and goes beyond its end after as many rounds.
  element: mem.int32('element', size + 1),
  head: mem.int32('head', 1),
  tail: mem.int32('tail', 1),
  amount: mem.int32('amount', 1),
  stored: mem.int32('stored', size),
  mayEnqueue: mem.int32('mayEnqueue', [1]),
  mayDequeue: mem.int32('mayDequeue', 1),
})
type Queue = ReturnType<ReturnType<typeof shared>>

function enqueue(q: Queue, value: number, size: number): void {
  q.element[q.tail[0]!] = value
  q.amount[0]!++
  if (q.tail[0] === size) q.tail[0] = 1
  else q.tail[0]!++
}

function dequeue(q: Queue, size: number): number {
  const value = q.element[q.head[0]!]!
  q.amount[0]!--
  if (q.head[0] === size) q.head[0] = 1
  else q.head[0]!++
  return value
}

/** `n` is the size of the queue, and the number of rounds. */
export function make({ fixed = false, n = 20 }: Variant = {}): Program {
  return program({
    name: `queue(${n})`,
    shared: shared(n),
    threads: {
      producer(q) {
        let value = 0
        q.lock.lock()
        enqueue(q, value, n)
        q.stored[0] = value
        assert.notEqual(q.head[0], q.tail[0])
        q.lock.unlock()
        for (let i = 0; i < n - 1; i++) {
          q.lock.lock()
          if (q.mayEnqueue[0] === 1) {
            value++
            enqueue(q, value, n)
            q.stored[fixed ? value : i + 1] = value
            q.mayEnqueue[0] = 0
            q.mayDequeue[0] = 1
          }
          q.lock.unlock()
        }
      },
      consumer(q) {
        let taken = 0
        for (let i = 0; i < n; i++) {
          q.lock.lock()
          if (q.mayDequeue[0] === 1) {
            assert.equal(dequeue(q, n), q.stored[fixed ? taken++ : i]) // BUG
            q.mayDequeue[0] = 0
            q.mayEnqueue[0] = 1
          }
          q.lock.unlock()
        }
      },
    },
  })
}

export default make()
