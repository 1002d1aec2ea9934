/** What a channel carries: a copy of a value, as a message between workers is one. */
import v8 from 'node:v8'
import { copyFor } from '../threads/passing.ts'

/** As they were before native code was kept from shared memory: here there is none. */
const { serialize, deserialize } = v8

export class Message {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** A copy of the value that was sent. */
  open(): unknown {
    const value: unknown = deserialize(Uint8Array.from(this.bytes)) // what it makes of typed arrays are views of what it is given
    if (typeof value === 'object' && value !== null) messages.set(value, this)
    return value
  }
}

/** The messages that objects came in. */
const messages = new WeakMap<object, Message>()

/**
 * What tells what was received from what else could have been: the same for each copy of the same message, which a
 * thread may have changed since.
 */
export const messageOf = (value: object): Message | undefined => messages.get(value)

export function messageWith(value: unknown, channel: string): Message {
  if (value === undefined)
    throw new TypeError(
      `channel ${channel}: undefined cannot be sent, since that is what receive returns when the channel is closed`,
    )
  return new Message(serialize(copyFor(value, `the message to channel ${channel}`)))
}

/** Messages with equal contents, as one. */
export class Messages {
  private readonly known = new Map<string, Message>()

  of(bytes: Uint8Array): Message {
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    let message = this.known.get(key)
    if (message === undefined) this.known.set(key, (message = new Message(bytes)))
    return message
  }
}
