/** A withdrawal of any amount beside another one: that the account is never overdrawn is checked for every amount. */
import assert from 'node:assert/strict'
import { int, program } from 'heddle'

export default program({
  name: 'withdrawal',
  inputs: { amount: int(0, 100) },
  shared: (mem) => ({ lock: mem.mutex('lock'), balance: mem.int32('balance', [60]) }),
  threads: {
    alice(s, _self, { amount }) {
      s.lock.lock()
      if (s.balance[0]! >= amount) s.balance[0]! -= amount
      s.lock.unlock()
    },
    bob(s) {
      s.lock.lock()
      if (s.balance[0]! >= 40) s.balance[0]! -= 40
      s.lock.unlock()
    },
  },
  after: (s, _results, { amount }) => assert.ok(s.balance[0]! >= 0, `overdrawn by ${amount}`),
})
