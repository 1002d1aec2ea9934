import { firstIn } from '../base/thread-sets.ts'
import { conflict } from '../dependence/accesses.ts'
import type { Execution } from '../execution/execution.ts'
import type { Operation } from '../program/operations/operation.ts'
import type { SearchStack } from './search-stack.ts'

/**
 * Sleep sets [Godefroid; Coons, dissertation, 6.5]: asleep after op, executed from state `depth`, is what slept before
 * it or was completely explored before it, and is independent of it.
 */
export function sleepAfter(stack: SearchStack, execution: Execution, depth: number, op: Operation): void {
  const { width, sleep, complete } = stack
  const { threads } = execution
  for (let word = 0; word < width; word++) {
    const at = depth * width + word
    let asleep = sleep.words[at]! | complete.words[at]!
    for (let rest = asleep; rest !== 0; rest &= rest - 1) {
      const t = firstIn(rest, word)
      if (t === op.thread || conflict(threads[t]!.operation.accesses, op.accesses)) asleep &= ~(1 << t)
    }
    sleep.words[at + width] = asleep
  }
}
