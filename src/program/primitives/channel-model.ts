import { Message, Messages } from './message.ts'
import { type DigestWord, PrimitiveModel } from './primitive-model.ts'
import { LENGTH_BYTES } from './real-queue.ts'

/** What a channel holds. Never changed; there is one for equal contents, so that its number stands for it. */
class Content {
  readonly id: number
  readonly #messages: readonly Message[]
  readonly #closed: boolean
  readonly #bytes: number

  constructor(id: number, messages: readonly Message[], closed: boolean) {
    this.id = id
    this.#messages = messages
    this.#closed = closed
    this.#bytes = messages.reduce((sum, { bytes }) => sum + LENGTH_BYTES + bytes.length, 0)
  }

  get messages(): readonly Message[] {
    return this.#messages
  }
  get closed(): boolean {
    return this.#closed
  }
  get bytes(): number {
    return this.#bytes
  }
}

/** Between workers nothing is remembered: there, what channels hold never comes back. */
const passing = (messages: readonly Message[], closed: boolean): Content => new Content(-1, messages, closed)

/** All that a channel was ever seen to hold: going back to one of them is to know its number. */
class Contents {
  readonly all: Content[] = []
  private readonly next = new Map<string, Content>()
  private readonly messageIds = new Map<Message, number>()
  private readonly messages = new Messages()

  constructor() {
    this.add([], false)
  }

  with(before: Content, message: Message): Content {
    if (before.id < 0) return passing([...before.messages, message], before.closed)
    const known = this.messages.of(message.bytes)
    return this.after(`${before.id} ${this.messageId(known)}`, () => [[...before.messages, known], before.closed])
  }

  withoutFirst(before: Content): Content {
    const rest = before.messages.slice(1)
    return before.id < 0 ? passing(rest, before.closed) : this.of(rest, before.closed)
  }

  closed(before: Content): Content {
    if (before.id < 0) return passing(before.messages, true)
    return this.after(`${before.id} closed`, () => [before.messages, true])
  }

  /** From its beginning: the same contents are reached in one way only. */
  private of(messages: readonly Message[], closed: boolean): Content {
    let content = this.all[0]!
    for (const message of messages) content = this.with(content, message)
    return closed ? this.closed(content) : content
  }

  private after(key: string, make: () => [readonly Message[], boolean]): Content {
    let content = this.next.get(key)
    if (content === undefined) this.next.set(key, (content = this.add(...make())))
    return content
  }

  private add(messages: readonly Message[], closed: boolean): Content {
    const content = new Content(this.all.length, messages, closed)
    this.all.push(content)
    return content
  }

  private messageId(message: Message): number {
    let id = this.messageIds.get(message)
    if (id === undefined) this.messageIds.set(message, (id = this.messageIds.size))
    return id
  }
}

export class ChannelModel extends PrimitiveModel {
  readonly capacity: number
  /** How many bytes its messages may take. */
  readonly room: number
  private content: Content
  readonly #contents = new Contents()

  constructor(capacity: number, bytes: number) {
    super()
    this.capacity = capacity
    this.room = 4 * Math.ceil(bytes / 4)
    this.content = this.#contents.all[0]!
  }

  get count(): number {
    return this.content.messages.length
  }
  get isFull(): boolean {
    return this.count >= this.capacity
  }
  get isClosed(): boolean {
    return this.content.closed
  }

  hasRoomFor({ bytes }: Message): boolean {
    return this.content.bytes + LENGTH_BYTES + bytes.length <= this.room
  }

  put(message: Message): void {
    this.content = this.#contents.with(this.content, message)
  }

  take(): Message | undefined {
    const [first] = this.content.messages
    if (first !== undefined) this.content = this.#contents.withoutFirst(this.content)
    return first
  }

  close(): void {
    if (!this.isClosed) this.content = this.#contents.closed(this.content)
  }

  override reset(): void {
    this.content = this.#contents.all[0]!
  }

  override describe(): string {
    const held = this.count === 1 ? '1 message' : `${this.count === 0 ? 'no' : this.count} messages`
    return this.isClosed ? `${held}, closed` : held
  }

  override get isUndoable(): boolean {
    return true
  }
  override save(): number {
    return this.content.id
  }
  override restore(_thread: number, saved: number): void {
    this.content = this.#contents.all[saved]!
  }

  /** Closed or not, how many messages, and each of them with its length. */
  override get words(): number {
    return 2 + this.room / 4
  }
  override load(words: Int32Array): void {
    const bytes = new Uint8Array(words.buffer, words.byteOffset + 8, this.room)
    const lengths = new DataView(words.buffer, words.byteOffset + 8)
    const messages: Message[] = []
    for (let i = 0, at = 0; i < words[1]!; i++) {
      const length = lengths.getUint32(at, true)
      messages.push(new Message(bytes.slice(at + LENGTH_BYTES, at + LENGTH_BYTES + length)))
      at += LENGTH_BYTES + length
    }
    this.content = passing(messages, words[0] === 1)
  }
  override store(words: Int32Array): void {
    const bytes = new Uint8Array(words.buffer, words.byteOffset + 8)
    const lengths = new DataView(words.buffer, words.byteOffset + 8)
    words[0] = this.isClosed ? 1 : 0
    words[1] = this.count
    let at = 0
    for (const message of this.content.messages) {
      lengths.setUint32(at, message.bytes.length, true)
      bytes.set(message.bytes, at + LENGTH_BYTES)
      at += LENGTH_BYTES + message.bytes.length
    }
  }

  /** Not its bytes, of which there are many. */
  override digest(add: DigestWord): void {
    add(0, this.content.id)
  }

  /** Messages are known by who sent them. */
  override get knowsThreads(): boolean {
    return true
  }
}
