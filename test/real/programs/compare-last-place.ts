import { program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({
  places: mem.semaphore('places', 1),
  first: mem.latch('first', 1),
  served: mem.int32('served', 1),
})
type S = ReturnType<typeof shared>

function guest(s: S): number {
  if (!s.places.tryAcquire()) return -1
  const number = Atomics.add(s.served, 0, 1)
  s.first.countDown()
  s.places.release()
  return number
}

/** Plain code: who comes while the place is taken goes away. */
export default program({
  name: 'last place',
  shared,
  threads: [
    guest,
    guest,
    (s: S) => {
      s.first.wait()
      return Atomics.load(s.served, 0)
    },
  ],
})
