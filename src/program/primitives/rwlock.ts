import { withRoom } from '../../base/columns.ts'
import { MAX_WORKERS, type Slot } from '../../base/thread-numbers.ts'
import { MAX_THREADS } from '../../dependence/cells.ts'
import type { Operation } from '../operations/operation.ts'
import { defineOperation, Misuse, Order } from '../operations/operation-spec.ts'
import { definePrimitive, Primitive, realPrimitive, realThread, refusePlain } from './primitive.ts'
import { type DigestWord, type NameOf, PrimitiveModel } from './primitive-model.ts'

const State = 0 // readers, or -1 while a writer holds it
const Writer = 1

/** Many readers or one writer; no preference between them: who gets it is a scheduling choice. */
export class RwLock extends Primitive {
  /** How often the threads of this worker hold it for reading: a worker runs one thread. */
  private reading = 0

  readLock(): void {
    refusePlain('rwlock.readLock')
    for (;;) {
      const state = Atomics.load(this.words, State)
      if (state < 0) Atomics.wait(this.words, State, state)
      else if (Atomics.compareExchange(this.words, State, state, state + 1) === state) break
    }
    this.reading++
  }

  readUnlock(): void {
    refusePlain('rwlock.readUnlock')
    if (this.reading === 0) throw new Misuse(notReader(this.name))
    this.reading--
    if (Atomics.sub(this.words, State, 1) === 1) Atomics.notify(this.words, State)
  }

  writeLock(): void {
    refusePlain('rwlock.writeLock')
    for (;;) {
      const state = Atomics.compareExchange(this.words, State, 0, -1)
      if (state === 0) break
      Atomics.wait(this.words, State, state)
    }
    Atomics.store(this.words, Writer, realThread())
  }

  writeUnlock(): void {
    refusePlain('rwlock.writeUnlock')
    if (Atomics.load(this.words, Writer) !== realThread()) throw new Misuse(notWriter(this.name))
    Atomics.store(this.words, Writer, 0)
    Atomics.store(this.words, State, 0)
    Atomics.notify(this.words, State)
  }

  override forget(): void {
    this.reading = 0
  }
}

const notReader = (name: string): string => `rwlock ${name}: readUnlock by a thread that holds no read lock`
const notWriter = (name: string): string => `rwlock ${name}: writeUnlock by a thread that does not hold the write lock`

export class RwLockModel extends PrimitiveModel {
  writer = -1
  readers = 0
  /** By slot: how often it holds the lock as a reader. */
  private readingBy = new Int32Array(MAX_WORKERS)
  override reset(): void {
    this.writer = -1
    this.readers = 0
    this.readingBy.fill(0)
  }
  override holders(): number[] {
    if (this.writer >= 0) return [this.writer]
    return [...this.readingBy.keys()].filter((thread) => this.readsOf(thread) > 0)
  }
  readsOf(thread: Slot): number {
    return this.readingBy[thread] ?? 0
  }
  setReadsOf(thread: Slot, times: number): void {
    if (times === this.readsOf(thread)) return
    this.readers += times - this.readsOf(thread)
    this.readingBy = withRoom(this.readingBy, thread + 1)
    this.readingBy[thread] = times
  }
  override get isLock(): boolean {
    return true
  }

  override get isUndoable(): boolean {
    return true
  }
  override save(thread: number): number {
    return this.readsOf(thread) * (MAX_THREADS + 1) + this.writer + 1
  }
  override restore(thread: number, saved: number): void {
    const reading = Math.floor(saved / (MAX_THREADS + 1))
    this.writer = (saved % (MAX_THREADS + 1)) - 1
    this.setReadsOf(thread, reading)
  }

  override get words(): number {
    return 2 + MAX_WORKERS
  }
  override load(words: Int32Array): void {
    this.writer = words[0]! - 1
    this.readers = words[1]!
    this.readingBy.set(words.subarray(2))
  }
  override store(words: Int32Array, nameOf: NameOf): void {
    words[0] = this.writer < 0 ? 0 : nameOf(this.writer) + 1
    words[1] = this.readers
    words.fill(0, 2, 2 + MAX_WORKERS)
    this.readingBy.forEach((times, thread) => {
      if (times > 0) words[2 + nameOf(thread)] = times
    })
  }

  override digest(add: DigestWord, nameOf: NameOf): void {
    if (this.writer >= 0) add(0, nameOf(this.writer) + 1)
    this.readingBy.forEach((times, thread) => {
      if (times > 0) add(1 + nameOf(thread), times)
    })
  }
}

const model = (op: Operation): RwLockModel => op.target!.model as RwLockModel
const real = (op: Operation): RwLock => realPrimitive(op.target!)

const readLock = defineOperation({
  name: 'readLock',
  synchronises: true,
  orders: Order.acquire,
  enabled: (op) => model(op).writer < 0,
  perform: (op) => model(op).setReadsOf(op.thread, model(op).readsOf(op.thread) + 1),
  real: (op) => real(op).readLock(),
})
const readUnlock = defineOperation({
  name: 'readUnlock',
  synchronises: true,
  releases: true,
  orders: Order.releaseToWriters,
  enabled: null,
  perform: (op) => {
    const times = model(op).readsOf(op.thread)
    if (times === 0) throw new Misuse(notReader(op.target!.name))
    model(op).setReadsOf(op.thread, times - 1)
  },
  real: (op) => real(op).readUnlock(),
})
const writeLock = defineOperation({
  name: 'writeLock',
  synchronises: true,
  acquires: true,
  orders: Order.acquire | Order.acquireFromReaders,
  enabled: (op) => model(op).writer < 0 && model(op).readers === 0,
  perform: (op) => {
    model(op).writer = op.thread
  },
  real: (op) => real(op).writeLock(),
})
const writeUnlock = defineOperation({
  name: 'writeUnlock',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  perform: (op) => {
    if (model(op).writer !== op.thread) throw new Misuse(notWriter(op.target!.name))
    model(op).writer = -1
  },
  real: (op) => real(op).writeUnlock(),
})

export const rwlock = definePrimitive({
  type: RwLock,
  words: () => [0, 0],
  model: () => new RwLockModel(),
  operations: { readLock, readUnlock, writeLock, writeUnlock },
})
