/** The primitives as exploration sees them: which operations are enabled, and what they do, step by step. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { Layout } from '../../src/program/memory/layout.ts'
import { attach, type Mem } from '../../src/program/memory/mem.ts'
import { Operation } from '../../src/program/operations/operation.ts'
import { running } from '../../src/program/context/execution-context.ts'
import { AGAIN, Misuse } from '../../src/program/operations/operation-spec.ts'
import { ops } from '../../src/program/operations/ops.ts'

afterEach(() => {
  running.operation = null
})

/** One pending operation after the other of a thread that does nothing else. */
class Steps {
  readonly op: Operation
  constructor(slot: number) {
    this.op = new Operation(slot)
  }

  /** The thread's next operation. */
  at(arm: () => unknown): this {
    running.operation = this.op
    assert.equal(arm(), this.op)
    this.op.received()
    return this
  }

  get enabled(): boolean {
    return this.op.spec.enabled?.(this.op) ?? true
  }

  /** Performs one transition. */
  go(): unknown {
    assert.ok(this.enabled, `${this.op.spec.name} is not enabled`)
    return this.op.spec.perform(this.op)
  }

  /** Arms and performs an operation of one transition. */
  does(arm: () => unknown): unknown {
    return this.at(arm).go()
  }

  /** Arms an operation of two transitions and performs the first. */
  begins(arm: () => unknown): this {
    assert.equal(this.does(arm), AGAIN)
    return this
  }
}

function setting<S>(shared: (mem: Mem) => S): { s: S; layout: Layout; a: Steps; b: Steps; c: Steps; d: Steps } {
  const layout = new Layout()
  const { mem, end } = attach(layout)
  const s = shared(mem)
  end()
  return { s, layout, a: new Steps(0), b: new Steps(1), c: new Steps(2), d: new Steps(3) }
}

test('mutex: one holder, not re-entrant, only the holder unlocks', () => {
  const { s: m, layout, a, b } = setting((mem) => mem.mutex('m'))
  a.does(() => ops.lock(m))
  assert.deepEqual(layout.allocations[0]!.model!.holders(), [0])
  assert.equal(b.at(() => ops.lock(m)).enabled, false)
  assert.equal(a.at(() => ops.lock(m)).enabled, false)
  assert.equal(
    b.does(() => ops.tryLock(m)),
    false,
  )
  assert.throws(() => b.does(() => ops.unlock(m)), Misuse)
  a.does(() => ops.unlock(m))
  assert.equal(
    b.does(() => ops.tryLock(m)),
    true,
  )
  layout.restore()
  assert.throws(() => b.does(() => ops.unlock(m)), Misuse)
})

test('rwlock: counts per reader, a writer alone', () => {
  const { s: l, layout, a, b, c } = setting((mem) => mem.rwlock('l'))
  a.does(() => ops.readLock(l))
  a.does(() => ops.readLock(l))
  b.does(() => ops.readLock(l))
  assert.deepEqual(layout.allocations[0]!.model!.holders(), [0, 1])
  assert.throws(() => c.does(() => ops.readUnlock(l)), Misuse)
  c.at(() => ops.writeLock(l))
  for (const reader of [a, b, a]) {
    assert.equal(c.enabled, false)
    reader.does(() => ops.readUnlock(l))
  }
  assert.throws(() => a.does(() => ops.readUnlock(l)), Misuse)
  c.go()
  assert.deepEqual(layout.allocations[0]!.model!.holders(), [2])
  assert.equal(a.at(() => ops.readLock(l)).enabled, false)
  assert.equal(c.at(() => ops.readLock(l)).enabled, false)
  assert.throws(() => b.does(() => ops.writeUnlock(l)), Misuse)
  c.does(() => ops.writeUnlock(l))
  assert.equal(a.enabled, true)
})

test('semaphore: counts, and never beyond 32 bits', () => {
  const { s, a, b, layout } = setting((mem) => mem.semaphore('s', 1))
  a.does(() => ops.acquire(s))
  assert.equal(b.at(() => ops.acquire(s)).enabled, false)
  assert.equal(
    a.does(() => ops.tryAcquire(s)),
    false,
  )
  a.does(() => ops.release(s, 2))
  b.go()
  assert.equal(
    a.does(() => ops.tryAcquire(s)),
    true,
  )
  assert.throws(() => a.at(() => ops.release(s, 0)), RangeError)
  layout.restore()
  assert.throws(() => a.does(() => ops.release(s, 2 ** 31 - 1)), Misuse)
})

