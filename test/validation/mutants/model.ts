import { Access } from '../../../src/dependence/accesses.ts'
import type { Operation } from '../../../src/program/operations/operation.ts'
import { ops } from '../../../src/program/operations/ops.ts'
import { SpinWatch } from '../../../src/program/loops/spin-wait.ts'
import { setting } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'
import { type Mutant, whilePatched } from './mutant.ts'

/** The last event of a thread does not write the thread's end, so a join depends on nothing (errata 14). */
class JoinsNothing extends ObservedExplorer {
  protected override push(depth: number): void {
    this.log.accesses[depth]!.end = -1
    super.push(depth)
  }
}

/** Wrong where dependence comes from, so that the reference is as wrong as the search: hashes alone could not tell. */
const compareExchangeReads = { ...ops, atomics: { ...ops.atomics, compareExchange: describedAsRead } } as typeof ops

function describedAsRead(...args: Parameters<typeof ops.atomics.compareExchange>): unknown {
  const op = ops.atomics.compareExchange(...args) as unknown as Operation
  op.accesses.access = Access.read
  return op
}

/** `ops` with one operation that says something else of itself. */
function described<K extends 'reset' | 'tryAcquire' | 'wait' | 'readUnlock'>(
  name: K,
  change: (op: Operation) => void,
): typeof ops {
  const original = ops[name] as (...args: unknown[]) => unknown
  return { ...ops, [name]: (...args: unknown[]) => changed(original(...args), change) }
}

function changed(made: unknown, change: (op: Operation) => void): unknown {
  change(made as Operation)
  return made
}

const notifiesNobody = {
  ...ops,
  atomics: {
    ...ops.atomics,
    notify: (...args: Parameters<typeof ops.atomics.notify>) =>
      changed(ops.atomics.notify(...args), (op) => {
        op.accesses.cell2 = -1
      }),
  },
} as typeof ops

/** A thread that spins names only one of the places at which it looks. */
const looksAtOne = whilePatched(
  SpinWatch.prototype,
  'arrive',
  (arrive) =>
    function (this: SpinWatch, op) {
      arrive.call(this, op)
      if (op.awaited !== null) op.accesses.cell2 = -1
    },
)

export const modelMutants: readonly Mutant[] = [
  {
    name: 'join without the write of the end',
    budget: 1500,
    source: 'errata 14',
    subject: { type: JoinsNothing },
    example: '[spawn t0; spawn t1; w y; w x] where t0 [w y] t1 [w x; joinfirst; r x]',
    setting: setting('dpor', { preemption: 1 }),
    profile: 'siblings',
    settings: [
      setting('dpor'),
      ...[0, 1, 2].map((limit) => setting('dpor', { preemption: limit })),
      setting('dpor', {}, { sleep: true, trans: true, alt: true }),
    ],
  },
  {
    name: 'compare-and-swap described as a read',
    budget: 80,
    source: 'errata 30',
    subject: { operations: compareExchangeReads },
    example: '[cas x] || [r x]',
    setting: setting('dpor'),
    profile: 'memory',
    settings: [setting('dpor')],
  },
  {
    name: 'reset of an event described as no access',
    budget: 100,
    source: 'event.ts',
    subject: {
      operations: described('reset', (op) => {
        op.accesses.access = Access.none
      }),
    },
    example: '[set e] || [reset e]',
    setting: setting('dpor'),
    profile: 'sync',
    settings: [setting('dpor')],
  },
  {
    name: 'tryAcquire described as a read',
    budget: 100,
    source: 'semaphore.ts',
    subject: {
      operations: described('tryAcquire', (op) => {
        op.accesses.access = Access.read
      }),
    },
    example: '[tryacquire q] || [tryacquire q]',
    setting: setting('dpor'),
    profile: 'permits',
    settings: [setting('dpor')],
  },
  {
    name: 'a condition that does not name its mutex',
    budget: 100,
    source: 'condition.ts',
    subject: {
      operations: described('wait', (op) => {
        op.accesses.cell2 = -1
      }),
    },
    example: '[lock m; cwait c m] || [notifyall c; lock m]',
    setting: setting('dpor'),
    profile: 'sync',
    settings: [setting('dpor')],
  },
  {
    name: 'a notification that does not name the wait list',
    budget: 100,
    source: 'wait-and-notify.ts',
    subject: { operations: notifiesNobody },
    example: '[wait x 0] || [wake x 1]',
    setting: setting('dpor'),
    profile: 'sync',
    settings: [setting('dpor')],
  },
  {
    name: 'a spin-wait that names one of two places',
    budget: 100,
    source: 'spin-wait.ts',
    subject: looksAtOne,
    example: '[until x y] || [w y]',
    setting: setting('optimal'),
    profile: 'spins',
    settings: [setting('optimal'), setting('dpor')],
  },
]
