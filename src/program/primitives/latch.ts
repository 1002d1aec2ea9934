import type { PrimitiveModel } from '../memory/allocation.ts'
import { type Operation, type OperationSpec, Order, refuseUntransformed } from '../operations/operation.ts'
import { armPrimitive, Primitive, realPrimitive, suspendable } from './primitive.ts'

/** Counts down to zero, once, and stays there. Counting below zero leaves it at zero. */
export class Latch extends Primitive {
  countDown(count = 1): void {
    refuseUntransformed('latch.countDown')
    validCount(count)
    for (;;) {
      const left = Atomics.load(this.words, 0)
      const next = Math.max(left - count, 0)
      if (Atomics.compareExchange(this.words, 0, left, next) !== left) continue
      if (next === 0) Atomics.notify(this.words, 0)
      return
    }
  }

  wait(): void {
    refuseUntransformed('latch.wait')
    for (let left; (left = Atomics.load(this.words, 0)) > 0; ) Atomics.wait(this.words, 0, left)
  }
}

function validCount(count: number): number {
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`latch.countDown expects an integer from 1 and up, got ${count}`)
  return count
}

export class LatchModel implements PrimitiveModel {
  left: number
  private readonly initial: number
  constructor(initial: number) {
    this.initial = initial
    this.left = initial
  }
  reset(): void {
    this.left = this.initial
  }
  holders(): number[] {
    return []
  }
}

const model = (op: Operation): LatchModel => op.target!.model as LatchModel
const real = (op: Operation): Latch => realPrimitive(op.target!)

const countDown: OperationSpec = {
  name: 'countDown',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  perform: (op) => {
    model(op).left = Math.max(model(op).left - (op.operand as number), 0)
  },
  real: (op) => real(op).countDown(op.operand as number),
}
const wait: OperationSpec = {
  name: 'latch wait',
  synchronises: true,
  orders: Order.acquire,
  enabled: (op) => model(op).left === 0,
  perform: () => undefined,
  real: (op) => real(op).wait(),
}

export const armLatch = {
  countDown: (l: Latch, count = 1) => armPrimitive(countDown, l, validCount(count)),
  wait: (l: Latch) => armPrimitive(wait, l),
}
suspendable(Latch, 'countDown', armLatch.countDown)
suspendable(Latch, 'wait', armLatch.wait)
