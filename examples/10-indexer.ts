/** Indexer: threads insert messages into a shared hash table by compare-and-exchange, probing on collisions. */
import assert from 'node:assert/strict'
import { type Mem, program } from 'heddle'

const threads = 12
const messages = 4
const size = 128

const shared = (mem: Mem) => ({ table: mem.int32('table', size) })

const indexer = (id: number) => ({ table }: ReturnType<typeof shared>): void => {
  for (let m = 0; m < messages; m++) {
    const message = (m + 1) * 11 + id
    let hash = (message * 7) % size
    while (Atomics.compareExchange(table, hash, 0, message) !== 0) hash = (hash + 1) % size
  }
}

export default program({
  name: `indexer (${threads})`,
  shared,
  threads: Array.from({ length: threads }, (_, id) => indexer(id)),
  after: (s) => assert.equal(s.table.filter((message) => message !== 0).length, threads * messages),
})
