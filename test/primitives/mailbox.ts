/**
 * A primitive that was made up to show what a new one takes: this file, and an entry in the table of
 * `src/program/primitives/index.ts` (`made-up.test.ts` adds both to a copy of Heddle).
 */
import { type Operation, refuseUntransformed } from '../../src/program/operations/operation.ts'
import { defineOperation, type EventSequence, Order } from '../../src/program/operations/operation-spec.ts'
import {
  armPrimitive,
  checkCount,
  definePrimitive,
  Primitive,
  realPrimitive,
} from '../../src/program/primitives/primitive.ts'
import { PrimitiveModel } from '../../src/program/primitives/primitive-model.ts'

/** Holds one number: `put` waits until there is none, `take` until there is one. */
export class Mailbox extends Primitive {
  put(value: number): void {
    refuseUntransformed('mailbox.put')
    validValue(value)
    for (let seen; (seen = Atomics.compareExchange(this.words, 0, 0, value + 1)) !== 0; )
      Atomics.wait(this.words, 0, seen)
    Atomics.notify(this.words, 0)
  }

  tryPut(value: number): boolean {
    refuseUntransformed('mailbox.tryPut')
    if (Atomics.compareExchange(this.words, 0, 0, validValue(value) + 1) !== 0) return false
    Atomics.notify(this.words, 0)
    return true
  }

  take(): number {
    refuseUntransformed('mailbox.take')
    for (;;) {
      const seen = Atomics.load(this.words, 0)
      if (seen === 0) Atomics.wait(this.words, 0, 0)
      else if (Atomics.compareExchange(this.words, 0, seen, 0) === seen) {
        Atomics.notify(this.words, 0)
        return seen - 1
      }
    }
  }
}

function validValue(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** 31 - 1)
    throw new RangeError(`a mailbox holds integers from 0 and up, not ${value}`)
  return value
}

class MailboxModel extends PrimitiveModel {
  /** One more than what it holds, or 0. */
  content: number
  readonly initial: number
  constructor(initial: number) {
    super()
    this.initial = initial
    this.content = initial
  }
  override reset(): void {
    this.content = this.initial
  }

  override get isUndoable(): boolean {
    return true
  }
  override save(): number {
    return this.content
  }
  override restore(_thread: number, saved: number): void {
    this.content = saved
  }

  override get words(): number {
    return 1
  }
  override load(words: Int32Array): void {
    this.content = words[0]!
  }
  override store(words: Int32Array): void {
    words[0] = this.content
  }
}

const model = (op: Operation): MailboxModel => op.target!.model as MailboxModel
const real = (op: Operation): Mailbox => realPrimitive(op.target!)

const put = defineOperation({
  name: 'put',
  synchronises: true,
  releases: true,
  orders: Order.acquire | Order.release,
  enabled: (op) => model(op).content === 0,
  enabledAfter: (events, { base, model }) => !isFullAfter(events, base, (model as MailboxModel).initial !== 0),
  perform: (op) => {
    model(op).content = (op.operand as number) + 1
  },
  real: (op) => real(op).put(op.operand as number),
})
const tryPut = defineOperation({
  name: 'tryPut',
  synchronises: true,
  releases: true,
  attempts: true,
  orders: Order.acquire | Order.release,
  enabled: null,
  perform: (op) => {
    if (model(op).content !== 0) return false
    model(op).content = (op.operand as number) + 1
    return true
  },
  real: (op) => real(op).tryPut(op.operand as number),
})
/** Whether it would be enabled is left to the search to find out. */
const take = defineOperation({
  name: 'take',
  synchronises: true,
  releases: true,
  orders: Order.acquire | Order.release,
  enabled: (op) => model(op).content !== 0,
  perform: (op) => {
    const { content } = model(op)
    model(op).content = 0
    return content - 1
  },
  real: (op) => real(op).take(),
})

function isFullAfter(events: EventSequence, mailbox: number, initially: boolean): boolean {
  for (let k = events.length - 1; k >= 0; k--) {
    if (events.accesses(k).cell !== mailbox) continue
    const spec = events.spec(k)
    if (spec === take) return false
    if (spec === put || events.hasSucceeded(k)) return true
  }
  return initially
}

export const mailbox = definePrimitive({
  type: Mailbox,
  parameters: (name, content?: number) =>
    [content === undefined ? 0 : checkCount(`mem.mailbox('${name}', content)`, content, 0) + 1] as const,
  words: ([content]) => [content],
  model: ([content]) => new MailboxModel(content),
  operations: {
    put: (mailbox, value) => armPrimitive(put, mailbox, validValue(value)),
    tryPut: (mailbox, value) => armPrimitive(tryPut, mailbox, validValue(value)),
    take,
  },
})
