import { describeOperation } from '../../execution/describe.ts'
import { isChoose, isJoin, isSpawn, type ThreadControl } from '../../program/controls.ts'
import type { Layout } from '../../program/layout.ts'
import { Access, Misuse, type Operation, running } from '../../program/operation.ts'
import { isSpinning } from '../../program/spin.ts'
import { CellMap } from '../../trace/cells.ts'
import { CausalPast } from '../causal-past.ts'
import { operationFingerprint } from '../fingerprint.ts'
import { Admission } from './admission.ts'
import { diverged } from './diverged.ts'
import { type GateState, GateWord, Mode, Request } from './gate-state.ts'
import { MOST_INPUTS } from './inputs.ts'
import { giveLock, patience, takeLock } from './gate-lock.ts'
import { accessMemory, hasAtomicForm, isMemoryAccess } from './memory-access.ts'
import { really } from './real-operation.ts'
import { OperationTouch, writeTouch } from './operation-touch.ts'
import { RunLog } from './run-log.ts'
import { SharedModels } from './shared-models.ts'
import type { TraceIndex } from './trace-index.ts'
import { startAhead } from './starts.ts'
import { traitsOf } from './traits.ts'
import { Wakers } from './wakers.ts'
import * as atomics from './atomics.ts'

/** As it was before threads got random numbers of their own. */
const { random } = Math

/** Thrown in a thread whose run has failed elsewhere. */
export class Released extends Error {}

export interface GateParts {
  readonly state: GateState
  readonly layout: Layout
  readonly control: ThreadControl
  readonly index: TraceIndex
  /** Number in the set by thread handle. */
  readonly threads: ReadonlyMap<number, number>
  /** Starts a declared thread that was kept from starting. */
  readonly startThread: (slot: number) => void
  /** A larger set, when the version has changed. */
  readonly refresh: () => TraceIndex | null
}

/**
 * The gate of one worker: every shared operation of its thread goes through `pass`, which waits until the operation may
 * happen, performs it, and wakes those whom it lets go on [IRS, IV]. Threads decide for themselves, under one lock.
 */
export class Gate {
  private readonly state: GateState
  private readonly words: Int32Array
  private readonly control: ThreadControl
  private readonly cells: CellMap
  private readonly past: CausalPast
  private readonly admission: Admission
  private readonly models: SharedModels
  private readonly wakers: Wakers
  private readonly runLog: RunLog
  private readonly threads: ReadonlyMap<number, number>
  private readonly refresh: () => TraceIndex | null
  private readonly startThread: (slot: number) => void
  private readonly touch = new OperationTouch()
  private slot = 0
  private handle = 0
  private version = 0
  private choice = 0

  constructor(parts: GateParts) {
    const { state, layout, index } = parts
    this.state = state
    this.words = state.words
    this.control = parts.control
    this.threads = parts.threads
    this.refresh = parts.refresh
    this.cells = new CellMap(layout.extent)
    this.past = new CausalPast(state.cells, state.lastNames)
    this.admission = new Admission(index, state)
    this.models = new SharedModels(layout, state)
    this.runLog = new RunLog(state)
    this.startThread = parts.startThread
    this.wakers = new Wakers(state, this.admission, parts.startThread)
  }

  /** Whether this run is not gated at all. */
  get isFree(): boolean {
    return atomics.load(this.words, GateWord.mode) === Mode.free
  }

  /** Whether nothing is gated any more, and nobody wants to know what happens. */
  get isOpen(): boolean {
    return atomics.load(this.words, GateWord.mode) === Mode.open && this.words[GateWord.monitored] === 0
  }

  /** This worker is about to run the thread in `slot`. */
  enter(slot: number, handle: number, op: Operation): void {
    this.slot = slot
    this.handle = handle
    this.choices = 0
    this.isOver = false
    this.models.enter(slot, op)
  }

  /** The same where nothing is gated. */
  enterFree(slot: number): void {
    this.slot = slot
    this.choices = 0
    this.isOver = false
  }

  /** The worker has woken up to run a thread, which may be early: then the next one would be even more so. */
  startOthers(slot: number): void {
    this.owesStart = this.wakers.isWaiting(slot)
    if (!this.owesStart) startAhead(this.state, this.startThread)
  }

  private startLater(): void {
    this.owesStart = false
    startAhead(this.state, this.startThread)
  }
  private owesStart = false

  /** Waits until the operation may happen, and lets it happen. Returns its value, or AGAIN. */
  pass(op: Operation): unknown {
    const value = this.passAs(op)
    if (this.owesStart) this.startLater()
    return value
  }

  private passAs(op: Operation): unknown {
    const mode = atomics.load(this.words, GateWord.mode)
    if (mode === Mode.gated) return this.passGated(op)
    if (mode === Mode.failed) throw new Released()
    return mode === Mode.free ? this.passFree(op) : this.passOpen(op)
  }

  // --- Gated ---

