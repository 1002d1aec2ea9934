import { Access } from '../../../src/dependence/accesses.ts'
import type { Operation } from '../../../src/program/operations/operation.ts'
import type { EventLog } from '../../../src/trace/event-log.ts'
import { Bpor } from '../../../src/search/strategies/bpor.ts'
import { HappensBefore } from '../../../src/trace/happens-before.ts'
import { setting } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'
import { type Mutant, whilePatched, withReduction } from './mutant.ts'

/** Accesses are dependent only if they start at the same byte. */
class SameStart extends Bpor {
  protected override isDependent(i: number, u: number): boolean {
    const [event, pending] = [this.search.log.accesses[i]!, this.search.next(u).accesses]
    const single = event.cell2 < 0 && pending.cell2 < 0
    return (!single || event.cell === pending.cell) && super.isDependent(i, u)
  }
}

/** Of an access to several cells, only the first one counts for what happens before what. */
const firstCellOnly = whilePatched(
  HappensBefore.prototype,
  'push',
  (push) =>
    function (this: HappensBefore, depth) {
      const { log } = this as unknown as { log: EventLog }
      const stride = log.accesses[depth]!.stride
      log.accesses[depth]!.stride = Math.max(stride, log.accesses[depth]!.bytes)
      push.call(this, depth)
      log.accesses[depth]!.stride = stride
    },
)

/** A thread's first event does not happen after the spawn of the thread. */
const withoutSpawns = whilePatched(
  HappensBefore.prototype,
  'push',
  (push) =>
    function (this: HappensBefore, depth) {
      const { log } = this as unknown as { log: EventLog }
      const spawned = log.spawned[depth]!
      log.spawned[depth] = -1
      push.call(this, depth)
      log.spawned[depth] = spawned
      if (spawned >= this.threads) this.threads = spawned + 1
    },
)

interface Joining {
  join(depth: number, cell: number, writes: boolean): void
}

/** A write does not happen after the reads before it. */
const withoutReads = whilePatched(
  HappensBefore.prototype as unknown as Joining,
  'join',
  (join) =>
    function (this: Joining, depth, cell) {
      join.call(this, depth, cell, false)
    },
)

/**
 * What sleeps is not woken by what happens to its second cell: a wait list, the mutex of a condition, the end of a
 * thread.
 */
class SleepsThroughSecondCells extends ObservedExplorer {
  protected override sleepAfter(depth: number, op: Operation): void {
    const { sleep, complete } = this.stack
    const asleep = (slot: number): boolean => sleep.has(depth, slot) || complete.has(depth, slot)
    sleep.clear(depth + 1)
    for (const {
      slot,
      operation: { accesses: other },
    } of this.execution.threads) {
      if (!asleep(slot) || slot === op.thread) continue
      const meet =
        other.access !== Access.none &&
        op.accesses.access !== Access.none &&
        (other.access | op.accesses.access) >= Access.write &&
        other.cell < op.accesses.cell + op.accesses.bytes &&
        op.accesses.cell < other.cell + other.bytes
      if (!meet) sleep.add(depth + 1, slot)
    }
  }
}

const dpor = setting('dpor')
const sleeping = setting('dpor', {}, { sleep: true })
const optimal = setting('optimal')

export const dependenceMutants: readonly Mutant[] = [
  {
    name: 'accesses are dependent if they start at the same byte',
    budget: 60,
    source: 'accesses.ts',
    subject: withReduction(SameStart),
    example: '[inc x* 1] || [r y]',
    setting: dpor,
    profile: 'views',
    settings: [dpor, setting('dpor', { preemption: 1 })],
  },
  {
    name: 'happens-before, only first cells',
    budget: 60,
    source: 'happens-before.ts',
    subject: firstCellOnly,
    example: '[r x.1] || [r y; w x]',
    setting: optimal,
    profile: 'views',
    settings: [dpor, optimal],
  },
  {
    name: 'happens-before, without spawns',
    budget: 60,
    source: 'happens-before.ts',
    subject: withoutSpawns,
    example: '[w x; spawn t0] where t0 [r x]',
    setting: optimal,
    profile: 'threads',
    settings: [dpor, optimal],
  },
  {
    name: 'happens-before, writes do not come after reads',
    budget: 60,
    source: 'happens-before.ts',
    subject: withoutReads,
    example: '[r z] || [w z]',
    setting: optimal,
    profile: 'memory',
    settings: [optimal],
  },
  {
    name: 'sleep sets, second cells wake nobody',
    budget: 200,
    source: 'explorer.ts',
    subject: { type: SleepsThroughSecondCells },
    example: '[wait x 0] || [wake x 1] || [wake x 1]',
    setting: sleeping,
    profile: 'sync',
    settings: [sleeping, optimal],
  },
]
