import type { Handle, Slot } from '../../../base/thread-numbers.ts'
import { threadEnd } from '../../../dependence/cells.ts'
import { Access, Accesses } from '../../../dependence/accesses.ts'
import { isChoose, isJoin } from '../../../program/operations/controls.ts'
import type { ThreadControl } from '../../../program/threads/thread-control.ts'
import type { Layout } from '../../../program/memory/layout.ts'
import type { Operation } from '../../../program/operations/operation.ts'
import { Misuse } from '../../../program/operations/operation-spec.ts'
import { CausalPast } from '../../causal-past.ts'
import { Admission } from '../admission/admission.ts'
import * as atomics from '../../../base/atomics.ts'
import type { FastGate } from '../wasm/fast-gate.ts'
import { blocking } from '../../../base/blocking.ts'
import { giveLock, takeLock } from './gate-lock.ts'
import { claimReady } from './thread-starts.ts'
import { type GateState, GateWord, Mode } from './gate-state.ts'
import { accessMemory, isMemoryAccess } from './memory-access.ts'
import { RunLog } from '../monitoring/run-log.ts'
import { SharedModels } from './shared-models.ts'
import type { TraceIndex } from '../admission/trace-index.ts'
import { type NewWakeups, Wakeups } from './wakeups.ts'

export interface GateParts {
  readonly state: GateState
  readonly layout: Layout
  readonly control: ThreadControl
  readonly index: TraceIndex
  /** Number in the set by thread handle. */
  readonly threads: ReadonlyMap<number, number>
  /** Starts a declared thread that was kept from starting. */
  readonly startThread: (slot: Slot) => void
  /**
   * Whether its worker goes on with other declared threads. One for spawned threads does not: it may be given one at
   * any time.
   */
  readonly runsOthers: boolean
  /** A larger set, when the version has changed. */
  readonly refresh: () => TraceIndex | null
  /** Who is woken by what happens; by whoever lets it happen if nothing else is said. */
  readonly newWakeups?: NewWakeups
  /** Decides what it can in WebAssembly. */
  readonly fast: FastGate | null
}

/**
 * What a gate is made of: its part of the shared state, the lock, sleeping, and performing an operation under the lock.
 */
export class GateCore {
  protected readonly state: GateState
  protected readonly words: Int32Array
  readonly control: ThreadControl
  protected readonly past: CausalPast
  protected readonly admission: Admission
  protected readonly models: SharedModels
  protected readonly wakeups: Wakeups
  protected readonly runLog: RunLog
  protected readonly fast: FastGate | null
  protected readonly threads: ReadonlyMap<number, number>
  protected readonly refresh: () => TraceIndex | null
  protected readonly startThread: (slot: Slot) => void
  protected readonly runsOthers: boolean
  protected readonly touch = new Accesses()
  protected slot = 0
  protected handle = 0
  protected version = 0
  protected choice = 0

  constructor(parts: GateParts) {
    const { state, layout, index } = parts
    this.state = state
    this.words = state.words
    this.control = parts.control
    this.threads = parts.threads
    this.refresh = parts.refresh
    this.past = new CausalPast(state.cells, state.lastNames)
    this.admission = new Admission(index, state)
    this.models = new SharedModels(layout, state)
    this.runLog = new RunLog(state)
    this.fast = parts.fast
    this.startThread = parts.startThread
    this.runsOthers = parts.runsOthers
    const { newWakeups = (...wakeups) => new Wakeups(...wakeups) } = parts
    this.wakeups = newWakeups(state, this.admission, parts.startThread)
  }

  /** The fingerprint of what the thread does next in the admissible traces; 0 when it ends. */
  protected expected(): number {
    const { index } = this.admission
    const last = this.words[this.state.last(this.slot)]! - 1
    if (last >= 0) return index.nextOperation(last)
    return this.firstOperation()
  }

  protected firstOperation(): number {
    if (this.knownHandle !== this.handle) this.lookUpThread()
    return this.first
  }

