import { program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({
  lock: mem.mutex('lock'),
  rw: mem.rwlock('rw'),
  changed: mem.condition('changed'),
  places: mem.semaphore('places', 1),
  held: mem.latch('held', 1),
  done: mem.latch('done', 5),
})
type S = ReturnType<typeof shared>

const offender =
  (offence: (s: S) => void) =>
  (s: S): void => {
    s.held.wait()
    try {
      offence(s)
    } finally {
      s.done.countDown()
    }
  }

export default program({
  name: 'misuse',
  shared,
  threads: {
    holder(s: S) {
      s.lock.lock()
      s.rw.readLock()
      s.held.countDown()
      s.done.wait()
      s.rw.readUnlock()
      s.lock.unlock()
    },
    unlock: offender((s) => s.lock.unlock()),
    readUnlock: offender((s) => s.rw.readUnlock()),
    writeUnlock: offender((s) => s.rw.writeUnlock()),
    conditionWait: offender((s) => s.changed.wait(s.lock)),
    release: offender((s) => s.places.release(2 ** 31 - 1)),
  },
})
