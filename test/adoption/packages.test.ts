/**
 * Code as packages are written: it allocates its own shared memory, in classes that hide it, and knows nothing of
 * Heddle.
 */
import { readFileSync } from 'node:fs'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkEveryWay, using } from './every-way.ts'

/** The mutex of Drepper's "Futexes are tricky", with its word in a private field. */
const mutex = `
export class Mutex {
  #word = new Int32Array(new SharedArrayBuffer(4))
  lock(): void {
    if (Atomics.compareExchange(this.#word, 0, 0, 1) === 0) return
    while (Atomics.exchange(this.#word, 0, 2) !== 0) Atomics.wait(this.#word, 0, 2)
  }
  unlock(): void {
    if (Atomics.exchange(this.#word, 0, 0) === 2) Atomics.notify(this.#word, 0, 1)
  }
}
export class Counter {
  private readonly cells: Uint32Array
  constructor(initial: number) {
    this.cells = new Uint32Array(new SharedArrayBuffer(Uint32Array.BYTES_PER_ELEMENT))
    this.cells[0] = initial
  }
  increment(): void { this.cells[0]! += 1 }
  get value(): number { return this.cells[0]! }
}
`

/** Looks before it takes: two threads can both see it free. */
const brokenMutex = mutex.replace(
  'if (Atomics.compareExchange(this.#word, 0, 0, 1) === 0) return',
  'if (Atomics.load(this.#word, 0) === 0) { Atomics.store(this.#word, 0, 1); return }',
)

const counting = `
import { Counter, Mutex } from './mutex.ts'
const count = (s: { mutex: Mutex; counter: Counter }): void => { s.mutex.lock(); s.counter.increment(); s.mutex.unlock() }
export default program({
  name: 'counting',
  shared: () => ({ mutex: new Mutex(), counter: new Counter(40) }),
  threads: { ann: count, ben: count },
  outcome: (s) => s.counter.value,
  after: (s) => assert.equal(s.counter.value, 42),
})
`

test('a mutex and a counter with memory of their own exclude each other', () =>
  checkEveryWay({ 'program.ts': counting, 'mutex.ts': mutex }, { executions: 112, outcomes: [42] }))

test('a mutex that looks before it takes is found out', () =>
  checkEveryWay(
    { 'program.ts': counting, 'mutex.ts': brokenMutex },
    { executions: 252, outcomes: [41, 42], right: [42] },
  ))

/** The npm package, whose own factory allocates. */
const ringbuf = readFileSync(import.meta.resolve('ringbuf.js').slice('file://'.length), 'utf8')

const transfer = (consumer: string): string => `
import { RingBuffer } from './ringbuf.js'
export default program({
  name: 'transfer',
  shared: () => ({ ring: new RingBuffer(RingBuffer.getStorageForCapacity(2, Uint8Array), Uint8Array) }),
  threads: {
    producer: (s) => { s.ring.push(new Uint8Array([7, 8])) },
    consumer(s) { ${consumer} },
  },
  outcome: (_, { consumer }) => consumer,
  after: (_, { consumer }) => assert.ok(!consumer.includes(0), 'a byte was read before it was written'),
})
`

/** Ways to put the consumer's two loads among the producer's two loads, two writes and one store: 7 over 2. */
const CHOICES = 21

test('the ring buffer of ringbuf.js hands over what was written, and nothing else', () => {
  const pop = 'const out = new Uint8Array(2); const n = s.ring.pop(out, 2); return [...out.subarray(0, n)]'
  return checkEveryWay(
    { 'program.ts': transfer(pop), 'ringbuf.js': ringbuf },
    { executions: CHOICES, outcomes: [[], [7, 8]] },
  )
})

test('reading the storage of ringbuf.js behind its back is found out', () => {
  const peek = 'return [...new Uint8Array(s.ring.buf, 8, 2)]'
  return checkEveryWay(
    { 'program.ts': transfer(peek), 'ringbuf.js': ringbuf },
    {
      executions: CHOICES,
      outcomes: [
        [0, 0],
        [0, 8],
        [7, 0],
        [7, 8],
      ],
      right: [[7, 8]],
    },
  )
})

const wasmCounter = (increment: string): string => `
class WasmCounter {
  readonly memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
  readonly view = new DataView(this.memory.buffer)
  constructor(first: number) { this.view.setInt32(16, first, true) }
  increment(): void { ${increment} }
}
export default program({
  name: 'counter in a WebAssembly memory',
  shared: () => ({ counter: new WasmCounter(5) }),
  threads: [(s) => s.counter.increment(), (s) => s.counter.increment()],
  outcome: (s) => s.counter.view.getInt32(16, true),
  after: (s) => assert.equal(s.counter.view.getInt32(16, true), 7),
})
`

test('a counter in a shared WebAssembly.Memory that counts atomically', () =>
  checkEveryWay(
    { 'program.ts': wasmCounter('Atomics.add(new Int32Array(this.memory.buffer), 4, 1)') },
    { executions: 2, outcomes: [7] },
  ))

test('a counter in a shared WebAssembly.Memory that loses updates is found out', () =>
  checkEveryWay(
    { 'program.ts': wasmCounter('this.view.setInt32(16, this.view.getInt32(16, true) + 1, true)') },
    { executions: 6, outcomes: [6, 7], right: [7] },
  ))

/** What a lock begins with comes from outside of the program's files. */
const fromOutside = `
class Places { #free = new Int32Array(new SharedArrayBuffer(4)); constructor(n: number) { this.#free[0] = n } take(): number { return Atomics.sub(this.#free, 0, 1) } }
export default program({
  name: 'places', shared: () => ({ places: new Places(Number(process.env.HEDDLE_TEST_PLACES ?? 1)) }),
  threads: [(s) => s.places.take(), (s) => s.places.take()],
})
`

test('the initial bytes of such memory are part of a set', () =>
  using({ 'program.ts': fromOutside }, async (subject) => {
    assert.ok((await subject.verify('set'))!.whole)
    assert.deepEqual((await subject.admitted('set', 5)).failures, [])
    process.env['HEDDLE_TEST_PLACES'] = '2'
    try {
      await assert.rejects(
        subject.admitted('set', 5),
        /was verified from another beginning: buffer 'program\.ts:4' \(4 bytes\) begins with 2, 0, 0, 0 now/,
      )
    } finally {
      delete process.env['HEDDLE_TEST_PLACES']
    }
  }))
