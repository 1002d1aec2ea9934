import type { Operation } from '../operations/operation.ts'
import { defineOperation, Order } from '../operations/operation-spec.ts'
import { armPrimitive, checkCount, definePrimitive, Primitive, realPrimitive, refusePlain } from './primitive.ts'
import { PrimitiveModel } from './primitive-model.ts'
import { Deadline, describeTimed, timeLimit, validTimeout } from './time-limit.ts'

/** Counts down to zero, once, and stays there. Counting below zero leaves it at zero. */
export class Latch extends Primitive {
  countDown(count = 1): void {
    refusePlain('latch.countDown')
    validCount(count)
    for (;;) {
      const left = Atomics.load(this.words, 0)
      const next = Math.max(left - count, 0)
      if (Atomics.compareExchange(this.words, 0, left, next) !== left) continue
      if (next === 0) Atomics.notify(this.words, 0)
      return
    }
  }

  /** For so many milliseconds at most, if any are given: whether it has come to zero. */
  wait(timeout?: number): boolean {
    refusePlain('latch.wait')
    const deadline = new Deadline(validTimeout('latch.wait', timeout))
    for (let left; (left = Atomics.load(this.words, 0)) > 0; ) if (!deadline.sleep(this.words, 0, left)) return false
    return true
  }
}

function validCount(count: number): number {
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`latch.countDown expects an integer from 1 and up, got ${count}`)
  return count
}

export class LatchModel extends PrimitiveModel {
  left: number
  private readonly initial: number
  constructor(initial: number) {
    super()
    this.initial = initial
    this.left = initial
  }
  override reset(): void {
    this.left = this.initial
  }
  override describe(): string {
    return `${this.left} to go`
  }

  override get isUndoable(): boolean {
    return true
  }
  override save(): number {
    return this.left
  }
  override restore(_thread: number, saved: number): void {
    this.left = saved
  }

  override get words(): number {
    return 1
  }
  override load(words: Int32Array): void {
    this.left = words[0]!
  }
  override store(words: Int32Array): void {
    words[0] = this.left
  }
}

const model = (op: Operation): LatchModel => op.target!.model as LatchModel
const real = (op: Operation): Latch => realPrimitive(op.target!)

const countDown = defineOperation({
  name: 'countDown',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  perform: (op) => {
    model(op).left = Math.max(model(op).left - (op.operand as number), 0)
  },
  real: (op) => real(op).countDown(op.operand as number),
})
const wait = defineOperation({
  name: 'latch wait',
  synchronises: true,
  orders: Order.acquire,
  enabled: (op) => model(op).left === 0,
  perform: () => true,
  describe: () => null,
  real: (op) => real(op).wait(),
})
const timedWait = defineOperation({
  name: 'timed latch wait',
  synchronises: true,
  attempts: true,
  orders: Order.acquire,
  enabled: null,
  timed: timeLimit((op) => model(op).left === 0),
  describe: describeTimed,
  perform: (op) => model(op).left === 0,
  real: (op) => real(op).wait(op.operand as number),
})

export const latch = definePrimitive({
  type: Latch,
  parameters: (name, count: number) => [checkCount(`mem.latch('${name}', count)`, count, 0)] as const,
  words: ([count]) => [count],
  model: ([count]) => new LatchModel(count),
  operations: {
    countDown: (latch, count = 1) => armPrimitive(countDown, latch, validCount(count)),
    wait: (latch, timeout) => {
      const limit = validTimeout('latch.wait', timeout)
      return limit === Infinity ? armPrimitive(wait, latch) : armPrimitive(timedWait, latch, limit)
    },
  },
})
