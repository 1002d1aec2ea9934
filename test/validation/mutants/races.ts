import type { Execution } from '../../../src/execution/execution.ts'
import { type OperationSpec, Order } from '../../../src/program/operations/operation-spec.ts'
import { RaceDetector, type RaceListener } from '../../../src/trace/race-detector.ts'
import type { Subject } from '../check-program.ts'
import { setting } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'
import type { Mutant } from './mutant.ts'

type DetectorClass = new (...args: ConstructorParameters<typeof RaceDetector>) => RaceDetector

function withDetector(detector: DetectorClass): Subject {
  const type = class extends ObservedExplorer {
    static override makeDetector = (execution: Execution, listener: RaceListener): RaceDetector =>
      new detector(execution.layout.cells, execution.mostThreads, listener)
  }
  return { type }
}

/** A detector to which some operations order other things than they do. */
const ordering = (change: (orders: number, spec: OperationSpec) => number): Subject =>
  withDetector(
    class extends RaceDetector {
      private readonly changed = new Map<OperationSpec, OperationSpec>()

      protected override perform(
        ...[thread, spec, accesses, access, fails, ...rest]: Parameters<RaceDetector['perform']>
      ): void {
        const other = this.changed.get(spec) ?? { ...spec, orders: change(spec.orders ?? Order.none, spec) }
        this.changed.set(spec, other)
        super.perform(thread, other, accesses, access, fails && (other.orders! & Order.ifExpected) !== 0, ...rest)
      }
    },
  )

/** What was seen on one branch of the search is still there on the next one. */
class NeverGoesBack extends RaceDetector {
  override pop(): void {
    /* nothing */
  }
}

/** What happens before the first transition is not seen: nobody has started. */
class SeesNoStart extends RaceDetector {
  override started(thread: number, parent: number): void {
    if (parent >= 0) super.started(thread, -1)
    else super.started(thread, parent)
  }
}

const searches = [setting('none'), setting('dpor'), setting('optimal')]
const named =
  (name: string) =>
  ({ name: specName, base }: OperationSpec): boolean =>
    (base ?? specName) === name

export const raceMutants: readonly Mutant[] = [
  {
    name: 'races: what was popped is remembered',
    budget: 40,
    source: 'race-detector.ts',
    subject: withDetector(NeverGoesBack),
    example: '[cas y 0 1; if 0 {w x}] || [cas y 0 2; if 0 {w x}]',
    setting: setting('dpor'),
    profile: 'control',
    settings: searches,
  },
  {
    name: 'races: a spawn orders nothing',
    budget: 60,
    source: 'sync-order.ts',
    subject: withDetector(SeesNoStart),
    example: '[w x; spawn t0] where t0 [w x]',
    setting: setting('dpor'),
    profile: 'threads',
    settings: searches,
  },
  {
    name: 'races: stores add up',
    budget: 3000,
    source: 'ECMA-262, synchronizes-with',
    subject: ordering((orders, spec) => (named('Atomics.store')(spec) ? orders | Order.acquire : orders)),
    example: '[w x; store y 1] || [r y; if 1 {store y 2}] || [load y; if 2 {r x}]',
    setting: setting('optimal'),
    profile: 'handing',
    settings: [setting('optimal')],
  },
  {
    name: 'races: a compare-and-swap that fails stores',
    budget: 60,
    source: 'ECMA-262, compareExchange',
    subject: ordering((orders) => orders & ~Order.ifExpected),
    example: '[w x; cas y 1 2; w z] || [r z; if 1 {load y; r x}]',
    setting: setting('optimal'),
    profile: 'handing',
    settings: searches,
  },
  {
    name: 'races: readers order each other',
    budget: 1500,
    source: 'rwlock.ts',
    subject: ordering((orders) => ((orders & Order.releaseToWriters) === 0 ? orders : Order.release)),
    example: '[rlock l; w x; runlock l; w z] || [r z; if 1 {rlock l; w x; runlock l}]',
    setting: setting('dpor'),
    profile: 'handing',
    settings: [setting('optimal')],
  },
  {
    name: 'races: a wait orders its mutex only',
    budget: 80,
    source: 'condition.ts',
    subject: ordering((orders, spec) => (named('notifyAll')(spec) || named('notifyOne')(spec) ? Order.none : orders)),
    example: '[lock m; cwait c m; r x; unlock m] || [w x; notifyall c]',
    setting: setting('dpor'),
    profile: 'handing',
    settings: searches,
  },
  {
    name: 'races: who notifies comes after nobody',
    budget: 1500,
    source: 'ECMA-262, EnterCriticalSection',
    subject: ordering((orders, spec) => (named('Atomics.notify')(spec) ? orders & ~Order.acquire2 : orders)),
    example: '[w x; timedwait y 0] || [wake y; if 1 {r x}]',
    setting: setting('dpor'),
    profile: 'handing',
    settings: searches,
  },
]
