/** Two threads change one balance, each reading it and writing it back: one of the changes can be lost. */
import assert from 'node:assert/strict'
import { program } from 'heddle'

export default program({
  name: 'lost update',
  shared: (mem) => ({ balance: mem.int32('balance', [100]) }),
  threads: {
    alice(s) {
      if (s.balance[0]! >= 60) s.balance[0]! -= 60
    },
    bob(s) {
      s.balance[0]! += 10
    },
  },
  after: (s) => assert.equal(s.balance[0], 50),
  outcome: (s) => s.balance[0],
})
