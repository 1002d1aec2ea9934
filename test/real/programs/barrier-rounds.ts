import assert from 'node:assert/strict'
import { program, type Mem } from '../../../src/index.ts'

const ROUNDS = 60
const shared = (mem: Mem) => ({
  barrier: mem.barrier('barrier', 3),
  at: mem.int32('at', 3),
  ahead: mem.int32('ahead', 1),
})

/** Nobody starts round n + 1 before all have finished round n. */
function walk(s: ReturnType<typeof shared>, self: { id: number }): void {
  for (let round = 1; round <= ROUNDS; round++) {
    Atomics.store(s.at, self.id, round)
    s.barrier.wait()
    for (let other = 0; other < 3; other++) {
      const seen = Atomics.load(s.at, other)
      assert.ok(seen >= round, `${self.id} passed round ${round} while ${other} was in ${seen}`)
      if (seen > round) Atomics.store(s.ahead, 0, 1)
    }
  }
}

export default program({ name: 'barrier rounds', shared, threads: [walk, walk, walk], outcome: (s) => s.ahead[0] })
