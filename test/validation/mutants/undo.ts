import { Execution } from '../../../src/execution/execution.ts'
import { UndoLog } from '../../../src/execution/backtracking/undo-log.ts'
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
const MUTEX = 2

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

/** Who holds a mutex is left as it is. */
const leavesMutexes = whilePatched(
  parts,
  'note',
  (note) =>
    function (...args) {
      note.apply(this, args)
      if (this.effects[this.length - 1] === MUTEX) this.effects[this.length - 1] = 0
    },
)

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
      const asking = this as unknown as { askBlocked?: () => void }
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
    source: 'undo-log.ts',
    subject: leavesMutexes,
    example: '[lock m; unlock m] || [lock m; unlock m] || [lock m]',
    setting: optimal,
    profile: 'locks',
    settings: [optimal, bounded],
  },
  {
    name: 'undo, what cannot be undone',
    budget: 60,
    source: 'undo-log.ts',
    subject: undoesAnything,
    example: '[acquire q; release q] || [tryacquire q; release q]',
    setting: optimal,
    profile: 'permits',
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
]
