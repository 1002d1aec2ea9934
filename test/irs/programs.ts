/** Takes so long that threads overlap, for some 100 µs. */
const work =
  'const work = (): number => { let x = 1; for (let i = 0; i < 100_000; i++) x = (Math.imul(x, 31) + i) | 0; return x }'

/** Programs with schedules that go wrong, which ordinary runs really meet. */
export const erroneous: Readonly<Record<string, string>> = {
  'lost update, plain code': `
${work}
export default program({
  name: 'lost update',
  shared: (mem) => ({ balance: mem.int32('balance', [100]) }),
  threads: {
    alice(s) { const seen = s.balance[0]!; work(); s.balance[0] = seen - 60 },
    bob(s) { const seen = s.balance[0]!; work(); s.balance[0] = seen + 10 },
  },
  after: (s) => assert.equal(s.balance[0], 50),
})`,
  'a counter of three, generator threads': `
${work}
const add = function* (s: { n: Int32Array }) { const seen = yield* ops.read(s.n, 0); work(); yield* ops.write(s.n, 0, seen + 1) }
export default program({
  name: 'counter', shared: (mem) => ({ n: mem.int32('n', 1) }), threads: [add, add, add],
  after: (s) => assert.equal(s.n[0], 3),
})`,
  'locks in opposite orders': `
${work}
export default program({
  name: 'opposite locks', shared: (mem) => ({ a: mem.mutex('a'), b: mem.mutex('b'), n: mem.int32('n', 1) }),
  threads: {
    left(s) { s.a.lock(); work(); s.b.lock(); s.n[0] = s.n[0]! + 1; s.b.unlock(); s.a.unlock() },
    right(s) { s.b.lock(); work(); s.a.lock(); s.n[0] = s.n[0]! + 1; s.a.unlock(); s.b.unlock() },
  },
  after: (s) => assert.equal(s.n[0], 2),
})`,
  'a condition without its flag': `
export default program({
  name: 'lost wake-up', shared: (mem) => ({ m: mem.mutex('m'), c: mem.condition('c'), n: mem.int32('n', 1) }),
  threads: {
    waiter(s) { s.m.lock(); s.c.wait(s.m); Atomics.add(s.n, 0, 1); s.m.unlock() },
    notifier(s) { s.m.lock(); s.c.notifyOne(); s.m.unlock() },
  },
  after: (s) => assert.equal(s.n[0], 1),
})`,
  'a flag that is published too early': `
export default program({
  name: 'early flag', shared: (mem) => ({ flag: mem.int32('flag', 1), data: mem.int32('data', 1) }),
  threads: {
    writer(s) { Atomics.store(s.flag, 0, 1); Atomics.notify(s.flag, 0); s.data[0] = 7 },
    reader(s) { Atomics.wait(s.flag, 0, 0); return s.data[0] },
  },
  after: (_, results) => assert.equal(results.reader, 7),
})`,
  'a spawned thread that is not waited for': `
export default program({
  name: 'early read', shared: (mem) => ({ n: mem.int32('n', 1) }),
  tasks: { child(s: { n: Int32Array }, by: number) { s.n[0] = s.n[0]! + by; return by } },
  threads: { parent(s) { const h = spawn('child', 5); const seen = s.n[0]!; return seen + join(h) } },
  after: (_, results) => assert.equal(results.parent, 5),
})`,
}

/** Programs that are right, with everything that blocks. */
export const correct: Readonly<Record<string, string>> = {
  'a bounded queue': `
export default program({
  name: 'queue',
  shared: (mem) => ({ m: mem.mutex('m'), items: mem.semaphore('items', 0), room: mem.semaphore('room', 1), slot: mem.int32('slot', 1) }),
  threads: {
    producer(s) { for (let i = 1; i <= 2; i++) { s.room.acquire(); s.m.lock(); s.slot[0] = i; s.m.unlock(); s.items.release() } },
    one(s) { s.items.acquire(); s.m.lock(); const v = s.slot[0]!; s.m.unlock(); s.room.release(); return v },
    two(s) { s.items.acquire(); s.m.lock(); const v = s.slot[0]!; s.m.unlock(); s.room.release(); return v },
  },
  after: (_, { one, two }) => assert.equal(one + two, 3),
})`,
  'a barrier, a latch, an event and a choice': `
export default program({
  name: 'meeting', shared: (mem) => ({ b: mem.barrier('b', 2), k: mem.latch('k', 2), e: mem.event('e'), n: mem.int32('n', 2) }),
  threads: {
    a(s) { s.n[0] = choose(3); s.b.wait(); s.k.countDown(); s.e.wait(); return s.n[1] },
    b(s) { s.b.wait(); s.n[1] = s.n[0]! + 1; s.k.countDown() },
    c(s) { s.k.wait(); s.e.set() },
  },
  after: (s, { a }) => assert.equal(a, s.n[0]! + 1),
})`,
  'clocks and random numbers, as verified': `
export default program({
  name: 'random', shared: (mem) => ({ n: mem.int32('n', 2), t: mem.float64('t', 1) }),
  threads: {
    a(s) { s.n[Math.random() < 0.5 ? 0 : 1] = 1; if (Math.random() < 0.5) s.n[0] = 2; return Math.random() },
    b(s) { s.t[0] = Date.now(); return s.n[0]! + s.n[1]! },
  },
  outcome: (s, { a }) => a,
  after: (s) => assert.match(new Date(s.t[0]!).toISOString(), /^2026-01-01T00:00:00/),
})`,
  'a loop that waits for a flag': `
export default program({
  name: 'spin', shared: (mem) => ({ flag: mem.int32('flag', 1), data: mem.float64('data', 1) }),
  threads: {
    writer(s) { s.data[0] = 1.5; Atomics.store(s.flag, 0, 1) },
    reader(s) { while (Atomics.load(s.flag, 0) === 0); return s.data[0] },
  },
  after: (_, { reader }) => assert.equal(reader, 1.5),
})`,
  'loops that wait for two flags, keep a value, or count behind a getter': `
export default program({
  name: 'loops', shared: (mem) => ({ flag: mem.int32('flag', 1), data: mem.int32('data', 1) }),
  threads: {
    writer(s) { Atomics.store(s.data, 0, 7); Atomics.store(s.flag, 0, 1) },
    two(s) { while (Atomics.load(s.flag, 0) === 0 && Atomics.load(s.data, 0) === 0); return Atomics.load(s.data, 0) },
    keeps(s) { let last = 0; for (;;) { if (Atomics.load(s.flag, 0) === 1) break; last = Atomics.load(s.data, 0) } return last },
    counts(s) { const o = { n: 0, get flag() { this.n++; return s.flag } }; while (Atomics.load(o.flag, 0) === 0 && o.n < 2); return o.n },
  },
  after: (_, { two, keeps, counts }) => assert.ok(two === 7 && (keeps === 0 || keeps === 7) && (counts === 1 || counts === 2)),
})`,
}
