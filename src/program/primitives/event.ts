import type { PrimitiveModel } from '../memory/allocation.ts'
import { type Operation, type OperationSpec, Order, refuseUntransformed } from '../operations/operation.ts'
import { armPrimitive, Primitive, realPrimitive, suspendable } from './primitive.ts'

export interface EventOptions {
  /** Stays set until `reset` (default). Otherwise a wait that it releases resets it: one waiter per `set`. */
  readonly manual?: boolean
  readonly set?: boolean
}

const Flag = 0
const Auto = 1

export class Event extends Primitive {
  set(): void {
    refuseUntransformed('event.set')
    Atomics.exchange(this.words, Flag, 1) // not a store: whoever waits comes after every `set`, not only after the last one
    Atomics.notify(this.words, Flag)
  }

  reset(): void {
    refuseUntransformed('event.reset')
    Atomics.exchange(this.words, Flag, 0)
  }

  wait(): void {
    refuseUntransformed('event.wait')
    const after = this.words[Auto] === 1 ? 0 : 1
    while (Atomics.compareExchange(this.words, Flag, 1, after) !== 1) Atomics.wait(this.words, Flag, 0)
  }
}

export class EventModel implements PrimitiveModel {
  isSet: boolean
  readonly manual: boolean
  private readonly initial: boolean
  constructor(manual: boolean, initial: boolean) {
    this.manual = manual
    this.initial = initial
    this.isSet = initial
  }
  reset(): void {
    this.isSet = this.initial
  }
  holders(): number[] {
    return []
  }
}

export function initialEventWords(manual: boolean, set: boolean): number[] {
  return [set ? 1 : 0, manual ? 0 : 1]
}

const model = (op: Operation): EventModel => op.target!.model as EventModel
const real = (op: Operation): Event => realPrimitive(op.target!)

const set: OperationSpec = {
  name: 'set',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  perform: (op) => {
    model(op).isSet = true
  },
  real: (op) => real(op).set(),
}
const reset: OperationSpec = {
  name: 'reset',
  synchronises: true,
  enabled: null,
  perform: (op) => {
    model(op).isSet = false
  },
  real: (op) => real(op).reset(),
}
const wait: OperationSpec = {
  name: 'event wait',
  synchronises: true,
  orders: Order.acquire,
  enabled: (op) => model(op).isSet,
  perform: (op) => {
    if (!model(op).manual) model(op).isSet = false
  },
  real: (op) => real(op).wait(),
}

export const armEvent = {
  set: (e: Event) => armPrimitive(set, e),
  reset: (e: Event) => armPrimitive(reset, e),
  wait: (e: Event) => armPrimitive(wait, e),
}
suspendable(Event, 'set', armEvent.set)
suspendable(Event, 'reset', armEvent.reset)
suspendable(Event, 'wait', armEvent.wait)