test('event: a manual one stays set, an automatic one lets one wait pass', () => {
  const { s, a, b, c } = setting((mem) => ({
    manual: mem.event('manual'),
    auto: mem.event('auto', { manual: false, set: true }),
  }))
  assert.equal(a.at(() => ops.wait(s.manual)).enabled, false)
  c.does(() => ops.set(s.manual))
  a.go()
  b.does(() => ops.wait(s.manual))
  c.does(() => ops.reset(s.manual))
  assert.equal(b.at(() => ops.wait(s.manual)).enabled, false)
  a.does(() => ops.wait(s.auto))
  assert.equal(b.at(() => ops.wait(s.auto)).enabled, false)
  c.does(() => ops.set(s.auto))
  c.does(() => ops.set(s.auto))
  b.go()
  assert.equal(a.at(() => ops.wait(s.auto)).enabled, false)
})

test('latch: stays at zero', () => {
  const { s: l, a, b } = setting((mem) => mem.latch('l', 3))
  a.at(() => ops.wait(l))
  b.does(() => ops.countDown(l, 2))
  assert.equal(a.enabled, false)
  b.does(() => ops.countDown(l, 5))
  a.go()
  b.does(() => ops.countDown(l))
  a.does(() => ops.wait(l))
})

test('barrier: rounds follow each other, also for more threads than parties', () => {
  const { s: barrier, a, b, c, d } = setting((mem) => mem.barrier('b', 2))
  a.begins(() => ops.wait(barrier))
  assert.equal(a.enabled, false)
  b.begins(() => ops.wait(barrier))
  assert.deepEqual([a.enabled, b.enabled], [true, true])
  c.begins(() => ops.wait(barrier))
  assert.equal(c.enabled, false)
  b.go()
  b.begins(() => ops.wait(barrier)) // the next round fills up before `a` has left the first
  assert.deepEqual([a.enabled, b.enabled, c.enabled], [true, true, true])
  d.begins(() => ops.wait(barrier))
  assert.equal(d.enabled, false)
  for (const thread of [a, b, c]) thread.go()
})

/** `threads` wait on the condition, one after the other. */
function waiting(...threads: ('a' | 'b' | 'c')[]) {
  const world = setting((mem) => ({ m: mem.mutex('m'), c: mem.condition('c') }))
  const { s } = world
  for (const name of threads) {
    world[name].does(() => ops.lock(s.m))
    world[name].begins(() => ops.wait(s.c, s.m))
  }
  const eligible = (): string =>
    (['a', 'b', 'c'] as const)
      .filter(
        (name) => threads.includes(name) && world[name].op.spec.name === 'condition reacquire' && world[name].enabled,
      )
      .join('')
  return { ...world, eligible }
}

test('condition: waiting needs the mutex and gives it up', () => {
  const { s, a, b } = setting((mem) => ({ m: mem.mutex('m'), c: mem.condition('c') }))
  assert.throws(() => a.does(() => ops.wait(s.c, s.m)), Misuse)
  a.does(() => ops.lock(s.m))
  a.begins(() => ops.wait(s.c, s.m))
  b.does(() => ops.lock(s.m))
  b.does(() => ops.notifyAll(s.c))
  assert.equal(a.enabled, false) // not before the mutex is free
  b.does(() => ops.unlock(s.m))
  a.go()
  assert.throws(() => b.does(() => ops.unlock(s.m)), Misuse) // `a` has it again
})

test('condition: notifyOne is for any one of those who waited then', () => {
  const { s, a, b, c, d, eligible } = waiting('a', 'b')
  assert.equal(eligible(), '')
  d.does(() => ops.notifyOne(s.c))
  c.does(() => ops.lock(s.m))
  c.begins(() => ops.wait(s.c, s.m)) // too late for this one
  assert.equal(eligible(), 'ab')
  assert.equal(c.enabled, false)
  b.go()
  b.does(() => ops.unlock(s.m))
  assert.deepEqual([a.enabled, c.enabled], [false, false])
  d.does(() => ops.notifyOne(s.c))
  assert.deepEqual([a.enabled, c.enabled], [true, true])
})

test('condition: two notifications let two go, and one who could take either leaves the other for the rest', () => {
  const { s, a, b, c, d, eligible } = waiting('a', 'b')
  d.does(() => ops.notifyOne(s.c)) // a or b
  c.does(() => ops.lock(s.m))
  c.begins(() => ops.wait(s.c, s.m))
  d.does(() => ops.notifyOne(s.c)) // a, b or c
  assert.equal(eligible(), 'ab')
  assert.equal(c.enabled, true)
  a.go()
  a.does(() => ops.unlock(s.m))
  assert.deepEqual([b.enabled, c.enabled], [true, true])
  c.go()
  c.does(() => ops.unlock(s.m))
  assert.equal(b.enabled, false)
})

