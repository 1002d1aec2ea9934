import assert from 'node:assert/strict'
import { program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({
  pairs: mem.barrier('pairs', 2),
  arrived: mem.int32('arrived', 1),
  first: mem.int32('first', 1),
})

/** More threads than parties: each round takes whichever two have come. */
function pair(s: ReturnType<typeof shared>, self: { id: number }): void {
  if (Atomics.add(s.arrived, 0, 1) === 0) Atomics.store(s.first, 0, self.id)
  s.pairs.wait()
  assert.ok(Atomics.load(s.arrived, 0) >= 2)
}

export default program({
  name: 'barrier pairs',
  shared,
  threads: [pair, pair, pair, pair, pair, pair],
  outcome: (s) => s.first[0],
})
