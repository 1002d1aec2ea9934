/**
 * The models of the primitives, which exploration keeps in one JavaScript thread, between workers: before an operation
 * the worker loads the state of what it accesses from shared memory, then the operation is performed exactly as in
 * exploration, then the state is stored again. All of it under the lock, so that nothing can come between enqueueing
 * and sleeping.
 */
import { MAX_WORKERS, type Slot } from '../../../base/thread-numbers.ts'
import { internalError } from '../../../base/errors.ts'
import type { Allocation } from '../../../program/memory/allocation.ts'
import type { Layout } from '../../../program/memory/layout.ts'
import { Operation } from '../../../program/operations/operation.ts'
import { itself } from '../../../program/primitives/primitive-model.ts'
import { type GateState, GateWord, Mode } from './gate-state.ts'

/** Whether the operation looks who was woken, or wakes others. Waits of `Atomics` do, too. */
function wakes({ target, target2 }: Operation): boolean {
  return isWaking(target) || (target2 !== null && isWaking(target2))
}

const isWaking = (allocation: Allocation | null): boolean =>
  allocation !== null && (allocation.model === null || allocation.model.wakes)

export class SharedModels {
  /** How many words a program's primitives and wait lists need. */
  static size(layout: Layout): number {
    return layout.allocations.reduce((sum, { model }) => sum + (model === null ? 0 : model.words), 1 + 2 * MAX_WORKERS)
  }

  /** By slot: the operations of all threads, of which only the own one is more than a name. */
  readonly ops: Operation[] = Array.from({ length: MAX_WORKERS }, (_, slot) => new Operation(slot))
  private readonly state: GateState
  private readonly parts = new Map<Allocation, Int32Array>()
  private readonly waitQueue: Int32Array

  constructor(layout: Layout, state: GateState) {
    this.state = state
    this.waitQueue = state.models.subarray(0, 1 + 2 * MAX_WORKERS)
    let at = 1 + 2 * MAX_WORKERS
    for (const allocation of layout.allocations) {
      if (allocation.model === null) continue
      const { words } = allocation.model
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
      allocation.model!.store(words, itself)
    }
  }

  /** Whether the operation could go now. */
  isEnabled(op: Operation): boolean {
    if (op.spec.enabled === null) return true
    this.load(op)
    return op.spec.enabled(op)
  }

  /** Whether what an operation with a time limit waits for has come. */
  isDue(op: Operation): boolean {
    this.load(op)
    return op.spec.timed!.isDue(op)
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
    return words[GateWord.mode] === Mode.gated ? words[GateWord.slots]! : MAX_WORKERS
  }

  private loadOne(allocation: Allocation | null): void {
    if (allocation === null || allocation.model === null) return
    allocation.model.load(this.parts.get(allocation)!, this.ops)
  }

  private store(allocation: Allocation | null): void {
    if (allocation === null || allocation.model === null) return
    allocation.model.store(this.parts.get(allocation)!, itself)
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
    if (kept.length > 2 * MAX_WORKERS) throw internalError('more threads wait than there are')
    this.waitQueue[0] = kept.length / 2
    this.waitQueue.set(kept, 1)
  }

  /** A run starts in which this worker executes the thread in `slot`. */
  enter(slot: Slot, op: Operation): void {
    if (this.own >= 0) this.ops[this.own] = this.stranger
    if (this.own !== slot) this.stranger = this.ops[slot]!
    this.ops[slot] = op
    this.own = slot
  }
  private own = -1
  /** What stands for the thread in the own slot when somebody else runs it. */
  private stranger = new Operation(0)
}
