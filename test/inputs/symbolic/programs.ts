/** Programs with inputs whose regions are known: by brute force over the domain, and by thinking. */

export const head = `const { program, int, bool, oneOf, array, spawn, join } = require('heddle'); const assert = require('node:assert')\n`

/**
 * With how many regions there are, how many are listed when those that behave the same are one where their union is as
 * short, and in how many ways they behave.
 */
export const programs: Readonly<
  Record<string, readonly [source: string, regions: number, listed: number, behaviours: number]>
> = {
  // It can be withdrawn at once, or after the deposit, or never.
  'a bank with a symbolic amount': [
    `module.exports = program({ name: 'bank', inputs: { amount: int(0, 40) },
      shared: (mem) => ({ lock: mem.mutex('lock'), balance: mem.int32('balance', [5]) }),
      threads: {
        ann(s, self, { amount }) { s.lock.lock(); if (s.balance[0] >= amount) s.balance[0] -= amount; s.lock.unlock() },
        ben(s) { s.lock.lock(); s.balance[0] += 2; s.lock.unlock() },
      },
      after: (s, r, { amount }) => assert(s.balance[0] >= 0, \`\${amount} is too much\`) })`,
    3,
    3,
    3,
  ],
  // Each of two transfers can be made first, or second, or not at all; without a lock both may see the whole balance.
  'a bank with two symbolic amounts and a race': [
    `module.exports = program({ name: 'race', inputs: { a: int(0, 7), b: int(0, 7) },
      shared: (mem) => ({ balance: mem.int32('balance', [5]) }),
      threads: {
        ann(s, self, { a }) { const seen = s.balance[0]; if (seen >= a) s.balance[0] = seen - a },
        ben(s, self, { b }) { if (s.balance[0] >= b) s.balance[0] -= b },
      },
      outcome: (s) => s.balance[0],
      after: (s, r, { a, b }) => assert(s.balance[0] === 5 - a - b || a > 5 || b > 5 || a + b > 5) })`,
    8,
    8,
    6,
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
    3,
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
    2,
    2,
  ],
  // None, one, two, or as many as make no difference.
  'an indexer with a symbolic number of messages': [
    `module.exports = program({ name: 'indexer', inputs: { messages: int(0, 100) },
      shared: (mem) => ({ table: mem.int32('table', 4) }),
      threads: [0, 1].map((t) => function (s, self, { messages }) {
        for (let i = 0; i < messages && i < 2; i++) { const w = t * 11 + i; if (Atomics.compareExchange(s.table, w % 4, 0, w + 1) !== 0) return i }
      }) })`,
    4,
    3,
    3,
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
    9,
    6,
  ],
  // One region for each order that three numbers can have.
  'a sorting network on shared memory': [
    `function exchange(a, i, j) { const [x, y] = [a[i], a[j]]; if (x > y) { a[i] = y; a[j] = x } }
    module.exports = program({ name: 'network', inputs: { xs: array(int(0, 2), 3) },
      shared: (mem, { xs }) => ({ a: mem.int32('a', xs), done: mem.latch('done', 1) }),
      threads: {
        ann(s) { exchange(s.a, 0, 1); s.done.countDown() },
        ben(s) { s.done.wait(); exchange(s.a, 1, 2); exchange(s.a, 0, 1) },
      },
      after: (s) => assert(s.a[0] <= s.a[1] && s.a[1] <= s.a[2]) })`,
    6,
    6,
    4,
  ],
  // The same without waiting, which does not sort, but compares the same.
  'a sorting network whose comparisons are not ordered': [
    `function exchange(a, i, j) { const [x, y] = [a[i], a[j]]; if (x > y) { a[i] = y; a[j] = x } }
    module.exports = program({ name: 'unordered', inputs: { xs: array(int(0, 2), 3) },
      shared: (mem, { xs }) => ({ a: mem.int8('a', xs) }),
      threads: { ann(s) { exchange(s.a, 0, 1) }, ben(s) { exchange(s.a, 1, 2) } },
      outcome: (s) => [s.a[0], s.a[1], s.a[2]] })`,
    6,
    6,
    6,
  ],
  // A length of shared memory is told apart by its value; and whether the item is 0, which empty slots hold.
  'a bounded buffer that is as long as its capacity': [
    `module.exports = program({ name: 'slots', inputs: { capacity: int(1, 5), item: int(0, 6) },
      shared: (mem, { capacity }) => ({ slots: mem.int32('slots', capacity), count: mem.int32('count', 1) }),
      threads: {
        put(s, self, { capacity, item }) {
          for (let i = 0; i < 2; i++) if (Atomics.load(s.count, 0) < capacity) s.slots[Atomics.add(s.count, 0, 1)] = item + i
        },
        take(s) { return Atomics.load(s.count, 0) > 0 ? s.slots[Atomics.sub(s.count, 0, 1) - 1] : -1 },
      },
      outcome: (s, r) => r.take,
      after: (s, r, { item }) => assert(r.take === -1 || r.take === 0 || r.take === item || r.take === item + 1) })`,
    10,
    2,
    2,
  ],
  // Whatever is not compared with anything, or to no effect, makes no difference; an index beyond the end is one more.
  'a result of an access that may be beyond the end': [
    `module.exports = program({ name: 'beyond', inputs: { at: int(-50, 50), mode: oneOf('fast', 'safe', 0, ''), quiet: bool() },
      shared: (mem) => ({ a: mem.int32('a', 2) }),
      threads: {
        ann(s, self, { at, mode, quiet }) { const by = quiet ? 1 : 1; if (mode) s.a[at] = by },
        ben(s) { return s.a[1] },
      },
      outcome: (s, r) => r.ben })`,
    10,
    4,
    3,
  ],
  // Twice the input is above 20, or is with the 1 that may have been added, or is not.
  'a result that is joined': [
    `module.exports = program({ name: 'join', inputs: { n: int(0, 50) },
      shared: (mem) => ({ a: mem.int32('a', 1) }),
      threads: {
        main(s) { const h = spawn('double'); s.a[0] = 1; const r = join(h); return r > 20 ? s.a[0] : r },
      },
      tasks: { double(s, self, arg, { n }) { return n * 2 + s.a[0] } } })`,
    3,
    3,
    3,
  ],
  // Counts of primitives are told apart by value: nothing gets in, or one item at a time, or both at once.
  'a bounded buffer of semaphores with a symbolic capacity': [
    `module.exports = program({ name: 'semaphores', inputs: { capacity: int(0, 8) },
      shared: (mem, { capacity }) => ({
        slots: mem.int32('slots', 2), free: mem.semaphore('free', capacity), full: mem.semaphore('full', 0) }),
      threads: {
        put(s) { for (let i = 0; i < 2; i++) { s.free.acquire(); s.slots[i] = i + 1; s.full.release() } },
        take(s) { let sum = 0; for (let i = 0; i < 2; i++) { s.full.acquire(); sum += s.slots[i]; s.free.release() } return sum },
      },
      outcome: (s, r) => r.take })`,
    9,
    3,
    3,
  ],
  // So is what a channel holds: three messages are sent one by one, or two at a time, or without waiting.
  'a channel with a symbolic capacity': [
    `module.exports = program({ name: 'channel', inputs: { capacity: int(1, 6), item: int(0, 9) },
      shared: (mem, { capacity }) => ({ items: mem.channel('items', { capacity }), sum: mem.int32('sum', 1) }),
      threads: {
        put(s, self, { item }) { for (let i = 0; i < 3; i++) s.items.send(i); s.items.close(); if (item > 4) s.sum[0] += 1 },
        take(s) { for (let one = s.items.receive(); one !== undefined; one = s.items.receive()) s.sum[0] += one },
      },
      outcome: (s) => s.sum[0] })`,
    12,
    6,
    6,
  ],
}
