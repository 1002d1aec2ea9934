import assert from 'node:assert/strict'
import { program } from '../../../src/index.ts'

const ROUNDS = 100

/**
 * Each auto-reset `set` lets exactly one wait pass, so the turns alternate; the manual event opens for both at once.
 */
export default program({
  name: 'event ping-pong',
  shared: (mem) => ({
    open: mem.event('open'),
    ping: mem.event('ping', { manual: false, set: true }),
    pong: mem.event('pong', { manual: false }),
    turns: mem.int32('turns', 1),
  }),
  threads: {
    ping(s) {
      s.open.wait()
      for (let i = 0; i < ROUNDS; i++) {
        s.ping.wait()
        assert.equal(s.turns[0]!++ % 2, 0)
        s.pong.set()
      }
    },
    pong(s) {
      s.open.wait()
      for (let i = 0; i < ROUNDS; i++) {
        s.pong.wait()
        assert.equal(s.turns[0]!++ % 2, 1)
        s.ping.set()
      }
    },
    opener: (s) => s.open.set(),
  },
  after: (s) => assert.equal(s.turns[0], 2 * ROUNDS),
})
