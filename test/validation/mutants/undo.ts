import { Execution } from '../../../src/execution/execution.ts'
import { UndoLog } from '../../../src/execution/backtracking/undo-log.ts'
import { EventModel } from '../../../src/program/primitives/event.ts'
import { LatchModel } from '../../../src/program/primitives/latch.ts'
import { MutexModel } from '../../../src/program/primitives/mutex.ts'
import type { PrimitiveModel } from '../../../src/program/primitives/primitive-model.ts'
import { RwLockModel } from '../../../src/program/primitives/rwlock.ts'
import { SemaphoreModel } from '../../../src/program/primitives/semaphore.ts'
import type { Subject } from '../check-program.ts'
import { type Setting, setting } from '../compare.ts'
import { type Mutant, whilePatched } from './mutant.ts'

/** What the log keeps of the last step. */
interface Columns {
  readonly length: number
  readonly sizes: Uint8Array
  readonly effects: Uint8Array
}
interface Parts {
  note(this: Columns, ...args: Parameters<UndoLog['note']>): void
  save(...args: unknown[]): number
}
const parts = UndoLog.prototype as unknown as Parts

/** Of what an access wrote, only the first byte is put back. */
const firstByteOnly = whilePatched(
  parts,
  'note',
  (note) =>
    function (...args) {
      note.apply(this, args)
      this.sizes[this.length - 1] = Math.min(this.sizes[this.length - 1]!, 1)
    },
)

/** A kind of primitives is left as it is. */
const leaves = (model: { readonly prototype: PrimitiveModel }): Subject =>
  whilePatched(model.prototype, 'restore', () => () => {
    /* that is the mutation */
  })

/** What cannot be undone is taken for something that needs no undoing. */
const undoesAnything = whilePatched(
  parts,
  'save',
  (save) =>
    function (this: unknown, ...args) {
      return Math.max(save.apply(this, args), 0)
    },
)

/** Whether threads that can block are enabled is not asked again after steps were undone. */
const asksNobody = whilePatched(
  Execution.prototype,
  'rewind',
  (rewind) =>
    function (this: Execution, steps) {
      const asking = this.enabled as unknown as { askBlocked?: () => void }
      asking.askBlocked = () => {
        /* that is the mutation */
      }
      try {
        return rewind.call(this, steps)
      } finally {
        delete asking.askBlocked
      }
    },
)

/** Threads that were spawned are not taken back. */
const keepsSpawned = whilePatched(
  UndoLog.prototype,
  'undo',
  (undo) =>
    function (this: UndoLog) {
      const thread = undo.call(this)
      this.hasSpawned = false
      return thread
    },
)

/** Steps are undone from the second execution on. */
export const undoing = (plain: Setting): Setting => ({
  ...plain,
  capacities: { checkedAtFirst: 0, checkedEvery: 2 ** 30 },
})
const optimal = undoing(setting('optimal'))
const bounded = undoing(setting('dpor', { preemption: 2 }, { cache: true }))

export const undoMutants: readonly Mutant[] = [
  {
    name: 'undo, only the first byte',
    budget: 60,
    source: 'undo-log.ts',
    subject: firstByteOnly,
    example: '[w x 256; r x] || [r x] || [w x 512]',
    setting: optimal,
    profile: 'bytes',
    settings: [optimal, bounded],
  },
  {
    name: 'undo, mutexes stay held',
    budget: 60,
    source: 'mutex.ts',
    subject: leaves(MutexModel),
    example: '[lock m; unlock m] || [lock m; unlock m] || [lock m]',
    setting: optimal,
    profile: 'locks',
    settings: [optimal, bounded],
  },
  {
    name: 'undo, semaphores keep their count',
    budget: 60,
    source: 'semaphore.ts',
    subject: leaves(SemaphoreModel),
    example: '[acquire q; release q] || [tryacquire q; release q]',
    setting: optimal,
    profile: 'permits',
    settings: [optimal, bounded],
  },
  {
    name: 'undo, rwlocks stay held',
    budget: 60,
    source: 'rwlock.ts',
    subject: leaves(RwLockModel),
    example: '[wlock l] || [w x; wlock l]',
    setting: bounded,
    profile: 'sync',
    settings: [optimal, bounded],
  },
  {
    name: 'undo, events stay set',
    budget: 60,
    source: 'event.ts',
    subject: leaves(EventModel),
    example: '[w y] || [r y; await e] || [set e]',
    setting: bounded,
    profile: 'sync',
    settings: [optimal, bounded],
  },
  {
    name: 'undo, latches stay counted down',
    budget: 500,
    source: 'latch.ts',
    subject: leaves(LatchModel),
    example: '[w y] || [r y; await k] || [countdown k; countdown k]',
    setting: bounded,
    profile: 'sync',
    settings: [optimal, bounded],
  },
  {
    name: 'undo, what cannot be undone',
    budget: 60,
    source: 'undo-log.ts',
    subject: undoesAnything,
    example: '[await b; w x] || [await b; r x] || [w x]',
    setting: optimal,
    profile: 'sync',
    settings: [optimal, bounded],
  },
  {
    name: 'undo, threads that can block are not asked',
    budget: 60,
    source: 'execution.ts',
    subject: asksNobody,
    example: '[lock m; unlock m] || [lock m; unlock m]',
    setting: optimal,
    profile: 'locks',
    settings: [optimal, bounded],
  },
  {
    name: 'undo, spawned threads stay',
    budget: 60,
    source: 'execution.ts',
    subject: keepsSpawned,
    example: '[r x; if 1 {spawn t0} else {spawn t1}] || [w x] where t0 [w y] t1 [r y]',
    setting: optimal,
    profile: 'threads',
    settings: [optimal, bounded],
  },
]
