/**
 * circular_buffer_bad of SCTBench's CS family. A sender and a receiver take turns by two flags, and skip a round when
 * it is not theirs. Bug: the receiver expects the number of its own round, though it may have skipped some.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const capacity = 10
const failure = -1

const shared = (mem: Mem) => ({
  lock: mem.mutex('lock'),
  buffer: mem.int8('buffer', capacity),
  first: mem.uint32('first', 1),
  next: mem.uint32('next', 1),
  send: mem.int32('send', [1]),
  receive: mem.int32('receive', 1),
  sent: mem.int32('sent', 1),
})
type Log = ReturnType<typeof shared>

function remove(s: Log): number {
  assert.ok(s.first[0]! >= 0)
  if (s.next[0]! > 0 && s.first[0]! < capacity) {
    s.first[0]!++
    return s.buffer[s.first[0]! - 1]!
  }
  return failure
}

function insert(s: Log, value: number): number {
  if (s.next[0]! >= capacity) return failure
  s.buffer[s.next[0]!] = value
  s.next[0] = (s.next[0]! + 1) % capacity
  assert.ok(s.next[0]! < capacity)
  return value
}

/** `n` is the number of rounds. */
export function make({ fixed = false, n = 7 }: Variant = {}): Program {
  return program({
    name: `circular buffer(${n})`,
    shared,
    threads: {
      sender(s) {
        for (let i = 0; i < n; i++) {
          s.lock.lock()
          if (s.send[0] === 1) {
            insert(s, i)
            if (fixed) s.sent[0] = i
            s.send[0] = 0
            s.receive[0] = 1
          }
          s.lock.unlock()
        }
      },
      receiver(s) {
        for (let i = 0; i < n; i++) {
          s.lock.lock()
          if (s.receive[0] === 1) {
            assert.equal(remove(s), fixed ? s.sent[0] : i) // BUG
            s.receive[0] = 0
            s.send[0] = 1
          }
          s.lock.unlock()
        }
      },
    },
  })
}

export default make()
