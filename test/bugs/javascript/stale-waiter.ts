/**
 * What Emscripten's issue 27492 reports. A thread's mailbox is waited for with Atomics.waitAsync, which cannot be
 * cancelled; when the thread has ended, its memory is given to a lock, with the waiter still on it. Here a thread of
 * its own waits in place of the promise. Bug: an unlock wakes one waiter, the first one, which is not one of the
 * lock's: who waits for the lock sleeps on.
 */
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const [free, locked, contended] = [0, 1, 2]
/** What the word is as long as it is a mailbox. */
const armed = 7

const shared = (mem: Mem) => ({
  word: mem.int32('word', [armed]),
  separate: mem.int32('separate', [armed]),
  started: mem.semaphore('started', 0),
  ended: mem.semaphore('ended', 0),
})
type Memory = ReturnType<typeof shared>

/** Drepper's second mutex, as musl has it. */
function lock(word: Int32Array): void {
  if (Atomics.compareExchange(word, 0, free, locked) === free) return
  while (Atomics.exchange(word, 0, contended) !== free) Atomics.wait(word, 0, contended) // BUG
}

function unlock(word: Int32Array): void {
  if (Atomics.exchange(word, 0, free) === contended) Atomics.notify(word, 0, 1)
}

function use(s: Memory): void {
  s.started.acquire()
  lock(s.word)
  unlock(s.word)
  s.ended.release()
}

/** In the repaired form the mailbox is in memory that is not used again. */
export function make({ fixed = false }: Variant = {}): Program {
  const mailboxOf = (s: Memory): Int32Array => (fixed ? s.separate : s.word)
  return program({
    name: 'stale waiter',
    shared,
    threads: {
      mailbox(s) {
        Atomics.wait(mailboxOf(s), 0, armed) // BUG
      },
      main(s) {
        Atomics.store(s.word, 0, free)
        for (let i = 0; i < 2; i++) s.started.release()
        for (let i = 0; i < 2; i++) s.ended.acquire() // BUG
        Atomics.store(mailboxOf(s), 0, free)
        Atomics.notify(mailboxOf(s), 0)
      },
      first: use,
      second: use,
    },
  })
}

export default make()
