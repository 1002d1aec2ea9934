/**
 * A ring of updates between a worker and the page, as in OpenFrontIO's pull request 2519
 * (src/core/worker/SharedTileRing.ts). When it is full, the producer drops the oldest update by advancing the reader's
 * index. Bug: the consumer stores its own index afterwards, which undoes that: it reads places again, though other
 * updates are in them.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const capacity = 3
const [writeIndex, readIndex] = [0, 1]

const shared = (mem: Mem) => ({ header: mem.int32('header', 2), tiles: mem.int32('tiles', capacity) })
type Ring = ReturnType<typeof shared>

/** In the repaired form what does not fit is left out, and the index is the reader's own. */
function push(ring: Ring, value: number, dropsOldest: boolean): void {
  const write = Atomics.load(ring.header, writeIndex)
  const read = Atomics.load(ring.header, readIndex)
  const next = (write + 1) % capacity
  if (next === read) {
    if (!dropsOldest) return
    Atomics.store(ring.header, readIndex, (read + 1) % capacity)
  }
  ring.tiles[write] = value
  Atomics.store(ring.header, writeIndex, next)
}

function drain(ring: Ring, received: number[]): void {
  let read = Atomics.load(ring.header, readIndex)
  const write = Atomics.load(ring.header, writeIndex)
  while (read !== write) {
    received.push(ring.tiles[read]!)
    read = (read + 1) % capacity
  }
  Atomics.store(ring.header, readIndex, read)
}

/** `n` is the number of updates. */
export function make({ fixed = false, n = 4 }: Variant = {}): Program {
  return program({
    name: `tile ring(${n})`,
    shared,
    threads: {
      worker(ring) {
        for (let value = 1; value <= n; value++) push(ring, value, !fixed)
      },
      page(ring) {
        const received: number[] = []
        drain(ring, received)
        drain(ring, received)
        const isInOrder = received.every((value, i) => i === 0 || received[i - 1]! < value)
        assert.ok(isInOrder, `out of order: ${received.join(' ')}`) // BUG
      },
    },
  })
}

export default make()
