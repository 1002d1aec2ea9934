import { program } from 'heddle'

/** [Flanagan and Godefroid, POPL 2005]: 15 threads insert 4 messages each into a hash table by compare-and-swap. */
const THREADS = 15
const SIZE = 128
const MESSAGES = 4

interface Shared {
  readonly table: Int32Array<SharedArrayBuffer>
}

function insert(s: Shared, thread: number): void {
  for (let i = 1; i <= MESSAGES; i++) {
    const message = i * 11 + thread
    let place = (message * 7) % SIZE
    while (Atomics.compareExchange(s.table, place, 0, message) !== 0) place = (place + 1) % SIZE
  }
}

export default program<Shared, ((s: Shared) => void)[]>({
  name: 'indexer',
  shared: (mem) => ({ table: mem.int32('table', SIZE) }),
  threads: Array.from(
    { length: THREADS },
    (_, thread) =>
      (s: Shared): void =>
        insert(s, thread),
  ),
})
