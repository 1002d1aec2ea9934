/**
 * The npm package ringbuf.js, unmodified: one producer and one consumer, more than one element at a time, around the end of
 * the buffer. What was pushed comes out in the same order, nothing is lost and nothing is torn.
 */
import assert from 'node:assert/strict'
import { program } from 'heddle'
import { RingBuffer } from 'ringbuf.js'

const capacity = 3
const sent = [1, 2, 3, 4, 5]

export default program({
  name: 'ringbuf.js',
  shared: (mem) => {
    // Two pointers of four bytes, and one element more than the capacity.
    const ring = new RingBuffer(mem.buffer('ring', 8 + capacity + 1), Uint8Array)
    return { ring }
  },
  threads: {
    producer({ ring }) {
      let pushed = 0
      for (let tries = 0; tries < 3; tries++) pushed += ring.push(new Uint8Array(sent.slice(pushed, pushed + 2)))
      return pushed
    },
    consumer({ ring }) {
      const received: number[] = []
      for (let tries = 0; tries < 3; tries++) {
        const chunk = new Uint8Array(2)
        const count = ring.pop(chunk)
        received.push(...chunk.subarray(0, count))
      }
      return received
    },
  },
  after: ({ ring }, { producer, consumer }) => {
    const rest = new Uint8Array(capacity)
    const left = [...rest.subarray(0, ring.pop(rest))]
    assert.deepEqual([...consumer, ...left], sent.slice(0, producer))
  },
  outcome: (_, { producer, consumer }) => `${producer} pushed, ${consumer.length} popped`,
})
