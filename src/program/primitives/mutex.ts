import type { Allocation } from '../memory/allocation.ts'
import type { Operation } from '../operations/operation.ts'
import { defineOperation, type EventSequence, Misuse, Order } from '../operations/operation-spec.ts'
import { armPrimitive, definePrimitive, Primitive, realPrimitive, realThread, refusePlain } from './primitive.ts'
import { type NameOf, PrimitiveModel } from './primitive-model.ts'
import { Deadline, describeTimed, timeLimit, validTimeout } from './time-limit.ts'

/**
 * Not re-entrant: a thread that locks what it holds waits for itself, which is a deadlock. Who gets it is a scheduling
 * choice.
 */
export class Mutex extends Primitive {
  lock(): void {
    refusePlain('mutex.lock')
    this.take(Infinity)
  }

  /** Waits for so many milliseconds, if any are given. */
  tryLock(timeout = 0): boolean {
    refusePlain('mutex.tryLock')
    return this.take(validTimeout('mutex.tryLock', timeout))
  }

  /** 0 free, n held by n, -n held by n with waiters. */
  private take(limit: number): boolean {
    const me = realThread()
    if (Atomics.compareExchange(this.words, 0, 0, me) === 0) return true
    if (limit === 0) return false
    return this.takeWithin(new Deadline(limit), () => this.grab(me))
  }

  /** The mutex is taken by one of many tries; a condition does something else along with that. */
  takeWithin(deadline: Deadline, grab: () => boolean): boolean {
    while (this.awaitRelease(deadline)) if (grab()) return true
    return false
  }

  /** Others may sleep still: it keeps the mark, so that the unlock wakes the next one. */
  grab(me: number): boolean {
    return Atomics.compareExchange(this.words, 0, 0, -me) === 0
  }

  private awaitRelease(deadline: Deadline): boolean {
    const seen = Atomics.load(this.words, 0)
    if (seen === 0 || (seen > 0 && Atomics.compareExchange(this.words, 0, seen, -seen) !== seen)) return true
    return deadline.sleep(this.words, 0, -Math.abs(seen))
  }

  unlock(): void {
    refusePlain('mutex.unlock')
    if (Math.abs(Atomics.load(this.words, 0)) !== realThread()) throw new Misuse(notOwner(this.name))
    if (Atomics.exchange(this.words, 0, 0) < 0) Atomics.notify(this.words, 0, 1)
  }
}

const notOwner = (name: string): string => `mutex ${name} unlocked by a thread that does not hold it`

export class MutexModel extends PrimitiveModel {
  owner = -1
  override reset(): void {
    this.owner = -1
  }
  override holders(): number[] {
    return this.owner < 0 ? [] : [this.owner]
  }
  override get isLock(): boolean {
    return true
  }

  override get isUndoable(): boolean {
    return true
  }
  override save(): number {
    return this.owner
  }
  override restore(_thread: number, saved: number): void {
    this.owner = saved
  }

  override get words(): number {
    return 1
  }
  override load(words: Int32Array): void {
    this.owner = words[0]! - 1
  }
  override store(words: Int32Array, nameOf: NameOf): void {
    words[0] = this.owner < 0 ? 0 : nameOf(this.owner) + 1
  }
}

const model = (op: Operation): MutexModel => op.target!.model as MutexModel
const real = (op: Operation): Mutex => realPrimitive(op.target!)

const lock = defineOperation({
  name: 'lock',
  synchronises: true,
  acquires: true,
  excludes: true,
  holds: true,
  orders: Order.acquire,
  enabled: (op) => model(op).owner < 0,
  enabledAfter: (events, mutex) => !isHeldAfter(events, mutex.base),
  perform: (op) => {
    model(op).owner = op.thread
    return op.operand
  },
  real: (op) => {
    real(op).lock()
    return op.operand
  },
})
const attempt = {
  synchronises: true,
  attempts: true,
  holds: true,
  orders: Order.acquire,
  enabled: null,
  perform: (op: Operation) => {
    if (model(op).owner >= 0) return false
    model(op).owner = op.thread
    return true
  },
}
const tryLock = defineOperation({ ...attempt, name: 'tryLock', real: (op) => real(op).tryLock() })
const timedLock = defineOperation({
  ...attempt,
  name: 'timed tryLock',
  timed: timeLimit((op) => model(op).owner < 0),
  describe: describeTimed,
  real: (op) => real(op).tryLock(op.operand as number),
})
const unlock = defineOperation({
  name: 'unlock',
  synchronises: true,
  releases: true,
  holds: false,
  orders: Order.release,
  enabled: null,
  perform: (op) => releaseMutex(op.target!, op.thread),
  real: (op) => real(op).unlock(),
})

/** Also the first half of a condition's wait. */
export function releaseMutex(mutex: Allocation, thread: number): void {
  const state = mutex.model as MutexModel
  if (state.owner !== thread) throw new Misuse(notOwner(mutex.name))
  state.owner = -1
}

/** The last event that says who holds it decides. */
function isHeldAfter(events: EventSequence, mutex: number): boolean {
  for (let k = events.length - 1; k >= 0; k--) {
    const held = holdsAfter(events, k, mutex)
    if (held !== null) return held
  }
  return false
}

function holdsAfter(events: EventSequence, k: number, mutex: number): boolean | null {
  const { cell, cell2 } = events.accesses(k)
  const { holds, holds2, attempts } = events.spec(k)
  if (cell === mutex) return attempts && !events.hasSucceeded(k) ? null : holds
  return cell2 === mutex ? holds2 : null
}

export const mutex = definePrimitive({
  type: Mutex,
  words: () => [0],
  model: () => new MutexModel(),
  operations: {
    lock: (mutex) => armPrimitive(lock, mutex),
    tryLock: (mutex, timeout = 0) => {
      const limit = validTimeout('mutex.tryLock', timeout)
      if (limit === 0) return armPrimitive(tryLock, mutex)
      return limit === Infinity ? armPrimitive(lock, mutex, true) : armPrimitive(timedLock, mutex, limit)
    },
    unlock,
  },
})
