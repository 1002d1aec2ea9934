import type { Slot } from './thread-numbers.ts'
import { doubled } from './columns.ts'

/** How many 32-bit words a set of so many threads takes. */
export const wordsFor = (threads: number): number => Math.max(1, Math.ceil(threads / 32))

/** The least thread of a word that is not 0; `word` is its place in the set. */
export const firstIn = (bits: number, word: number): number => 32 * word + 31 - Math.clz32(bits & -bits)

/**
 * Sets of threads (of slots), one for each row: `width` words of bits each. Whoever combines whole sets works on the
 * words of row r, from `r * width` on.
 */
export class ThreadSets {
  readonly width: number
  words: Int32Array<ArrayBuffer>

  constructor(width: number, rows = 1) {
    this.width = width
    this.words = new Int32Array(width * rows)
  }

  has(row: number, thread: Slot): boolean {
    return (this.words[row * this.width + (thread >>> 5)]! & (1 << thread)) !== 0
  }

  add(row: number, thread: Slot): void {
    this.words[row * this.width + (thread >>> 5)]! |= 1 << thread
  }

  remove(row: number, thread: Slot): void {
    this.words[row * this.width + (thread >>> 5)]! &= ~(1 << thread)
  }

  clear(row: number): void {
    const { words, width } = this
    for (let at = row * width; at < (row + 1) * width; at++) words[at] = 0
  }

  isEmpty(row: number): boolean {
    const { words, width } = this
    for (let at = row * width; at < (row + 1) * width; at++) if (words[at] !== 0) return false
    return true
  }

  /** Makes the set equal to row `from` of others of the same width. */
  copy(row: number, others: ThreadSets, from: number): void {
    const { words, width } = this
    for (let word = 0; word < width; word++) words[row * width + word] = others.words[from * width + word]!
  }

  /** The set as plain numbers. */
  row(row: number): number[] {
    return [...this.words.subarray(row * this.width, (row + 1) * this.width)]
  }

  /** Adds all threads of a set that is given as such numbers. */
  include(row: number, words: readonly number[]): void {
    for (let word = 0; word < this.width; word++) this.words[row * this.width + word]! |= words[word]!
  }

  /** Whether the set is part of row `from` of others. */
  isSubset(row: number, others: ThreadSets, from: number): boolean {
    const { words, width } = this
    for (let word = 0; word < width; word++)
      if ((words[row * width + word]! & ~others.words[from * width + word]!) !== 0) return false
    return true
  }

  /** The first set again, in more words. */
  widened(width: number): ThreadSets {
    const wider = new ThreadSets(width)
    wider.words.set(this.words.subarray(0, this.width))
    return wider
  }

  /** Room for twice as many rows. */
  grow(): void {
    this.words = doubled(this.words)
  }

  /** The first rows as plain numbers, and back. */
  save(rows: number): number[] {
    return [...this.words.subarray(0, rows * this.width)]
  }

  restore(words: readonly number[]): void {
    this.words.set(words)
  }
}

/** How many threads are in the word. */
export function sizeOf(bits: number): number {
  let size = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) size++
  return size
}
