import { MAX_WORKERS, type Slot } from '../../base/thread-numbers.ts'
import type { Operation } from '../operations/operation.ts'

/** The state of a primitive in explored executions, and under gates. */
export abstract class PrimitiveModel {
  /** Back to the state before the first transition. */
  abstract reset(): void

  /** Who holds it, as thread slots, for deadlock reports. */
  holders(): number[] {
    return []
  }

  /** Its state in a few words, for people. */
  describe(nameOf: (slot: number) => string): string {
    const holders = this.holders()
    return holders.length === 0 ? 'free' : `held by ${holders.map(nameOf).join(', ')}`
  }

  /** Whether only those who took it can give it back. A semaphore may be released by anybody. */
  get isLock(): boolean {
    return false
  }

  // --- Undoing a step: what one operation may change, as a number ---

  /** Whether an operation of one transition, on this primitive alone, can be undone by `restore`. */
  get isUndoable(): boolean {
    return false
  }

  /** What an operation of the thread may change: 32 bits. */
  save(_thread: number): number {
    return 0
  }

  /** Back to what it was when the thread had not yet done what it did after `save`. */
  restore(_thread: number, _saved: number): void {}

  // --- Between workers, which keep it in shared memory and work on it under a lock ---

  /** How many words it takes. */
  abstract get words(): number

  /** Whether its operations look who was woken, or wake others. */
  get wakes(): boolean {
    return false
  }

  /** `ops` are the operations of all threads, by slot. */
  abstract load(words: Int32Array, ops: readonly Operation[]): void
  /** Threads by the names that they are given: their slots, unless who is who does not matter. */
  abstract store(words: Int32Array, nameOf: NameOf): void

  // --- What tells its states apart in a search ---

  /** Threads by the names that they are given, as for `store`. */
  digest(add: DigestWord, nameOf: NameOf): void {
    const words = (this.#stored ??= new Int32Array(this.words))
    words.fill(0)
    this.store(words, nameOf)
    for (let i = 0; i < words.length; i++) if (words[i] !== 0) add(i, words[i]!)
  }
  #stored: Int32Array | null = null

  /** Whether that depends on who is who, whatever threads are called. */
  get knowsThreads(): boolean {
    return false
  }
}

/** Told a word that is not 0, and the number of its place among all of the primitive. */
export type DigestWord = (place: number, word: number) => void

export type NameOf = (slot: Slot) => Slot
export const itself: NameOf = (slot) => slot

/** How many words a queue of threads takes. */
export const QUEUE_WORDS = 1 + MAX_WORKERS

export function loadQueue(queue: Operation[], words: Int32Array, ops: readonly Operation[]): void {
  queue.length = 0
  for (let i = 0; i < words[0]!; i++) queue.push(ops[words[1 + i]!]!)
}

export function storeQueue(queue: readonly Operation[], words: Int32Array, nameOf: NameOf): void {
  words[0] = queue.length
  queue.forEach((op, i) => {
    words[1 + i] = nameOf(op.thread)
  })
}

/** A queue of any number of threads, for `digest`: places from 0 on. */
export function digestQueue(queue: readonly Operation[], add: DigestWord, nameOf: NameOf): void {
  for (let i = 0; i < queue.length; i++) add(i, nameOf(queue[i]!.thread) + 1)
}

/** Who waits, for `describe`. */
export const waitingText = (queue: readonly Operation[], nameOf: (slot: number) => string): string =>
  queue.length === 0 ? 'nobody waits' : `${queue.map((op) => nameOf(op.thread)).join(', ')} waiting`
