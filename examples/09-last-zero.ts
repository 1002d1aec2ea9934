/**
 * Last Zero: a reader looks for the last zero of an array from its end, while each writer j makes element j one more than
 * its neighbour. A program with many schedules, few of which differ.
 */
import assert from 'node:assert/strict'
import { type Mem, program } from 'heddle'

const writers = 5

const shared = (mem: Mem) => ({ array: mem.int32('array', writers + 1) })
type Shared = ReturnType<typeof shared>

function reader({ array }: Shared): number {
  let at = writers
  while (Atomics.load(array, at) !== 0) at--
  return at
}

const writer = (j: number) => ({ array }: Shared): void => {
  Atomics.store(array, j, Atomics.load(array, j - 1) + 1)
}

export default program({
  name: `last zero (${writers})`,
  shared,
  threads: [reader, ...Array.from({ length: writers }, (_, i) => writer(i + 1))],
  after: (s) => assert.equal(s.array[0], 0),
  outcome: (_, [lastZero]) => lastZero,
})
