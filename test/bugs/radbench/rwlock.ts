/**
 * bug6 of SCTBench's radbench family; Mozilla's bug 526805. The read-write lock of NSPR lets waiting writers go first.
 * Bug: a reader that takes the lock once more, while a writer waits for it to be given back, waits for that writer.
 */
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({
  mutex: mem.mutex('mutex'),
  readersMayGo: mem.condition('readersMayGo'),
  writerMayGo: mem.condition('writerMayGo'),
  /** So many readers have it, or -1: a writer has. */
  holders: mem.int32('holders', 1),
  waitingWriters: mem.int32('waitingWriters', 1),
})
type ReadWriteLock = ReturnType<typeof shared>

/** In the repaired form a thread that has the lock already need not stand back for writers. */
function readLock(l: ReadWriteLock, standsBack: boolean): void {
  l.mutex.lock()
  while (l.holders[0]! < 0 || (standsBack && l.waitingWriters[0]! > 0)) l.readersMayGo.wait(l.mutex) // BUG
  l.holders[0]!++
  l.mutex.unlock()
}

function writeLock(l: ReadWriteLock): void {
  l.mutex.lock()
  l.waitingWriters[0]!++
  while (l.holders[0] !== 0) l.writerMayGo.wait(l.mutex) // BUG
  l.waitingWriters[0]!--
  l.holders[0] = -1
  l.mutex.unlock()
}

function unlock(l: ReadWriteLock): void {
  l.mutex.lock()
  if (l.holders[0]! < 0) l.holders[0] = 0
  else l.holders[0]!--
  if (l.holders[0] === 0) {
    if (l.waitingWriters[0]! > 0) l.writerMayGo.notifyOne()
    else l.readersMayGo.notifyAll()
  }
  l.mutex.unlock()
}

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'read-write lock',
    shared,
    threads: {
      reader(l) {
        readLock(l, true)
        readLock(l, !fixed)
        unlock(l)
        unlock(l)
      },
      writer(l) {
        writeLock(l)
        unlock(l)
      },
    },
  })
}

export default make()
