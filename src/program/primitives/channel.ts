import { programError } from '../../base/errors.ts'
import type { Allocation } from '../memory/allocation.ts'
import type { Operation, Yields } from '../operations/operation.ts'
import { defineOperation, type EventSequence, Misuse, type OperationSpec, Order } from '../operations/operation-spec.ts'
import { ChannelModel } from './channel-model.ts'
import { guarded } from './guard.ts'
import { type Message, messageWith } from './message.ts'
import {
  armPrimitive,
  checkCount,
  definePrimitive,
  MAX_COUNT,
  Primitive,
  realPrimitive,
  refusePlain,
} from './primitive.ts'
import { RealQueue, Word } from './real-queue.ts'
import { Deadline, timeLimit, validTimeout } from './time-limit.ts'

export interface ChannelOptions {
  /** How many messages it holds before `send` waits; any number if not given. */
  readonly capacity?: number
  /** How many bytes there are for the messages that it holds (64 KiB if not given), each with some 10 of its own. */
  readonly bytes?: number
}

/** Messages between threads, first in first out: any thread may send, and any receive. A message is a structured clone. */
export class Channel<T = unknown> extends Primitive {
  /** Waits while a bounded channel is full. To a channel that has been closed nothing can be sent. */
  send(message: T): void {
    refusePlain('channel.send')
    this.put(messageWith(message, this.name), Infinity)
  }

  /** Whether there was room, within so many milliseconds if any are given. */
  trySend(message: T, timeout = 0): boolean {
    refusePlain('channel.trySend')
    return this.put(messageWith(message, this.name), validTimeout('channel.trySend', timeout))
  }

  /** Waits for a message; undefined once the channel is closed and no message is left. */
  receive(): T | undefined {
    refusePlain('channel.receive')
    return this.take(Infinity)
  }

  /** Undefined if there is no message, within so many milliseconds if any are given. */
  tryReceive(timeout = 0): T | undefined {
    refusePlain('channel.tryReceive')
    return this.take(validTimeout('channel.tryReceive', timeout))
  }

  /** Nothing more will be sent: who waits for a message need not wait any longer. Closing once more changes nothing. */
  close(): void {
    refusePlain('channel.close')
    this.changing(() => {
      this.words[Word.closed] = 1
      return true
    }, 0)
  }

  private put(message: Message, limit: number): boolean {
    const queue = this.queue()
    return this.changing(() => {
      if (this.words[Word.closed] === 1) throw new Misuse(sentAfterClose(this.name))
      if (queue.count >= this.words[Word.capacity]!) return false
      if (!queue.hasRoomFor(message.bytes)) throw new Misuse(tooManyBytes(this.name, queue.room))
      queue.put(message.bytes)
      return true
    }, limit)
  }

  private take(limit: number): T | undefined {
    const queue = this.queue()
    let taken: Message | null = null
    this.changing(() => {
      taken = queue.take()
      return taken !== null || this.words[Word.closed] === 1
    }, limit)
    return (taken as Message | null)?.open() as T | undefined
  }

  private queue(): RealQueue {
    return new RealQueue(this.words)
  }

  /** Tries again whenever something has changed. False if it did not come to it in time. */
  private changing(attempt: () => boolean, limit: number): boolean {
    const deadline = new Deadline(limit)
    for (;;) {
      const version = Atomics.load(this.words, Word.version)
      if (guarded(this.words, Word.guard, attempt)) {
        Atomics.add(this.words, Word.version, 1)
        Atomics.notify(this.words, Word.version)
        return true
      }
      if (!deadline.sleep(this.words, Word.version, version)) return false
    }
  }
}

const sentAfterClose = (name: string): string => `channel ${name}: a message was sent after it had been closed`
const tooManyBytes = (name: string, bytes: number): string =>
  `channel ${name}: its messages need more than ${bytes} bytes; give it more with mem.channel('${name}', { bytes })`

const model = (op: Operation): ChannelModel => op.target!.model as ChannelModel
const real = (op: Operation): Channel => realPrimitive(op.target!)
const message = (op: Operation): Message => op.operand2 as Message

function put(op: Operation): boolean {
  const channel = model(op)
  if (channel.isClosed) throw new Misuse(sentAfterClose(op.target!.name))
  if (channel.isFull) return false
  if (!channel.hasRoomFor(message(op))) throw new Misuse(tooManyBytes(op.target!.name, channel.room))
  channel.put(message(op))
  return true
}

const canSend = (op: Operation): boolean => model(op).isClosed || !model(op).isFull
const canReceive = (op: Operation): boolean => model(op).isClosed || model(op).count > 0
const receives = (op: Operation): unknown => model(op).take()?.open()
const hasReceived = (value: unknown): boolean => value !== undefined

/** To a channel without a capacity: it never waits. */
const send = defineOperation({
  name: 'send',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  describe: (_limit, message) => textOf(message),
  perform: (op) => void put(op),
  real: (op) => real(op).send(message(op).open()),
})
/** Who has waited for room comes after those who have made it, and has not been told anything by other senders. */
const toBounded = { synchronises: true, releases: true, orders: Order.release | Order.acquireFromReaders } as const
const boundedSend = defineOperation({
  ...toBounded,
  name: 'bounded send',
  enabled: canSend,
  enabledAfter: (events, channel) => canSendAfter(contentAfter(events, channel)),
  describe: (_limit, message) => textOf(message),
  perform: (op) => {
    put(op)
    return op.operand
  },
  real: (op) => {
    real(op).send(message(op).open())
    return op.operand
  },
})
const sendAttempt = { ...toBounded, attempts: true, enabled: null, perform: put }
const trySend = defineOperation({
  ...sendAttempt,
  name: 'trySend',
  describe: (_limit, message, value) => `${textOf(message)} ${value === true ? 'sent' : 'not sent'}`,
  real: (op) => real(op).trySend(message(op).open()),
})
const timedSend = defineOperation({
  ...sendAttempt,
  name: 'timed trySend',
  timed: timeLimit(canSend),
  describe: (_limit, message, value) => `${textOf(message)} ${value === true ? 'sent' : 'timed out'}`,
  real: (op) => real(op).trySend(message(op).open(), op.operand as number),
})