  private passGated(op: Operation): unknown {
    const traits = traitsOf(op.spec)
    const touch = this.touch.of(op, this.cells)
    const fingerprint = operationFingerprint(op, traits.nameHash)
    this.lock()
    this.checkExpected(op, fingerprint)
    if (traits.wakes && isTimed(op) && this.words[this.state.woken(this.slot)] === 0) this.sleep(op)
    let witness: number
    while ((witness = this.words[GateWord.mode] === Mode.gated && this.isMyTurn() ? this.admit(op) : -1) < 0) {
      if (this.words[GateWord.mode] !== Mode.gated) {
        this.unlock()
        return this.passAs(op)
      }
      this.sleep(op)
    }
    const { past, event } = this
    const value = this.perform(op, traits)
    past.happen(this.slot, touch)
    if (isSpawn(op)) this.noteSpawned(value as number)
    if (isChoose(op)) this.choices++
    if (this.words[GateWord.monitored] === 1) this.runLog.event(this.slot, op, touch, this.choice, this.child)
    const opens = this.admission.commit(this.slot, event, witness)
    if (opens) this.wakers.open()
    else if (this.words[GateWord.central] === 0) this.wakers.release(this.slot, touch, past)
    if (this.admission.index.nextOperation(event) === 0) {
      this.isOver = true
      this.noteEnd()
    }
    if (this.words[GateWord.central] === 1) this.endTurn()
    this.unlock()
    return isJoin(op) ? this.control.join(op, op.operand as number) : value
  }

  /** The witness for the pending operation, or -1 when it must wait. A choice takes any value that is admissible. */
  private admit(op: Operation): number {
    if (!isChoose(op)) return this.admitAs(0)
    const values = op.operand as number
    const start = Math.floor(random() * values)
    for (let i = 0; i < values; i++) {
      const witness = this.admitAs((start + i) % values)
      if (witness >= 0) return witness
    }
    return -1
  }

  private admitAs(choice: number): number {
    const { past } = this
    past.identify(this.slot, this.handle, choice, this.touch)
    this.choice = choice
    this.event = this.admission.index.find(past.lo, past.hi)
    return this.event < 0 ? -1 : this.admission.witnessFor(this.slot, this.event)
  }
  private event = -1

  /** Threads are deterministic: after the same past, a thread does the same thing, in every admissible trace. */
  private checkExpected(op: Operation, fingerprint: number): void {
    const expected = this.expected()
    if (expected === fingerprint || this.words[GateWord.mode] !== Mode.gated) return
    this.wakers.fail()
    this.unlock()
    throw diverged(expected === 0 ? `is about to ${describeOperation(op)}, where it has ended in every verified execution`
      : `is about to ${describeOperation(op)}, where it did something else in every verified execution`, op)
  }

  /** The fingerprint of what the thread does next in the admissible traces; 0 when it ends. */
  private expected(): number {
    const { index } = this.admission
    const last = this.words[this.state.last(this.slot)]! - 1
    if (last >= 0) return index.nextOperation(last)
    if (this.knownHandle !== this.handle) this.lookUpThread()
    return this.number < 0 ? 0 : index.firstOperation(this.number)
  }

  /** A worker mostly runs the same thread again and again. */
  private lookUpThread(): void {
    this.knownHandle = this.handle
    this.number = this.threads.get(this.handle) ?? -1
  }
  private knownHandle = -1
  private number = -1

  private perform(op: Operation, traits = traitsOf(op.spec)): unknown {
    if (isJoin(op)) return undefined
    try {
      if (isMemoryAccess(op, traits)) return accessMemory(op, traits)
      if (isChoose(op)) return this.choice
      return op.target === null ? op.spec.perform(op) : this.models.perform(op)
    } catch (error) {
      if (error instanceof Misuse) this.wakers.fail()
      this.unlock()
      throw error
    }
  }

  private noteSpawned(handle: number): void {
    const child = (this.child = this.control.slotOf(handle))
    this.past.spawned(child)
    this.state.handles[child] = handle
    this.words[GateWord.slots] = Math.max(this.words[GateWord.slots]!, child + 1)
  }

  private child = -1

  // --- Open: everything that can happen is verified ---

  private passFree(op: Operation): unknown {
    if (isMemoryAccess(op)) return this.accessOpenly(op)
    if (isChoose(op)) return this.choose(op)
    return really(op)
  }

  private passOpen(op: Operation): unknown {
    if (this.words[GateWord.monitored] === 0) {
      running.open = op.spin === null
      if (isMemoryAccess(op)) return this.accessOpenly(op)
      if (isChoose(op)) return this.choose(op)
      if (op.target === null) return really(op)
    }
    const touch = this.touch.of(op, this.cells)
    this.lock()
    while (!this.isEnabled(op)) {
      if (this.words[GateWord.mode] === Mode.failed) {
        this.unlock()
        throw new Released()
      }
      this.sleep(op)
    }
    if (isChoose(op)) this.choice = this.choose(op)
    const value = this.perform(op)
    if (isSpawn(op)) this.noteSpawned(value as number)
    if (this.words[GateWord.monitored] === 1) this.runLog.event(this.slot, op, touch, this.choice, this.child)
    this.wakers.releaseAll(this.slot, touch)
    this.unlock()
    return isJoin(op) ? this.control.join(op, op.operand as number) : value
  }

