import type { Allocation } from '../memory/allocation.ts'
import { type Operation, refuseUntransformed } from '../operations/operation.ts'
import { defineOperation, type EventSequence, Misuse, Order } from '../operations/operation-spec.ts'
import { definePrimitive, Primitive, realPrimitive, realThread } from './primitive.ts'
import { PrimitiveModel } from './primitive-model.ts'

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
  override store(words: Int32Array): void {
    words[0] = this.owner + 1
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
  },
  real: (op) => real(op).lock(),
})
const tryLock = defineOperation({
  name: 'tryLock',
  synchronises: true,
  attempts: true,
  holds: true,
  orders: Order.acquire,
  enabled: null,
  perform: (op) => {
    if (model(op).owner >= 0) return false
    model(op).owner = op.thread
    return true
  },
  real: (op) => real(op).tryLock(),
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
  operations: { lock, tryLock, unlock },
})
