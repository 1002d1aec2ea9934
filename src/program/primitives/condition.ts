import { MAX_WORKERS } from '../../base/thread-numbers.ts'
import { MAX_THREADS } from '../../dependence/cells.ts'
import { Access } from '../../dependence/accesses.ts'
import { programError } from '../../base/errors.ts'
import type { Operation } from '../operations/operation.ts'
import { AGAIN, defineOperation, Order } from '../operations/operation-spec.ts'
import { Mutex, type MutexModel, releaseMutex } from './mutex.ts'
import { guarded } from './guard.ts'
import {
  armPrimitive,
  definePrimitive,
  Primitive,
  REAL_THREADS,
  realPrimitive,
  realThread,
  refusePlain,
} from './primitive.ts'
import {
  type DigestWord,
  digestQueue,
  loadQueue,
  type NameOf,
  PrimitiveModel,
  QUEUE_WORDS,
  storeQueue,
  waitingText,
} from './primitive-model.ts'
import { Deadline, describeTimed, timeLimit, validTimeout } from './time-limit.ts'

const Guard = 0
const NextTicket = 1
/** From here on: by number of the thread, 0 or the ticket with which it waits, from 1 on. */
const Waiting = 2

/**
 * A condition variable. The real one wakes in FIFO order and never spuriously; the model allows every choice among the
 * waiters that were present at the notification, so the real one refines it.
 */
export class Condition extends Primitive {
  /**
   * For so many milliseconds at most, if any are given. False if nobody has notified it before it had the mutex again:
   * who has been notified by then has not timed out.
   */
  wait(mutex: Mutex, timeout?: number): boolean {
    refusePlain('condition.wait')
    const deadline = new Deadline(validTimeout('condition.wait', timeout))
    const me = realThread()
    const own = Waiting + me
    const ticket = this.enqueueAndUnlock(checkMutex(this, mutex), own)
    while (Atomics.load(this.words, own) === ticket && deadline.sleep(this.words, own, ticket));
    let notified = false
    const grab = (): boolean => {
      if (!mutex.grab(me)) return false
      notified = Atomics.exchange(this.words, own, 0) !== ticket
      return true
    }
    // A notification comes before the thread has the mutex or after: who finds it locked notifies somebody else.
    mutex.takeWithin(new Deadline(Infinity), () => guarded(this.words, Guard, grab))
    return notified
  }

  /**
   * One step for everybody else: a notification must not come between, not even one from a thread without the mutex.
   */
  private enqueueAndUnlock(mutex: Mutex, own: number): number {
    return guarded(this.words, Guard, () => {
      mutex.unlock()
      const ticket = Atomics.add(this.words, NextTicket, 1) + 1
      Atomics.store(this.words, own, ticket)
      return ticket
    })
  }

  notifyOne(): void {
    refusePlain('condition.notifyOne')
    this.serve(1)
  }

  notifyAll(): void {
    refusePlain('condition.notifyAll')
    this.serve(Infinity)
  }

  private serve(count: number): void {
    guarded(this.words, Guard, () => {
      for (let left = count; left > 0; left--) {
        const first = this.firstWaiting()
        if (first < 0) return
        Atomics.store(this.words, first, 0)
        Atomics.notify(this.words, first)
      }
    })
  }

  private firstWaiting(): number {
    let first = -1
    for (let at = Waiting; at < this.words.length; at++) {
      const ticket = this.words[at]!
      if (ticket !== 0 && (first < 0 || ticket < this.words[first]!)) first = at
    }
    return first
  }
}

function checkMutex(condition: Condition, mutex: unknown): Mutex {
  if (!(mutex instanceof Mutex))
    throw programError(`condition ${condition.name}: wait expects the mutex that protects it`)
  return mutex
}

/**
 * A notification is the set of waiters present when it was given; the first of them to reacquire the mutex takes it.
 * Older notifications are subsets of newer ones among the present waiters, so taking the oldest is never wrong.
 */
export class ConditionModel extends PrimitiveModel {
  readonly waiters: Operation[] = []
  readonly notifications: Set<Operation>[] = []

  override reset(): void {
    this.waiters.length = 0
    this.notifications.length = 0
  }
  override describe(nameOf: (slot: number) => string): string {
    return waitingText(this.waiters, nameOf)
  }

  isEligible(op: Operation): boolean {
    return op.woken || this.notifications.some((present) => present.has(op))
  }

  notifyOne(): void {
    const present = this.waiters.filter((op) => !op.woken)
    if (present.length > 0) this.notifications.push(new Set(present))
  }

  notifyAll(): void {
    for (const op of this.waiters) op.woken = true
  }

  leave(op: Operation): void {
    this.waiters.splice(this.waiters.indexOf(op), 1)
    const taken = op.woken ? -1 : this.notifications.findIndex((present) => present.has(op))
    if (taken >= 0) this.notifications.splice(taken, 1)
    for (let i = this.notifications.length - 1; i >= 0; i--) {
      const present = this.notifications[i]!
      present.delete(op)
      if (present.size === 0) this.notifications.splice(i, 1)
    }
  }

