import { ops, program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({
  lock: mem.mutex('lock'),
  full: mem.condition('full'),
  empty: mem.condition('empty'),
  place: mem.int32('place', 1),
})
type S = ReturnType<typeof shared>

function* put(s: S, self: { id: number }) {
  yield* ops.lock(s.lock)
  while ((yield* ops.read(s.place, 0)) !== 0) yield* ops.wait(s.empty, s.lock)
  yield* ops.write(s.place, 0, self.id + 1)
  yield* ops.unlock(s.lock)
  yield* ops.notifyOne(s.full)
}

function* take(s: S) {
  const items: number[] = []
  while (items.length < 2) {
    yield* ops.lock(s.lock)
    while ((yield* ops.read(s.place, 0)) === 0) yield* ops.wait(s.full, s.lock)
    items.push(yield* ops.read(s.place, 0))
    yield* ops.write(s.place, 0, 0)
    yield* ops.unlock(s.lock)
    yield* ops.notifyOne(s.empty)
  }
  return items
}

export default program({ name: 'handover', shared, threads: [put, put, take], outcome: (_, results) => results[2] })
