import type { Allocation, PrimitiveModel } from '../memory/allocation.ts'
import { Misuse, type Operation, type OperationSpec, Order, refuseUntransformed } from '../operations/operation.ts'
import { armPrimitive, Primitive, realPrimitive, realThread, suspendable } from './primitive.ts'

/**
 * Not re-entrant: a thread that locks what it holds waits for itself, which is a deadlock. Who gets it is a scheduling
 * choice.
 */
export class Mutex extends Primitive {
  lock(): void {
    refuseUntransformed('mutex.lock')
    const me = realThread()
    // 0 free, n held by n, -n held by n with waiters
    if (Atomics.compareExchange(this.words, 0, 0, me) === 0) return
    for (;;) {
      const seen = Atomics.load(this.words, 0)
      if (seen === 0) {
        // Others may sleep still: keep the mark, so that the unlock wakes the next one.
        if (Atomics.compareExchange(this.words, 0, 0, -me) === 0) return
      } else if (seen < 0 || Atomics.compareExchange(this.words, 0, seen, -seen) === seen) {
        Atomics.wait(this.words, 0, -Math.abs(seen))
      }
    }
  }

  tryLock(): boolean {
    refuseUntransformed('mutex.tryLock')
    return Atomics.compareExchange(this.words, 0, 0, realThread()) === 0
  }

  unlock(): void {
    refuseUntransformed('mutex.unlock')
    if (Math.abs(Atomics.load(this.words, 0)) !== realThread()) throw new Misuse(notOwner(this.name))
    if (Atomics.exchange(this.words, 0, 0) < 0) Atomics.notify(this.words, 0, 1)
  }
}

const notOwner = (name: string): string => `mutex ${name} unlocked by a thread that does not hold it`

export class MutexModel implements PrimitiveModel {
  owner = -1
  reset(): void {
    this.owner = -1
  }
  holders(): number[] {
    return this.owner < 0 ? [] : [this.owner]
  }
}

const model = (op: Operation): MutexModel => op.target!.model as MutexModel
const real = (op: Operation): Mutex => realPrimitive(op.target!)

const lock: OperationSpec = {
  name: 'lock',
  synchronises: true,
  acquires: true,
  orders: Order.acquire,
  enabled: (op) => model(op).owner < 0,
  perform: (op) => {
    model(op).owner = op.thread
  },
  real: (op) => real(op).lock(),
}
const tryLock: OperationSpec = {
  name: 'tryLock',
  synchronises: true,
  attempts: true,
  orders: Order.acquire,
  enabled: null,
  perform: (op) => {
    if (model(op).owner >= 0) return false
    model(op).owner = op.thread
    return true
  },
  real: (op) => real(op).tryLock(),
}
const unlock: OperationSpec = {
  name: 'unlock',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  perform: (op) => releaseMutex(op.target!, op.thread),
  real: (op) => real(op).unlock(),
}

/** Also the first half of a condition's wait. */
export function releaseMutex(mutex: Allocation, thread: number): void {
  const state = mutex.model as MutexModel
  if (state.owner !== thread) throw new Misuse(notOwner(mutex.name))
  state.owner = -1
}

export const isLock = (spec: OperationSpec): boolean => spec === lock
export const isUnlock = (spec: OperationSpec): boolean => spec === unlock

/** Whether a mutex is held after an operation on it, or null when that leaves it as it was. */
export function heldAfter(spec: OperationSpec, succeeded: boolean): boolean | null {
  if (spec === lock) return true
  if (spec === unlock) return false
  return spec === tryLock && succeeded ? true : null
}

export const armMutex = {
  lock: (m: Mutex) => armPrimitive(lock, m),
  tryLock: (m: Mutex) => armPrimitive(tryLock, m),
  unlock: (m: Mutex) => armPrimitive(unlock, m),
}
suspendable(Mutex, 'lock', armMutex.lock)
suspendable(Mutex, 'tryLock', armMutex.tryLock)
suspendable(Mutex, 'unlock', armMutex.unlock)
