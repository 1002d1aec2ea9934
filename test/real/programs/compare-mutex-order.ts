import { ops, program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({ lock: mem.mutex('lock'), log: mem.uint8('log', 3), length: mem.int32('length', 1) })

function* enter(s: ReturnType<typeof shared>, self: { id: number }) {
  yield* ops.lock(s.lock)
  const at = yield* ops.read(s.length, 0)
  yield* ops.write(s.log, at, self.id + 1)
  yield* ops.write(s.length, 0, at + 1)
  yield* ops.unlock(s.lock)
}

/** All orders are possible, but nobody overwrites anybody. */
export default program({ name: 'mutex order', shared, threads: [enter, enter, enter], outcome: (s) => [...s.log] })