/** It may make room. */
const fromChannel = { synchronises: true, releases: true, orders: Order.acquire | Order.releaseToWriters } as const
const receive = defineOperation({
  ...fromChannel,
  name: 'receive',
  enabled: canReceive,
  enabledAfter: (events, channel) => canReceiveAfter(contentAfter(events, channel)),
  describe: (_given, _given2, value, show) => (value === undefined ? 'closed' : show(value)),
  perform: receives,
  real: (op) => real(op).receive(),
})
const receiveAttempt = { ...fromChannel, attempts: true, succeeded: hasReceived, enabled: null, perform: receives }
const tryReceive = defineOperation({
  ...receiveAttempt,
  name: 'tryReceive',
  describe: (_given, _given2, value, show) => (value === undefined ? 'nothing' : show(value)),
  real: (op) => real(op).tryReceive(),
})
const timedReceive = defineOperation({
  ...receiveAttempt,
  name: 'timed tryReceive',
  timed: timeLimit(canReceive, (value) => value === undefined),
  describe: (_given, _given2, value, show) => (value === undefined ? 'nothing in time' : show(value)),
  real: (op) => real(op).tryReceive(op.operand as number),
})
const close = defineOperation({
  name: 'close',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  perform: (op) => model(op).close(),
  real: (op) => real(op).close(),
})

function textOf(message: unknown): string {
  const value = (message as Message).open()
  return typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value))
}

interface Content {
  count: number
  closed: boolean
  readonly capacity: number
}
const canSendAfter = ({ count, closed, capacity }: Content): boolean => closed || count < capacity
const canReceiveAfter = ({ count, closed }: Content): boolean => closed || count > 0

function contentAfter(events: EventSequence, { base, model }: Allocation): Content {
  const content = { count: 0, closed: false, capacity: (model as ChannelModel).capacity }
  for (let k = 0; k < events.length; k++) {
    if (events.accesses(k).cell !== base) continue
    const spec = events.spec(k)
    if (spec === close) content.closed = true
    else if (sends.has(spec)) content.count += spec.attempts && !events.hasSucceeded(k) ? 0 : 1
    else content.count = Math.max(content.count - (spec.attempts && !events.hasSucceeded(k) ? 0 : 1), 0)
  }
  return content
}
const sends = new Set<OperationSpec>([send, boundedSend, trySend, timedSend])

/** The operation with its message, which is copied before the switch point; and with its time limit. */
function armSend(spec: OperationSpec, channel: Channel, value: unknown, limit?: unknown): Operation {
  const copied = messageWith(value, channel.name)
  const op = armPrimitive(spec, channel, limit)
  op.operand2 = copied
  return op
}

const isBounded = (channel: Channel): boolean => (channel.allocation.model as ChannelModel).capacity !== Infinity

const DEFAULT_BYTES = 65_536

/** Any number, as a number that both forms can hold. */
const UNBOUNDED = MAX_COUNT

const kind = definePrimitive({
  type: Channel<unknown>,
  parameters: (name, { capacity, bytes = DEFAULT_BYTES, ...others }: ChannelOptions = {}) => {
    for (const other of Object.keys(others))
      throw programError(`mem.channel('${name}', …) has no option '${other}'; there are capacity, bytes`)
    const what = (option: string): string => `mem.channel('${name}', { ${option} })`
    const most = capacity === undefined || capacity === Infinity ? UNBOUNDED : capacity
    return [checkCount(what('capacity'), most, 1), checkCount(what('bytes'), bytes, 1)] as const
  },
  words: ([capacity, bytes]) => RealQueue.initialWords(capacity, bytes),
  model: ([capacity, bytes]) => new ChannelModel(capacity === UNBOUNDED ? Infinity : capacity, bytes),
  operations: {
    send: (channel, value) => armSend(isBounded(channel) ? boundedSend : send, channel, value),
    trySend: (channel, value, timeout = 0) => {
      const limit = validTimeout('channel.trySend', timeout)
      if (limit === 0) return armSend(trySend, channel, value)
      return limit === Infinity ? armSend(boundedSend, channel, value, true) : armSend(timedSend, channel, value, limit)
    },
    receive,
    tryReceive: (channel, timeout = 0) => {
      const limit = validTimeout('channel.tryReceive', timeout)
      if (limit === 0) return armPrimitive(tryReceive, channel)
      return limit === Infinity ? armPrimitive(receive, channel) : armPrimitive(timedReceive, channel, limit)
    },
    close,
  },
})

/** What cannot be derived from the class: messages have a type. */
export interface ChannelTypes {
  readonly mem: <T = unknown>(name: string, options?: ChannelOptions) => Channel<T>
  readonly ops: {
    send<T>(channel: Channel<T>, message: T): Yields<void>
    trySend<T>(channel: Channel<T>, message: T, timeout?: number): Yields<boolean>
    receive<T>(channel: Channel<T>): Yields<T | undefined>
    tryReceive<T>(channel: Channel<T>, timeout?: number): Yields<T | undefined>
    close(channel: Channel): Yields<void>
  }
}
export const channel = kind as typeof kind & { readonly types: ChannelTypes }
