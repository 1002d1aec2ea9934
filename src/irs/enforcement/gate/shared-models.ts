/**
 * The models of the primitives, which exploration keeps in one JavaScript thread, between workers: before an operation
 * the
 * worker loads the state of what it touches from shared memory, then the operation is performed exactly as in
 * exploration,
 * then the state is stored again. All of it under the lock, so that nothing can come between enqueueing and sleeping.
 */
import { MAX_THREADS } from '../../../dependence/cells.ts'
import { internalError } from '../../../base/errors.ts'
import type { Allocation, PrimitiveKind } from '../../../program/memory/allocation.ts'
import type { Layout } from '../../../program/memory/layout.ts'
import { Operation } from '../../../program/operations/operation.ts'
import type { BarrierModel } from '../../../program/primitives/barrier.ts'
import type { ConditionModel } from '../../../program/primitives/condition.ts'
import type { EventModel } from '../../../program/primitives/event.ts'
import type { LatchModel } from '../../../program/primitives/latch.ts'
import type { MutexModel } from '../../../program/primitives/mutex.ts'
import type { RwLockModel } from '../../../program/primitives/rwlock.ts'
import type { SemaphoreModel } from '../../../program/primitives/semaphore.ts'
import { type GateState, GateWord, Mode } from './gate-state.ts'

/** How one kind of primitive is kept in words. */
interface Form<M> {
  readonly words: number
  /** Whether its operations look who was woken, or wake others. */
  readonly wakes: boolean
  load(model: M, words: Int32Array, ops: readonly Operation[]): void
  store(model: M, words: Int32Array): void
}

const QUEUE = 1 + MAX_THREADS

const forms: { readonly [K in PrimitiveKind]: Form<never> } = {
  mutex: form<MutexModel>(
    1,
    (m, w) => {
      m.owner = w[0]! - 1
    },
    (m, w) => {
      w[0] = m.owner + 1
    },
  ),
  rwlock: form<RwLockModel>(
    2 + MAX_THREADS,
    (m, w) => {
      m.writer = w[0]! - 1
      m.readers = w[1]!
      m.readingBy.set(w.subarray(2))
    },
    (m, w) => {
      w[0] = m.writer + 1
      w[1] = m.readers
      w.set(m.readingBy, 2)
    },
  ),
  semaphore: form<SemaphoreModel>(
    1,
    (m, w) => {
      m.count = w[0]!
    },
    (m, w) => {
      w[0] = m.count
    },
  ),
  event: form<EventModel>(
    1,
    (m, w) => {
      m.isSet = w[0] === 1
    },
    (m, w) => {
      w[0] = m.isSet ? 1 : 0
    },
  ),
  latch: form<LatchModel>(
    1,
    (m, w) => {
      m.left = w[0]!
    },
    (m, w) => {
      w[0] = m.left
    },
  ),
  barrier: form<BarrierModel>(
    QUEUE,
    (m, w, ops) => loadQueue(m.arrived, w, ops),
    (m, w) => storeQueue(m.arrived, w),
    true,
  ),
  condition: form<ConditionModel>(
    QUEUE + 1 + 2 * MAX_THREADS,
    (m, w, ops) => {
      loadQueue(m.waiters, w, ops)
      m.notifications.length = 0
      for (let i = 0; i < w[QUEUE]!; i++) m.notifications.push(setOf(w[QUEUE + 1 + 2 * i]!, w[QUEUE + 2 + 2 * i]!, ops))
    },
    (m, w) => {
      storeQueue(m.waiters, w)
      const useful = withoutSurplus(m.notifications)
      w[QUEUE] = useful.length
      useful.forEach((present, i) => storeSet(present, w, QUEUE + 1 + 2 * i))
    },
    true,
  ),
}

function form<M>(words: number, load: Form<M>['load'], store: Form<M>['store'], wakes = false): Form<never> {
  return { words, wakes, load, store } as unknown as Form<never>
}

function loadQueue(queue: Operation[], words: Int32Array, ops: readonly Operation[]): void {
  queue.length = 0
  for (let i = 0; i < words[0]!; i++) queue.push(ops[words[1 + i]!]!)
}

function storeQueue(queue: readonly Operation[], words: Int32Array): void {
  words[0] = queue.length
  queue.forEach((op, i) => {
    words[1 + i] = op.thread
  })
}

function setOf(lo: number, hi: number, ops: readonly Operation[]): Set<Operation> {
  const set = new Set<Operation>()
  for (let slot = 0; slot < MAX_THREADS; slot++) if (((slot < 32 ? lo : hi) & (1 << slot)) !== 0) set.add(ops[slot]!)
  return set
}

function storeSet(set: ReadonlySet<Operation>, words: Int32Array, at: number): void {
  words[at] = words[at + 1] = 0
  for (const { thread } of set) words[at + (thread < 32 ? 0 : 1)]! |= 1 << thread
}

/** Older notifications are subsets of newer ones: more than k among k waiters can never all be taken. */
function withoutSurplus(notifications: readonly Set<Operation>[]): Set<Operation>[] {
  const useful: Set<Operation>[] = []
  for (const present of notifications) if (useful.length < present.size) useful.push(present)
  return useful
}

/** Waits of `Atomics` do, too. */
function wakes({ target, target2 }: Operation): boolean {
  return isWaking(target) || (target2 !== null && isWaking(target2))
}