  /** What is given, or any value. */
  private choose(op: Operation): number {
    const at = this.choices++
    const given = at < MOST_INPUTS ? this.state.inputs[MOST_INPUTS * this.slot + at]! : 0
    return given > 0 ? given - 1 : Math.floor(random() * (op.operand as number))
  }
  /** How often the thread has chosen. */
  private choices = 0

  private isEnabled(op: Operation): boolean {
    if (op.spec.enabled === null) return true
    if (isMemoryAccess(op)) return op.spec.enabled(op) // a loop that waits: gates stay there, since every look is an event
    if (isJoin(op)) return this.words[this.state.ended(this.control.slotOf(op.operand as number))] === 1
    return this.models.isEnabled(op)
  }

  /** What has no atomic form is ordered by the lock. A loop that only looks gives way meanwhile. */
  private accessOpenly(op: Operation): unknown {
    if (isSpinning(op) && !op.spec.enabled!(op)) atomics.wait(this.words, this.state.wake(this.slot), atomics.load(this.words, this.state.wake(this.slot)), SPIN_PAUSE_MS)
    if (hasAtomicForm(op)) return accessMemory(op)
    this.lock()
    try {
      return accessMemory(op)
    } finally {
      this.unlock()
    }
  }

  // --- The end of the thread ---

  /** The thread has ended: who joins it may go on. */
  end(): void {
    if (this.owesStart) this.startLater()
    const mode = atomics.load(this.words, GateWord.mode)
    if (this.isOver || mode === Mode.failed || mode === Mode.free) return
    if (mode === Mode.open && this.words[GateWord.monitored] === 0) return // who joins asks the thread itself, and who waited at a gate to do so was woken
    this.lock()
    if (this.words[GateWord.mode] === Mode.gated && this.expected() !== 0) {
      this.wakers.fail()
      this.unlock()
      throw diverged('has ended, where it went on in every verified execution', null)
    }
    this.noteEnd()
    if (this.words[GateWord.central] === 1) this.ask()
    this.unlock()
  }

  private noteEnd(): void {
    const { endTouch } = this
    endTouch.cell = this.cells.threadEnd(this.slot)
    this.past.ended(this.slot, endTouch.cell)
    this.words[this.state.ended(this.slot)] = 1
    if (this.words[GateWord.monitored] === 1) this.runLog.end(this.slot, endTouch.cell)
    if (this.words[GateWord.mode] === Mode.gated) this.wakers.release(this.slot, endTouch, this.past)
    else this.wakers.releaseAll(this.slot, endTouch)
  }
  private readonly endTouch = OperationTouch.ofOneCell(Access.write)
  /** The thread has nothing more to do but to end, and who joins it knows. */
  private isOver = false

  /** The thread has failed: nobody may wait for it. */
  fail(): void {
    this.lock()
    this.wakers.fail()
    this.unlock()
  }

  // --- With a central scheduler ---

  private isMyTurn(): boolean {
    return this.words[GateWord.central] === 0 || this.words[this.state.request(this.slot)] === Request.granted
  }

  private endTurn(): void {
    this.words[this.state.request(this.slot)] = Request.none
    this.words[GateWord.busy] = 0
    this.ask()
  }

  private ask(): void {
    atomics.add(this.words, GateWord.asked, 1)
    atomics.notify(this.words, GateWord.asked, 1)
  }

  // --- Sleeping and the lock ---

  /** Under the lock, which is given up meanwhile. */
  private sleep(op: Operation): void {
    const { words, state, slot } = this
    this.wakers.wait(slot)
    words[state.asleep(slot)] = 1
    writeTouch(this.touch, words, state.touch(slot))
    const seen = atomics.load(words, state.wake(slot))
    words[GateWord.sleeps]!++
    if (words[GateWord.central] === 1 && words[GateWord.mode] === Mode.gated) {
      words[state.request(slot)] = Request.asks
      this.ask()
    }
    this.unlock()
    if (isTimed(op)) patience.wait(words, state.wake(slot), seen, op.operand2 as number)
    else patience.wait(words, state.wake(slot), seen)
    this.lock()
    this.wakers.stopWaiting(slot)
    words[state.asleep(slot)] = 0
  }

  private lock(): void {
    takeLock(this.words)
    if (this.words[GateWord.version] !== this.version) this.takeVersion()
  }

  private unlock(): void {
    giveLock(this.words)
    this.wakers.notify()
  }

  private takeVersion(): void {
    this.version = this.words[GateWord.version]!
    const index = this.refresh()
    if (index !== null) this.admission.index = index
    this.knownHandle = -1
  }
}

/** The second half of a wait with a time limit: it can always go, but is not meant to before its time. */
const isTimed = (op: Operation): boolean => traitsOf(op.spec).wakes && op.operand2 !== Infinity

/** Between two looks of a loop that waits for memory to change. */
const SPIN_PAUSE_MS = 0.05
