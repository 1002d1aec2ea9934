import { ops, program } from 'heddle'

/** [Flanagan and Godefroid, POPL 2005]: 15 threads insert 4 messages each into a hash table by compare-and-swap. */
const THREADS = 15
const SIZE = 128
const MESSAGES = 4

interface Shared { table: Int32Array<SharedArrayBuffer> }

export default program<Shared, ((s: Shared) => Generator<unknown, void, unknown>)[]>({
  name: 'indexer',
  shared: (mem) => ({ table: mem.int32('table', SIZE) }),
  threads: Array.from({ length: THREADS }, (_, tid) => function* insert(s: Shared) {
    for (let i = 1; i <= MESSAGES; i++) {
      const message = i * 11 + tid
      let place = (message * 7) % SIZE
      while ((yield* ops.atomics.compareExchange(s.table, place, 0, message)) !== 0) place = (place + 1) % SIZE
    }
  }),
})
