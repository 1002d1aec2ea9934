import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import type { Mutex } from '../../src/program/primitives/mutex.ts'
import { repeat } from './repeat.ts'

const SIZE = 128
const MESSAGES = 4

/**
 * Each of n threads inserts 4 messages into a hash table by compare-and-swap, probing the next place while it fails
 * [Flanagan and Godefroid, POPL 2005]. Up to 11 threads never meet; 8^(n-11) traces for 11 <= n <= 22 (errata 24).
 */
export const indexer = (n: number): Program =>
  program({
    name: `indexer(${n})`,
    shared: (mem: Mem) => ({ table: mem.int32('table', SIZE) }),
    threads: repeat(
      n,
      (tid) =>
        function* insert(s: { table: Int32Array }) {
          for (let i = 1; i <= MESSAGES; i++) {
            const message = i * 11 + tid
            let place = (message * 7) % SIZE
            while ((yield* ops.atomics.compareExchange(s.table, place, 0, message)) !== 0) place = (place + 1) % SIZE
          }
        },
    ),
  })

/** The same with a lock for each place: as many traces. */
export const lockedIndexer = (n: number): Program =>
  program({
    name: `indexer with mutexes(${n})`,
    shared: (mem: Mem): Table => ({
      table: mem.int32('table', SIZE),
      locks: repeat(SIZE, (i) => mem.mutex(`lock${i}`)),
    }),
    threads: repeat(
      n,
      (tid) =>
        function* insert(s: Table) {
          for (let i = 1; i <= MESSAGES; i++) {
            const message = i * 11 + tid
            let place = (message * 7) % SIZE
            while (!(yield* put(s, place, message))) place = (place + 1) % SIZE
          }
        },
    ),
  })

interface Table {
  table: Int32Array
  locks: Mutex[]
}

function* put(s: Table, place: number, message: number) {
  yield* ops.lock(s.locks[place]!)
  const free = (yield* ops.read(s.table, place)) === 0
  if (free) yield* ops.write(s.table, place, message)
  yield* ops.unlock(s.locks[place]!)
  return free
}
