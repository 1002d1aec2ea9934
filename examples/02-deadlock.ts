/** Two transfers lock the same two accounts in opposite order. */
import { program } from 'heddle'

export default program({
  name: 'deadlock of two locks',
  shared: (mem) => ({
    balances: mem.int32('balances', [100, 100]),
    savings: mem.mutex('savings'),
    current: mem.mutex('current'),
  }),
  threads: {
    save(s) {
      s.current.lock()
      s.savings.lock()
      s.balances[0]! += 10
      s.balances[1]! -= 10
      s.savings.unlock()
      s.current.unlock()
    },
    spend(s) {
      s.savings.lock()
      s.current.lock()
      s.balances[0]! -= 30
      s.balances[1]! += 30
      s.current.unlock()
      s.savings.unlock()
    },
  },
})