const isWaking = (allocation: Allocation | null): boolean =>
  allocation !== null && (allocation.model === null || forms[allocation.kind as PrimitiveKind].wakes)

export class SharedModels {
  /** How many words a program's primitives and wait lists need. */
  static size(layout: Layout): number {
    return layout.allocations.reduce(
      (sum, { kind, model }) => sum + (model === null ? 0 : forms[kind as PrimitiveKind].words),
      1 + 2 * MAX_THREADS,
    )
  }

  /** By slot: the operations of all threads, of which only the own one is more than a name. */
  readonly ops: Operation[] = Array.from({ length: MAX_THREADS }, (_, slot) => new Operation(slot))
  private readonly state: GateState
  private readonly parts = new Map<Allocation, Int32Array>()
  private readonly waitQueue: Int32Array

  constructor(layout: Layout, state: GateState) {
    this.state = state
    this.waitQueue = state.models.subarray(0, 1 + 2 * MAX_THREADS)
    let at = 1 + 2 * MAX_THREADS
    for (const allocation of layout.allocations) {
      if (allocation.model === null) continue
      const { words } = forms[allocation.kind as PrimitiveKind]
      this.parts.set(allocation, state.models.subarray(at, at + words))
      at += words
    }
  }

  /** The state before the first event, written by one worker for all. */
  reset(): void {
    this.waitQueue[0] = 0
    for (const [allocation, words] of this.parts) {
      allocation.model!.reset()
      words.fill(0)
      forms[allocation.kind as PrimitiveKind].store(allocation.model as never, words)
    }
  }

  /** Whether the operation could go now. */
  isEnabled(op: Operation): boolean {
    if (op.spec.enabled === null) return true
    this.load(op)
    return op.spec.enabled(op)
  }

  perform(op: Operation): unknown {
    const { target, target2 } = op
    this.load(op)
    const value = op.spec.perform(op)
    this.store(target)
    this.store(target2)
    this.storeWaits(target)
    if (wakes(op)) this.storeWoken()
    return value
  }

  private load(op: Operation): void {
    const { target, target2 } = op
    if (wakes(op)) this.loadWoken()
    this.loadOne(target)
    this.loadOne(target2)
    this.loadWaits(target)
  }

  private loadWoken(): void {
    const { ops, state } = this
    for (let slot = 0, used = this.usedSlots; slot < used; slot++)
      ops[slot]!.woken = state.words[state.woken(slot)] === 1
  }

  /** These words lie far apart: what has not changed is not written, so that it stays in the caches of others. */
  private storeWoken(): void {
    const {
      ops,
      state: { words },
      state,
    } = this
    for (let slot = 0, used = this.usedSlots; slot < used; slot++) {
      const woken = ops[slot]!.woken ? 1 : 0
      if (words[state.woken(slot)] !== woken) words[state.woken(slot)] = woken
    }
  }

  /** Once gates are open, nobody counts who is spawned. */
  private get usedSlots(): number {
    const { words } = this.state
    return words[GateWord.mode] === Mode.gated ? words[GateWord.slots]! : MAX_THREADS
  }

  private loadOne(allocation: Allocation | null): void {
    if (allocation === null || allocation.model === null) return
    forms[allocation.kind as PrimitiveKind].load(allocation.model as never, this.parts.get(allocation)!, this.ops)
  }

  private store(allocation: Allocation | null): void {
    if (allocation === null || allocation.model === null) return
    forms[allocation.kind as PrimitiveKind].store(allocation.model as never, this.parts.get(allocation)!)
  }

  /** Wait lists of `Atomics.wait`: one queue of (address, slot) for all of memory. */
  private loadWaits(allocation: Allocation | null): void {
    if (allocation === null || allocation.model !== null) return
    const lists = (allocation.waitLists ??= new Map())
    lists.clear()
    for (let i = 0; i < this.waitQueue[0]!; i++) {
      const address = this.waitQueue[1 + 2 * i]!
      if (address < allocation.base || address >= allocation.base + allocation.extent) continue
      const list = lists.get(address)
      if (list === undefined) lists.set(address, [this.ops[this.waitQueue[2 + 2 * i]!]!])
      else list.push(this.ops[this.waitQueue[2 + 2 * i]!]!)
    }
  }

  private storeWaits(allocation: Allocation | null): void {
    if (allocation === null || allocation.model !== null) return
    const kept: number[] = []
    for (let i = 0; i < this.waitQueue[0]!; i++) {
      const address = this.waitQueue[1 + 2 * i]!
      if (address < allocation.base || address >= allocation.base + allocation.extent)
        kept.push(address, this.waitQueue[2 + 2 * i]!)
    }
    for (const [address, list] of allocation.waitLists!) for (const { thread } of list) kept.push(address, thread)
    if (kept.length > 2 * MAX_THREADS) throw internalError('more threads wait than there are')
    this.waitQueue[0] = kept.length / 2
    this.waitQueue.set(kept, 1)
  }

  /** A run starts in which this worker executes the thread in `slot`. */
  enter(slot: number, op: Operation): void {
    if (this.own >= 0) this.ops[this.own] = this.stranger
    if (this.own !== slot) this.stranger = this.ops[slot]!
    this.ops[slot] = op
    this.own = slot
  }
  private own = -1
  /** What stands for the thread in the own slot when somebody else runs it. */
  private stranger = new Operation(0)
}