  override get words(): number {
    return QUEUE_WORDS + 1 + 2 * MAX_WORKERS
  }
  override get wakes(): boolean {
    return true
  }
  override load(words: Int32Array, ops: readonly Operation[]): void {
    loadQueue(this.waiters, words, ops)
    this.notifications.length = 0
    for (let i = 0, at = QUEUE_WORDS + 1; i < words[QUEUE_WORDS]!; i++, at += 2)
      this.notifications.push(setOf(words[at]!, words[at + 1]!, ops))
  }
  override store(words: Int32Array, nameOf: NameOf): void {
    storeQueue(this.waiters, words, nameOf)
    const useful = withoutSurplus(this.notifications)
    words[QUEUE_WORDS] = useful.length
    useful.forEach((present, i) => storeSet(present, words, QUEUE_WORDS + 1 + 2 * i, nameOf))
  }

  /** Places of the queue, then for each notification as many: one for each thread. */
  override digest(add: DigestWord, nameOf: NameOf): void {
    digestQueue(this.waiters, add, nameOf)
    const useful = withoutSurplus(this.notifications)
    for (let i = 0; i < useful.length; i++)
      for (const { thread } of useful[i]!) add((i + 1) * MAX_THREADS + nameOf(thread), 1)
  }
}

function setOf(lo: number, hi: number, ops: readonly Operation[]): Set<Operation> {
  const set = new Set<Operation>()
  for (let slot = 0; slot < MAX_WORKERS; slot++) if (((slot < 32 ? lo : hi) & (1 << slot)) !== 0) set.add(ops[slot]!)
  return set
}

function storeSet(set: ReadonlySet<Operation>, words: Int32Array, at: number, nameOf: NameOf): void {
  words[at] = words[at + 1] = 0
  for (const { thread } of set) {
    const name = nameOf(thread)
    words[at + (name < 32 ? 0 : 1)]! |= 1 << name
  }
}

/** Older notifications are subsets of newer ones: more than k among k waiters can never all be taken. */
function withoutSurplus(notifications: readonly Set<Operation>[]): Set<Operation>[] {
  const useful: Set<Operation>[] = []
  for (const present of notifications) if (useful.length < present.size) useful.push(present)
  return useful
}

const model = (op: Operation): ConditionModel => op.target!.model as ConditionModel
const real = (op: Operation): Condition => realPrimitive(op.target!)

/** First transition: release the mutex and enqueue. */
const wait = defineOperation({
  name: 'condition wait',
  synchronises: true,
  releases: true,
  orders: Order.release | Order.release2,
  holds2: false,
  enabled: null,
  perform: (op) => {
    releaseMutex(op.target2!, op.thread)
    op.woken = false
    model(op).waiters.push(op)
    op.spec = op.operand === Infinity ? reacquire : timedReacquire
    return AGAIN
  },
  real: (op) => real(op).wait(realPrimitive<Mutex>(op.target2!), op.operand as number),
})

const isFree = (op: Operation): boolean => (op.target2!.model as MutexModel).owner < 0
const isNotified = (op: Operation): boolean => model(op).isEligible(op)

/** Whether it was notified, or else has timed out. */
function leaveAndLock(op: Operation): boolean {
  const notified = isNotified(op)
  model(op).leave(op)
  ;(op.target2!.model as MutexModel).owner = op.thread
  return notified
}

/** Second transition: once notified, and when the mutex is free, take it. */
const reacquire = defineOperation({
  name: 'condition reacquire',
  synchronises: true,
  orders: Order.acquire | Order.acquire2,
  holds2: true,
  enabled: (op) => isFree(op) && isNotified(op),
  describe: () => null,
  perform: leaveAndLock,
  real: wait.real,
})

/** The same with a time limit: it need not have been notified. */
const timedReacquire = defineOperation({
  name: 'timed condition reacquire',
  synchronises: true,
  orders: Order.acquire | Order.acquire2,
  holds2: true,
  enabled: isFree,
  timed: timeLimit((op) => isFree(op) && isNotified(op)),
  describe: describeTimed,
  perform: leaveAndLock,
  real: wait.real,
})

const notifyOne = defineOperation({
  name: 'notifyOne',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  perform: (op) => model(op).notifyOne(),
  real: (op) => real(op).notifyOne(),
})
const notifyAll = defineOperation({
  name: 'notifyAll',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  perform: (op) => model(op).notifyAll(),
  real: (op) => real(op).notifyAll(),
})

export const condition = definePrimitive({
  type: Condition,
  words: () => Array<number>(Waiting + REAL_THREADS).fill(0),
  model: () => new ConditionModel(),
  operations: {
    wait: (condition, mutex, timeout) => {
      checkMutex(condition, mutex)
      const op = armPrimitive(wait, condition, validTimeout('condition.wait', timeout))
      op.target2 = mutex.allocation
      op.accesses.also(mutex.allocation.base, Access.write)
      return op
    },
    notifyOne,
    notifyAll,
  },
})
