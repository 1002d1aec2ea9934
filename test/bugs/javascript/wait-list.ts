/**
 * How JavaScriptCore made Atomics.wait, before WebKit's pull request 7048: a lock protects the list of those who wait.
 * Bug: the value is compared before the lock is taken, so that a notification can come in between, and finds nobody to
 * wake.
 */
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({
  word: mem.int32('word', 1),
  list: mem.mutex('list'),
  woken: mem.condition('woken'),
  waiting: mem.int32('waiting', 1),
})
type Word = ReturnType<typeof shared>

function waitWhile(s: Word, expected: number, fixed: boolean): void {
  if (!fixed && Atomics.load(s.word, 0) !== expected) return
  s.list.lock()
  if (fixed && Atomics.load(s.word, 0) !== expected) return s.list.unlock()
  s.waiting[0] = 1
  while (s.waiting[0] === 1) s.woken.wait(s.list) // BUG
  s.list.unlock()
}

function notify(s: Word): void {
  s.list.lock()
  s.waiting[0] = 0
  s.woken.notifyAll()
  s.list.unlock()
}

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'wait list',
    shared,
    threads: {
      sleeper: (s) => waitWhile(s, 0, fixed),
      waker(s) {
        Atomics.store(s.word, 0, 1)
        notify(s)
      },
    },
  })
}

export default make()
