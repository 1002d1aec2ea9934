import type { Slot } from '../base/thread-numbers.ts'
import { firstIn, ThreadSets, wordsFor } from '../base/thread-sets.ts'
import { type ControlledThread, ThreadStatus } from './controlled-thread.ts'

const NOW = 0

/** Which threads can run now: those with a pending operation, unless it is of a kind that blocks and is blocked. */
export class EnabledThreads {
  /** One row. */
  sets: ThreadSets
  /** Threads whose pending operation is of a kind that can be disabled: only they need to be asked again. */
  private blockable: ThreadSets

  constructor(threads: number) {
    this.sets = new ThreadSets(wordsFor(threads))
    this.blockable = new ThreadSets(wordsFor(threads))
  }

  /** Room for so many threads, which are more. */
  widen(threads: number): void {
    this.sets = this.sets.widened(wordsFor(threads))
    this.blockable = this.blockable.widened(wordsFor(threads))
  }

  clear(): void {
    this.sets.clear(NOW)
    this.blockable.clear(NOW)
  }

  /** The thread has come to another operation, or to its end. */
  note({ slot, status, operation }: ControlledThread): void {
    const isPending = status === ThreadStatus.pending
    const canBlock = isPending && operation.spec.enabled !== null
    if (canBlock) this.blockable.add(NOW, slot)
    else this.blockable.remove(NOW, slot)
    if (isPending && !canBlock) this.sets.add(NOW, slot)
    else this.sets.remove(NOW, slot)
  }

  /** Asks all that can block, after something has changed. */
  askBlocked(threads: readonly ControlledThread[]): void {
    const { words, width } = this.blockable
    for (let word = 0; word < width; word++) {
      for (let rest = words[word]!; rest !== 0; rest &= rest - 1) {
        const slot = firstIn(rest, word)
        const { operation } = threads[slot]!
        if (operation.spec.enabled!(operation)) this.sets.add(NOW, slot)
        else this.sets.remove(NOW, slot)
      }
    }
  }

  get anyBlockable(): boolean {
    return !this.blockable.isEmpty(NOW)
  }

  get any(): boolean {
    return !this.sets.isEmpty(NOW)
  }

  has(slot: Slot): boolean {
    return this.sets.has(NOW, slot)
  }
}
