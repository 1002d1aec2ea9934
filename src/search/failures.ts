import { firstIn, type ThreadSets } from '../base/thread-sets.ts'
import type { Slot } from '../base/thread-numbers.ts'
import type { SearchStack } from './search-stack.ts'
import type { Sequence } from './sequence.ts'

/**
 * Which threads failed where. Nothing may come after a failure, so it is dependent with everything, and never sleeps:
 * what a state knows of it is kept here.
 */
export class Failures {
  /** There has been one: traces may be met again, and executions be redundant. */
  any = false
  private readonly stack: SearchStack
  /** By state: threads that failed there, or were added because another one did, so that each is added once. */
  private readonly tried: ThreadSets
  /** By state: threads whose next transition, whatever it chooses, failed there. */
  private readonly failed: ThreadSets

  constructor(stack: SearchStack) {
    this.stack = stack
    this.tried = stack.addSets()
    this.failed = stack.addSets()
  }

  /** A new state. */
  enter(depth: number): void {
    this.tried.clear(depth)
    this.failed.clear(depth)
  }

  /** The event that was explored from state e failed: with the only value that it has, or with one of `all`. */
  note(e: number, thread: Slot, chooses: boolean, all: boolean): void {
    this.any = true
    if (!chooses) this.failed.add(e, thread)
    if (!chooses || all) this.tried.add(e, thread)
  }

  /** Whether the thread has not been explored from state e yet, nor been added there because another one failed. */
  isUntried(e: number, thread: Slot): boolean {
    const { stack } = this
    if (!stack.isEnabled(e, thread) || stack.isAsleep(e, thread) || stack.complete.has(e, thread)) return false
    if (this.tried.has(e, thread)) return false
    this.tried.add(e, thread)
    return true
  }

  /**
   * failed(E') and I(v) have a member in common: v ends there, as was seen. Without this rule two threads that fail and
   * race, `[unlock m] || [unlock m]`, are put before each other for ever.
   */
  startsWithOne(e: number, v: Sequence): boolean {
    if (!this.any) return false
    const { width } = this.stack
    for (let word = 0, at = e * width; word < width; word++, at++) {
      for (let rest = this.failed.words[at]!; rest !== 0; rest &= rest - 1)
        if (v.startsWith(firstIn(rest, word))) return true
    }
    return false
  }
}
