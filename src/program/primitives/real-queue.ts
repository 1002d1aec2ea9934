/** The messages of a real channel: a ring of bytes in shared memory, behind a few words. Its users hold its guard. */
import { Message } from './message.ts'

export const Word = { guard: 0, version: 1, closed: 2, capacity: 3, count: 4, first: 5, used: 6 } as const
const WORDS = 7

/** How many bytes tell how long a message is. */
export const LENGTH_BYTES = 4

export class RealQueue {
  private readonly words: Int32Array
  private readonly ring: Uint8Array

  static initialWords(capacity: number, bytes: number): number[] {
    const words = Array<number>(WORDS + Math.ceil(bytes / 4)).fill(0)
    words[Word.capacity] = capacity
    return words
  }

  constructor(words: Int32Array) {
    this.words = words
    this.ring = new Uint8Array(words.buffer, words.byteOffset + 4 * WORDS)
  }

  get count(): number {
    return this.words[Word.count]!
  }

  get room(): number {
    return this.ring.length
  }

  hasRoomFor({ length }: Uint8Array): boolean {
    return this.words[Word.used]! + LENGTH_BYTES + length <= this.room
  }

  put(bytes: Uint8Array): void {
    const length = new Uint8Array(new Uint32Array([bytes.length]).buffer)
    this.append(length)
    this.append(bytes)
    this.words[Word.count]!++
  }

  take(): Message | null {
    if (this.count === 0) return null
    const [length] = new Uint32Array(this.remove(LENGTH_BYTES).buffer)
    const message = new Message(this.remove(length!))
    this.words[Word.count]!--
    return message
  }

  private append(bytes: Uint8Array): void {
    const { words, ring, room } = this
    const at = (words[Word.first]! + words[Word.used]!) % room
    const before = Math.min(bytes.length, room - at)
    ring.set(bytes.subarray(0, before), at)
    ring.set(bytes.subarray(before), 0)
    words[Word.used]! += bytes.length
  }

  private remove(count: number): Uint8Array<ArrayBuffer> {
    const { words, ring, room } = this
    const bytes = new Uint8Array(count)
    const at = words[Word.first]!
    const before = Math.min(count, room - at)
    bytes.set(ring.subarray(at, at + before))
    bytes.set(ring.subarray(0, count - before), before)
    words[Word.first] = (at + count) % room
    words[Word.used]! -= count
    return bytes
  }
}
