import type { PrimitiveModel } from '../memory/allocation.ts'
import { Misuse, type Operation, type OperationSpec, Order, refuseUntransformed } from '../operations/operation.ts'
import { armPrimitive, Primitive, realPrimitive, suspendable } from './primitive.ts'

export class Semaphore extends Primitive {
  acquire(): void {
    refuseUntransformed('semaphore.acquire')
    for (;;) {
      const count = Atomics.load(this.words, 0)
      if (count === 0) Atomics.wait(this.words, 0, 0)
      else if (Atomics.compareExchange(this.words, 0, count, count - 1) === count) return
    }
  }

  tryAcquire(): boolean {
    refuseUntransformed('semaphore.tryAcquire')
    for (;;) {
      const count = Atomics.load(this.words, 0)
      if (count === 0) return false
      if (Atomics.compareExchange(this.words, 0, count, count - 1) === count) return true
    }
  }

  release(count = 1): void {
    refuseUntransformed('semaphore.release')
    validCount(count)
    for (;;) {
      const before = Atomics.load(this.words, 0)
      if (Atomics.compareExchange(this.words, 0, before, released(this.name, before, count)) === before) break
    }
    Atomics.notify(this.words, 0, count)
  }
}

/** The real count is a 32-bit word, and the model must not allow more. */
function released(name: string, before: number, count: number): number {
  if (before + count > MAX_COUNT) throw new Misuse(`semaphore ${name}: released beyond ${MAX_COUNT}`)
  return before + count
}
const MAX_COUNT = 2 ** 31 - 1

function validCount(count: number): number {
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`semaphore.release expects an integer from 1 and up, got ${count}`)
  return count
}

export class SemaphoreModel implements PrimitiveModel {
  count: number
  readonly initial: number
  constructor(initial: number) {
    this.initial = initial
    this.count = initial
  }
  reset(): void {
    this.count = this.initial
  }
  holders(): number[] {
    return []
  }
}

const model = (op: Operation): SemaphoreModel => op.target!.model as SemaphoreModel
const real = (op: Operation): Semaphore => realPrimitive(op.target!)

const acquire: OperationSpec = {
  name: 'acquire',
  synchronises: true,
  orders: Order.acquire,
  enabled: (op) => model(op).count > 0,
  perform: (op) => {
    model(op).count--
  },
  real: (op) => real(op).acquire(),
}
const tryAcquire: OperationSpec = {
  name: 'tryAcquire',
  synchronises: true,
  attempts: true,
  orders: Order.acquire,
  enabled: null,
  perform: (op) => {
    if (model(op).count === 0) return false
    model(op).count--
    return true
  },
  real: (op) => real(op).tryAcquire(),
}
const release: OperationSpec = {
  name: 'release',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  perform: (op) => {
    model(op).count = released(op.target!.name, model(op).count, op.operand as number)
  },
  real: (op) => real(op).release(op.operand as number),
}

export const isAcquire = (spec: OperationSpec): boolean => spec === acquire

/** How an operation on a semaphore changes its count; `amount` is what a release gives. */
export function changeOfCount(spec: OperationSpec, amount: number, succeeded: boolean): number {
  if (spec === release) return amount
  return spec === acquire || (spec === tryAcquire && succeeded) ? -1 : 0
}

export const armSemaphore = {
  acquire: (s: Semaphore) => armPrimitive(acquire, s),
  tryAcquire: (s: Semaphore) => armPrimitive(tryAcquire, s),
  release: (s: Semaphore, count = 1) => armPrimitive(release, s, validCount(count)),
}
suspendable(Semaphore, 'acquire', armSemaphore.acquire)
suspendable(Semaphore, 'tryAcquire', armSemaphore.tryAcquire)
suspendable(Semaphore, 'release', armSemaphore.release)
