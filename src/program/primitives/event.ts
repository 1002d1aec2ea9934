import { programError } from '../../base/errors.ts'
import type { Operation } from '../operations/operation.ts'
import { defineOperation, Order } from '../operations/operation-spec.ts'
import { armPrimitive, definePrimitive, Primitive, realPrimitive, refusePlain } from './primitive.ts'
import { PrimitiveModel } from './primitive-model.ts'
import { Deadline, describeTimed, timeLimit, validTimeout } from './time-limit.ts'

export interface EventOptions {
  /** Stays set until `reset` (default). Otherwise a wait that it releases resets it: one waiter per `set`. */
  readonly manual?: boolean
  readonly set?: boolean
}

const Flag = 0
const Auto = 1

export class Event extends Primitive {
  set(): void {
    refusePlain('event.set')
    Atomics.exchange(this.words, Flag, 1) // not a store: whoever waits comes after every `set`, not only after the last one
    Atomics.notify(this.words, Flag)
  }

  reset(): void {
    refusePlain('event.reset')
    Atomics.exchange(this.words, Flag, 0)
  }

  /** For so many milliseconds at most, if any are given: whether it was set. */
  wait(timeout?: number): boolean {
    refusePlain('event.wait')
    const deadline = new Deadline(validTimeout('event.wait', timeout))
    const after = this.words[Auto] === 1 ? 0 : 1
    while (Atomics.compareExchange(this.words, Flag, 1, after) !== 1)
      if (!deadline.sleep(this.words, Flag, 0)) return false
    return true
  }
}

export class EventModel extends PrimitiveModel {
  isSet: boolean
  readonly manual: boolean
  private readonly initial: boolean
  constructor(manual: boolean, initial: boolean) {
    super()
    this.manual = manual
    this.initial = initial
    this.isSet = initial
  }
  override reset(): void {
    this.isSet = this.initial
  }
  override describe(): string {
    return this.isSet ? 'set' : 'not set'
  }

  override get isUndoable(): boolean {
    return true
  }
  override save(): number {
    return this.isSet ? 1 : 0
  }
  override restore(_thread: number, saved: number): void {
    this.isSet = saved === 1
  }

  override get words(): number {
    return 1
  }
  override load(words: Int32Array): void {
    this.isSet = words[0] === 1
  }
  override store(words: Int32Array): void {
    words[0] = this.isSet ? 1 : 0
  }
}

const model = (op: Operation): EventModel => op.target!.model as EventModel
const real = (op: Operation): Event => realPrimitive(op.target!)

const set = defineOperation({
  name: 'set',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  perform: (op) => {
    model(op).isSet = true
  },
  real: (op) => real(op).set(),
})
const reset = defineOperation({
  name: 'reset',
  synchronises: true,
  enabled: null,
  perform: (op) => {
    model(op).isSet = false
  },
  real: (op) => real(op).reset(),
})
const wait = defineOperation({
  name: 'event wait',
  synchronises: true,
  orders: Order.acquire,
  enabled: (op) => model(op).isSet,
  perform: (op) => takeSet(model(op)),
  describe: () => null,
  real: (op) => real(op).wait(),
})
const timedWait = defineOperation({
  name: 'timed event wait',
  synchronises: true,
  attempts: true,
  orders: Order.acquire,
  enabled: null,
  timed: timeLimit((op) => model(op).isSet),
  describe: describeTimed,
  perform: (op) => takeSet(model(op)),
  real: (op) => real(op).wait(op.operand as number),
})

/** Whether it was set; where only one waiter is released, it is not any more. */
function takeSet(event: EventModel): boolean {
  if (!event.isSet) return false
  event.isSet = event.manual
  return true
}

export const event = definePrimitive({
  type: Event,
  parameters: (name, { manual = true, set = false, ...others }: EventOptions = {}) => {
    for (const other of Object.keys(others))
      throw programError(`mem.event('${name}', …) has no option '${other}'; there are manual, set`)
    return [manual, set] as const
  },
  words: ([manual, set]) => [set ? 1 : 0, manual ? 0 : 1],
  model: ([manual, set]) => new EventModel(manual, set),
  operations: {
    set,
    reset,
    wait: (event, timeout) => {
      const limit = validTimeout('event.wait', timeout)
      return limit === Infinity ? armPrimitive(wait, event) : armPrimitive(timedWait, event, limit)
    },
  },
})
