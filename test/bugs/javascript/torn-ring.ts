/**
 * What issue 15 of the package unworklet reports of its ring between an audio worklet and the page: the producer keeps
 * header and slots in its own memory and copies all of it into the shared memory at once, and only then stores the
 * header's word atomically. Bug: the copy begins with the header, so that the consumer takes slots that are not copied
 * yet.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const slots = 2

const shared = (mem: Mem) => ({ ring: mem.int32('ring', 1 + slots) })

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'torn ring',
    shared,
    threads: {
      worklet({ ring }) {
        const own = [2, 11, 12]
        if (fixed) ring.set(own.slice(1), 1)
        else ring.set(own)
        Atomics.store(ring, 0, own[0]!)
      },
      page({ ring }) {
        const filled = Atomics.load(ring, 0)
        for (let slot = 1; slot <= filled; slot++) assert.equal(ring[slot], 10 + slot) // BUG
      },
    },
  })
}

export default make()
