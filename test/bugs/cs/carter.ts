/**
 * carter01_bad of SCTBench's CS family. Operations of two classes exclude each other: the first of a class takes a lock
 * for all of them. Bug: it waits for that lock while it holds the counters' mutex, which the other class needs to give
 * the lock back.
 */
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

type Mutex = ReturnType<Mem['mutex']>

const shared = (mem: Mem) => ({
  mutex: mem.mutex('mutex'),
  mutexOfB: mem.mutex('mutexOfB'),
  room: mem.mutex('room'),
  a: mem.int32('a', 1),
  b: mem.int32('b', 1),
})
type Room = ReturnType<typeof shared>

function operation(s: Room, mutex: Mutex, inside: Int32Array): void {
  mutex.lock() // BUG
  inside[0]!++
  if (inside[0] === 1) s.room.lock() // BUG
  mutex.unlock()
  mutex.lock() // BUG
  inside[0]!--
  if (inside[0] === 0) s.room.unlock()
  mutex.unlock()
}

const nothing = (): void => {
  /* two threads of the original do nothing */
}

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'carter',
    shared,
    threads: {
      classA: (s) => operation(s, s.mutex, s.a),
      classB: (s) => operation(s, fixed ? s.mutexOfB : s.mutex, s.b),
      third: nothing,
      fourth: nothing,
    },
  })
}

export default make()