  /** A worker mostly runs the same thread again and again. */
  protected lookUpThread(): void {
    this.knownHandle = this.handle
    const number = this.threads.get(this.handle)
    this.first = number === undefined ? 0 : this.admission.index.firstOperation(number)
  }
  protected knownHandle = -1
  protected first = 0

  protected perform(op: Operation): unknown {
    if (isJoin(op)) return undefined
    try {
      if (isMemoryAccess(op)) return accessMemory(op)
      if (isChoose(op)) return this.choice
      return op.target === null ? op.spec.perform(op) : this.models.perform(op)
    } catch (error) {
      if (error instanceof Misuse) this.wakeups.fail()
      this.unlock()
      throw error
    }
  }

  protected noteSpawned(handle: Handle): void {
    const child = (this.child = this.control.slotOf(handle))
    this.past.spawned(child)
    this.state.handles[child] = handle
    this.words[GateWord.slots] = Math.max(this.words[GateWord.slots]!, child + 1)
  }

  protected child = -1

  // --- The end of the thread ---

  /**
   * It is the thread's last event that tells others of its end. Where there was none, a join happens as if the thread
   * had ended already, as in verification, and waits for the thread outside of the gates.
   */
  private get hasActed(): boolean {
    return this.words[this.state.last(this.slot)] !== 0
  }

  protected noteEnd(): void {
    if (this.words[GateWord.monitored] === 1 && this.hasActed) this.runLog.end(this.slot, threadEnd(this.slot))
    this.letOthersKnowOfEnd()
  }

  protected letOthersKnowOfEnd(): void {
    const { endTouch } = this
    endTouch.cell = threadEnd(this.slot)
    if (this.hasActed) this.past.ended(this.slot, endTouch.cell)
    this.words[this.state.ended(this.slot)] = 1
    if (this.words[GateWord.mode] === Mode.gated) this.wakeups.release(this.slot, endTouch, this.past)
    else this.wakeups.releaseAll(this.slot, endTouch)
  }
  protected readonly endTouch = new Accesses().range(0, 1, 1, Access.write)
  /** The thread has nothing more to do but to end, and who joins it knows. */
  protected isOver = false

  // --- Sleeping and the lock ---

  /**
   * What has a time limit waits until what it waits for has come or its time is over. Only then it asks whether it may
   * happen: when the set admits nothing but its success, it waits for that all the same.
   */
  protected awaitDue(op: Operation, mode: number): void {
    const end = now() + limitOf(op)
    while (this.words[GateWord.mode] === mode && !this.models.isDue(op)) {
      const left = end - now()
      if (left <= 0 || this.sleep(left) === 'timed-out') return
    }
  }

  /** Under the lock, which is given up meanwhile. */
  protected sleep(limit = Infinity): 'ok' | 'not-equal' | 'timed-out' {
    const { words, state, slot } = this
    this.wakeups.wait(slot)
    words[state.asleep(slot)] = 1
    this.touch.write(words, state.touch(slot))
    const seen = atomics.load(words, state.wake(slot))
    words[GateWord.sleeps]!++
    this.unlock()
    this.startReady()
    const how = blocking.wait(words, state.wake(slot), seen, limit)
    this.lock()
    this.wakeups.stopWaiting(slot)
    words[state.asleep(slot)] = 0
    return how
  }

  /** This worker is about to sleep: another one can have its core. */
  private startReady(): void {
    const slot = claimReady(this.state)
    if (slot >= 0) this.startThread(slot)
  }

  protected lock(): void {
    takeLock(this.words)
    if (this.words[GateWord.version] !== this.version) this.takeVersion()
  }

  protected unlock(): void {
    giveLock(this.words)
    this.wakeups.notify()
  }

  protected takeVersion(): void {
    this.version = this.words[GateWord.version]!
    const index = this.refresh()
    if (index !== null) this.admission.index = index
    this.knownHandle = -1
  }
}

export const isTimed = (op: Operation): boolean => limitOf(op) !== Infinity

const limitOf = (op: Operation): number => (op.spec.timed === null ? Infinity : op.spec.timed.limit(op))

/** As it was before threads got a time of their own. */
const now = performance.now.bind(performance)
