/** Programs with inputs whose regions are known: by brute force over the domain, and by thinking. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, load, regionsOf } from './compare.ts'

const head = `const { program, int, bool, oneOf, array } = require('heddle'); const assert = require('node:assert')\n`

/** With how many regions there are. */
const programs: Readonly<Record<string, readonly [source: string, regions: number]>> = {
  // What is stored is told apart by its value: 0 to 5, and all that is never withdrawn.
  'a bank with a symbolic amount': [
    `module.exports = program({ name: 'bank', inputs: { amount: int(0, 40) },
      shared: (mem) => ({ lock: mem.mutex('lock'), balance: mem.int32('balance', [5]) }),
      threads: {
        ann(s, self, { amount }) { s.lock.lock(); if (s.balance[0] >= amount) s.balance[0] -= amount; s.lock.unlock() },
        ben(s) { s.lock.lock(); s.balance[0] += 2; s.lock.unlock() },
      },
      after: (s, r, { amount }) => assert(s.balance[0] >= 0, \`\${amount} is too much\`) })`,
    9,
  ],
  // Two items are put: a capacity of 0 blocks, of 1 lets them in one by one, and more is more than needed.
  'a bounded buffer with a symbolic capacity': [
    `module.exports = program({ name: 'buffer', inputs: { capacity: int(0, 30) },
      shared: (mem) => ({ count: mem.int32('count', 1) }),
      threads: {
        put(s, self, { capacity }) { let n = 0; for (let i = 0; i < 2; i++) if (Atomics.load(s.count, 0) < capacity) { Atomics.add(s.count, 0, 1); n++ } return n },
        take(s) { return Atomics.load(s.count, 0) > 0 ? Atomics.sub(s.count, 0, 1) : 0 },
      },
      after: (s, r, inputs) => { const { capacity } = inputs; assert(s.count[0] <= capacity) } })`,
    3,
  ],
  // An index is told apart by its value.
  'last zero with a symbolic place': [
    `module.exports = program({ name: 'last zero', inputs: { k: int(0, 3) },
      shared: (mem) => ({ a: mem.int32('a', 4) }),
      threads: {
        find(s) { let i = 3; while (i >= 0 && s.a[i] !== 0) i--; return i },
        fill(s, self, { k }) { s.a[k] = s.a[k === 0 ? 0 : k - 1] + 1 },
      } })`,
    4,
  ],
  // None, one, two, or as many as make no difference.
  'an indexer with a symbolic number of messages': [
    `module.exports = program({ name: 'indexer', inputs: { messages: int(0, 100) },
      shared: (mem) => ({ table: mem.int32('table', 4) }),
      threads: [0, 1].map((t) => function (s, self, { messages }) {
        for (let i = 0; i < messages && i < 2; i++) { const w = t * 11 + i; if (Atomics.compareExchange(s.table, w % 4, 0, w + 1) !== 0) return i }
      }) })`,
    4,
  ],
  // Nothing is put anywhere, or one, two, or more than that from any of eight places on: by remainder of four.
  'a ring buffer with a symbolic start': [
    `module.exports = program({ name: 'ring', inputs: { start: int(0, 7), length: int(0, 9) },
      shared: (mem) => ({ ring: mem.int32('ring', 4) }),
      threads: {
        put(s, self, { start, length }) { for (let i = 0; i < length && i < 2; i++) s.ring[(start + i) % 4] = i + 1 },
        look(s) { return s.ring[1] },
      } })`,
    13,
  ],
  // What memory begins with is told apart by value.
  'a sorting network on shared memory': [
    `function exchange(a, i, j) { const [x, y] = [a[i], a[j]]; if (x > y) { a[i] = y; a[j] = x } }
    module.exports = program({ name: 'network', inputs: { xs: array(int(0, 2), 3) },
      shared: (mem, { xs }) => ({ a: mem.int32('a', xs), done: mem.latch('done', 1) }),
      threads: {
        ann(s) { exchange(s.a, 0, 1); s.done.countDown() },
        ben(s) { s.done.wait(); exchange(s.a, 1, 2); exchange(s.a, 0, 1) },
      },
      after: (s) => assert(s.a[0] <= s.a[1] && s.a[1] <= s.a[2]) })`,
    27,
  ],
}

for (const [name, [source, regions]] of Object.entries(programs)) {
  test(name, async () => {
    assert.equal(await compare(head + source), null)
    assert.equal((await regionsOf(load(head + source, true))).length, regions)
  })
}