test('condition: a notification without waiters is lost, so is a second one for a single waiter', () => {
  const { s, a, d, eligible } = waiting('a')
  d.does(() => ops.notifyOne(s.c))
  d.does(() => ops.notifyOne(s.c))
  assert.equal(eligible(), 'a')
  a.go()
  a.begins(() => ops.wait(s.c, s.m))
  assert.equal(a.enabled, false)
})

test('condition: notifyAll wakes those who wait, not those who come later', () => {
  const { s, a, b, d, eligible } = waiting('a', 'b')
  d.does(() => ops.notifyOne(s.c))
  d.does(() => ops.notifyAll(s.c))
  assert.equal(eligible(), 'ab')
  a.go()
  a.begins(() => ops.wait(s.c, s.m)) // waits again
  assert.deepEqual([a.enabled, b.enabled], [false, true])
  b.go()
  b.does(() => ops.unlock(s.m))
  assert.equal(a.enabled, false)
})

test('Atomics.wait: compares, queues by address, is woken in FIFO order', () => {
  const { s: w, a, b, c, d } = setting((mem) => mem.int32('w', [5, 5]))
  assert.equal(
    a.does(() => ops.atomics.wait(w, 0, 4)),
    'not-equal',
  )
  a.begins(() => ops.atomics.wait(w, 0, 5))
  b.begins(() => ops.atomics.wait(w, 1, 5))
  c.begins(() => ops.atomics.wait(w, 0, 5))
  assert.deepEqual([a.enabled, b.enabled, c.enabled], [false, false, false])
  assert.equal(
    d.does(() => ops.atomics.notify(w, 0, 1)),
    1,
  )
  assert.deepEqual([a.enabled, b.enabled, c.enabled], [true, false, false])
  assert.equal(
    d.does(() => ops.atomics.notify(w, 0)),
    1,
  )
  assert.equal(
    d.does(() => ops.atomics.notify(w, 0)),
    0,
  )
  assert.deepEqual([a.enabled, b.enabled, c.enabled], [true, false, true])
  assert.equal(c.go(), 'ok')
  assert.equal(a.go(), 'ok')
  d.does(() => ops.atomics.store(w, 1, 6)) // a write alone wakes nobody
  assert.equal(b.enabled, false)
})

test('Atomics.wait with a time limit can always end, and then no longer counts as a waiter', () => {
  const { s: w, a, b, d } = setting((mem) => mem.bigint64('w', [2n]))
  a.begins(() => ops.atomics.wait(w, 0, 2n, 10))
  b.begins(() => ops.atomics.wait(w, 0, 2n, 10))
  assert.equal(a.enabled, true)
  assert.equal(a.go(), 'timed-out')
  assert.equal(
    d.does(() => ops.atomics.notify(w, 0, 1)),
    1,
  )
  assert.equal(b.go(), 'ok')
  a.begins(() => ops.atomics.wait(w, 0, 2n, NaN))
  assert.equal(a.enabled, false) // NaN is no limit
  d.does(() => ops.atomics.notify(w, 0, 0))
  assert.equal(a.enabled, false)
})

test('Atomics: values and results are those of the element type', () => {
  const { s, a } = setting((mem) => ({
    u8: mem.uint8('u8', [250]),
    u64: mem.biguint64('u64', [1n]),
    i32: mem.int32('i32', [-1]),
  }))
  assert.equal(
    a.does(() => ops.atomics.add(s.u8, 0, 10)),
    250,
  )
  assert.equal(s.u8[0], 4)
  assert.equal(
    a.does(() => ops.atomics.compareExchange(s.u8, 0, 260, 7)),
    4,
  )
  assert.equal(s.u8[0], 7)
  assert.equal(
    a.does(() => ops.atomics.store(s.u64, 0, 2n ** 64n - 1n)),
    2n ** 64n - 1n,
  )
  assert.equal(
    a.does(() => ops.atomics.exchange(s.u64, 0, 0n)),
    2n ** 64n - 1n,
  )
  assert.equal(
    a.does(() => ops.atomics.store(s.i32, 0, 3.7)),
    3,
  )
  assert.throws(() => a.at(() => ops.atomics.add(s.i32, 1, 1)), RangeError)
})
