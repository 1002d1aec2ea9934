import { join, program, spawn, type Mem } from '../../../src/index.ts'

/** Writes memory itself and returns more than memory, so it runs again for every thread and every run. */
const shared = (mem: Mem) => {
  const words = mem.int32('words', [1, 2])
  words[1] = words[0]! + 5
  return { words, own: new Map([['second', words[1]]]) }
}
type S = ReturnType<typeof shared>

/**
 * Plain code: the spawned thread calls `shared` in the middle of the run, and must not undo what others have written.
 */
export default program({
  name: 'late thread',
  shared,
  tasks: {
    add(s: S, n: number) {
      Atomics.add(s.words, 0, n)
      return s.own.get('second')
    },
  },
  threads: {
    parent(s: S) {
      Atomics.store(s.words, 1, 100)
      const child = spawn('add', 5)
      const before = Atomics.add(s.words, 0, 10)
      return [before, join(child), Atomics.load(s.words, 1)]
    },
  },
})
