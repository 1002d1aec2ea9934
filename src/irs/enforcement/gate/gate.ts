import type { Handle, Slot } from '../../../base/thread-numbers.ts'
import { threadEnd } from '../../../dependence/cells.ts'
import { operationText } from '../../../execution/description/describe.ts'
import { isChoose, isJoin, isSpawn } from '../../../program/operations/controls.ts'
import type { Operation } from '../../../program/operations/operation.ts'
import { running } from '../../../program/context/execution-context.ts'
import { isSpinning } from '../../../program/loops/spin-wait.ts'
import { operationFingerprint } from '../../fingerprint.ts'
import * as atomics from '../../../base/atomics.ts'
import { blocking } from '../../../base/blocking.ts'
import { Abandoned } from '../../../real/thread/thread-driver.ts'
import { diverged } from './divergence.ts'
import { Entered, type FastGate, Left } from '../wasm/fast-gate.ts'
import { GateCore, isTimed } from './gate-core.ts'
import { takeLock } from './gate-lock.ts'
import { GateWord, Mode } from './gate-state.ts'
import { MOST_INPUTS } from '../admission/inputs.ts'
import { accessMemory, hasAtomicForm, isDecidedFast, isElementAccess, isMemoryAccess } from './memory-access.ts'
import { performNatively } from './native-operation.ts'
import { claimReady, idleCores, startAhead } from './thread-starts.ts'
import { ThreadTails } from './thread-tails.ts'
import { MemoryAccess } from '../../../program/operations/operation-spec.ts'
import { Unverified } from '../monitoring/unverified.ts'

/** As it was before threads got random numbers of their own. */
const { random } = Math

/** What is not decided in WebAssembly. */
const NOT_YET = Symbol('not yet')

/** Thrown at a gate when the run has failed elsewhere. */
export class Released extends Abandoned {}

/**
 * The gate of one worker: every shared operation of its thread goes through `pass`, which waits until the operation may
 * happen, performs it, and wakes those whom it lets go on [IRS, IV]. Threads decide for themselves, under one lock.
 */
export class Gate extends GateCore {
  /** Whether this run is not gated at all. */
  get isFree(): boolean {
    return atomics.load(this.words, GateWord.mode) === Mode.free
  }

  /** Whether nothing is gated any more, and nobody wants to know what happens. */
  get isOpen(): boolean {
    return atomics.load(this.words, GateWord.mode) === Mode.open && this.words[GateWord.monitored] === 0
  }

  /** Whether what happens in this run is compared with the set. */
  get isWatched(): boolean {
    return this.words[GateWord.monitored] === 1
  }

  /** This worker is about to run the thread in `slot`. */
  enter(slot: Slot, handle: Handle, op: Operation): void {
    this.slot = slot
    this.handle = handle
    this.choices = 0
    this.isOver = false
    this.models.enter(slot, op)
    this.past.writeSeed(handle, this.words, this.state.seed(slot))
  }

  /** The same where nothing is gated. */
  enterFree(slot: Slot): void {
    this.slot = slot
    this.choices = 0
    this.isOver = false
  }

  /** The worker has woken up to run a thread, which may be early: then the next one would be even more so. */
  startOthers(slot: Slot): void {
    this.owesStart = this.wakeups.isWaiting(slot)
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
    const touch = this.touch.set(op.accesses)
    const fingerprint = operationFingerprint(op)
    if (this.fast !== null && isDecidedFast(op, touch)) {
      const value =
        op.spin === null && isElementAccess(op)
          ? this.passElement(this.fast, op, op.spec.memoryAccess === MemoryAccess.read, fingerprint)
          : this.passFast(this.fast, op, fingerprint)
      if (value !== NOT_YET) return value
    }
    this.lock()
    this.checkExpected(op, fingerprint)
    if (isTimed(op)) this.awaitDue(op, Mode.gated)
    let witness: number
    while ((witness = this.words[GateWord.mode] === Mode.gated ? this.admit(op) : -1) < 0) {
      if (this.words[GateWord.mode] !== Mode.gated) {
        this.unlock()
        return this.passAs(op)
      }
      this.sleep()
    }
    const { past, event } = this
    const value = this.perform(op)
    past.happen(this.slot, touch)
    if (isSpawn(op)) this.noteSpawned(value as number)
    if (isChoose(op)) this.choices++
    if (this.words[GateWord.monitored] === 1)
      this.runLog.event(this.slot, op, touch, this.choice, this.child, fingerprint)
    const opens = this.admission.commit(this.slot, event, witness)
    if (opens) this.wakeups.open()
    else this.wakeups.release(this.slot, touch, past)
    if (this.admission.index.nextOperation(event) === 0) {
      this.isOver = true
      this.noteEnd()
    }
    this.unlock()
    return isJoin(op) ? this.control.join(op, op.operand as number) : value
  }

  /** An access to memory or an operation of a primitive, if it may happen at once; otherwise `NOT_YET`. */
  private passFast(fast: FastGate, op: Operation, fingerprint: number): unknown {
    const {
      slot,
      touch: { cell, bytes, stride, access },
    } = this
    let event = fast.enter(slot, this.version, fingerprint, this.firstOperation(), cell, bytes, stride, access)
    if (event === Entered.busy) event = this.enterLate(fast, fingerprint)
    if (event < 0) return NOT_YET
    const value = this.perform(op)
    if (this.words[GateWord.monitored] === 1) this.logFast(event, fingerprint)
    const left = fast.leave(slot, event, cell, bytes, stride, access, threadEnd(slot))
    if (left !== Left.done) this.finishFast(left, event)
    return value
  }

  /**
   * The same for reads and writes of elements. Whoever has the lock is in the way of all, and mostly what it does is
   * not in the processor's cache: so as little as possible is between `enter` and `leave`, and memory is looked at
   * before.
   */
  private passElement(
    fast: FastGate,
    { view, index, operand }: Operation,
    reads: boolean,
    fingerprint: number,
  ): unknown {
    const {
      slot,
      version,
      touch: { cell, bytes, stride, access },
    } = this
    const endCell = threadEnd(slot)
    const first = this.firstOperation()
    const isMonitored = this.words[GateWord.monitored] === 1
    let value: unknown = atomics.load(view as Int32Array, index)
    let event = fast.enter(slot, version, fingerprint, first, cell, bytes, stride, access)
    if (event === Entered.busy) event = this.enterLate(fast, fingerprint)
    if (event < 0) return NOT_YET
    if (reads) value = atomics.load(view as Int32Array, index)
    else atomics.store(view as Int32Array, index, operand as number)
    if (isMonitored) this.logFast(event, fingerprint)
    const left = fast.leave(slot, event, cell, bytes, stride, access, endCell)
    if (left !== Left.done) this.finishFast(left, event)
    return reads ? value : undefined
  }

  /** Others are at it, or one that does not run: sleeps for the lock. */
  private enterLate(fast: FastGate, fingerprint: number): number {
    const {
      slot,
      version,
      touch: { cell, bytes, stride, access },
    } = this
    takeLock(this.words)
    return fast.decide(slot, version, fingerprint, this.firstOperation(), cell, bytes, stride, access)
  }

  private logFast(event: number, fingerprint: number): void {
    this.runLog.event(this.slot, null, this.touch, 0, -1, fingerprint)
    if (this.admission.index.nextOperation(event) === 0) this.runLog.end(this.slot, threadEnd(this.slot))
  }

  /** The thread has ended, or the event lets others go on. */
  private finishFast(left: number, event: number): void {
    if (left === Left.opens) return this.openGates(event)
    this.isOver = left !== Left.wakes
    if (left === Left.ended) return
    this.wakeups.take(this.slot)
    if (!this.wakeups.startsSome) this.wakeups.notify()
    else this.notifyStarting()
  }

  /**
   * The event lets threads start. A worker takes longer to wake up than many a thread to end: if that is what this one
   * is about to do, going by when it was here last, or if no core is idle, they are left to be run after it.
   */
  private notifyStarting(): void {
    const endsSoon = this.tails.startsOthers(this.slot, this.isOver)
    this.wakeups.notify(!this.runsOthers ? Infinity : endsSoon ? 0 : idleCores(this.state))
  }

  /** The thread that this worker is to run next, or -1. */
  takeNext(): number {
    return claimReady(this.state)
  }

  private readonly tails = new ThreadTails()

  private openGates(event: number): void {
    this.wakeups.open()
    this.isOver = this.admission.index.nextOperation(event) === 0
    if (this.isOver) this.letOthersKnowOfEnd()
    this.unlock()
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
    this.stop(
      diverged(
        expected === 0
          ? `is about to ${operationText(op)}, where it has ended in every verified execution`
          : `is about to ${operationText(op)}, where it did something else in every verified execution`,
        op,
      ),
    )
  }

  // --- Open: everything that can happen is verified ---

  private passFree(op: Operation): unknown {
    if (isMemoryAccess(op)) return this.accessOpenly(op)
    if (isChoose(op)) return this.choose(op)
    return performNatively(op)
  }

  private passOpen(op: Operation): unknown {
    if (this.words[GateWord.monitored] === 0) {
      running.open = op.spin === null
      if (isMemoryAccess(op)) return this.accessOpenly(op)
      if (isChoose(op)) return this.choose(op)
      if (op.target === null) return performNatively(op)
    }
    const touch = this.touch.set(op.accesses)
    this.lock()
    if (isTimed(op)) this.awaitDue(op, Mode.open)
    while (!this.isEnabled(op)) {
      if (this.words[GateWord.mode] === Mode.failed) {
        this.unlock()
        throw new Released()
      }
      this.sleep()
    }
    if (isChoose(op)) this.choice = this.choose(op)
    const isWatched = this.words[GateWord.monitored] === 1
    const fingerprint = isWatched ? operationFingerprint(op) : 0
    if (isWatched) this.watch(op, fingerprint)
    const value = this.perform(op)
    if (isWatched) this.past.happen(this.slot, touch)
    if (isSpawn(op)) this.noteSpawned(value as number)
    if (isWatched) this.runLog.event(this.slot, op, touch, this.choice, this.child, fingerprint)
    this.wakeups.releaseAll(this.slot, touch)
    this.unlock()
    return isJoin(op) ? this.control.join(op, op.operand as number) : value
  }

  /**
   * Everything that can happen was verified, so an event that no trace has shows that this is not the program that was,
   * or that it is not what it was taken for.
   */
  private watch(op: Operation, fingerprint: number): void {
    const { past, slot } = this
    const expected = this.expected()
    if (expected !== fingerprint)
      this.stop(
        new Unverified(
          `comes where the thread ${expected === 0 ? 'had ended' : 'did something else'} in every verified trace`,
          op,
        ),
      )
    past.identify(slot, this.state.handles[slot]!, isChoose(op) ? this.choice : 0, this.touch)
    const event = this.admission.index.find(past.lo, past.hi)
    if (event < 0) this.stop(new Unverified('is in no verified trace after what has happened before', op))
    this.words[this.state.last(slot)] = event + 1
  }

  /** Under the lock. */
  private stop(error: Error): never {
    this.wakeups.fail()
    this.unlock()
    throw error
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
    if (isSpinning(op) && !op.spec.enabled!(op))
      blocking.wait(
        this.words,
        this.state.wake(this.slot),
        atomics.load(this.words, this.state.wake(this.slot)),
        SPIN_PAUSE_MS,
      )
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
    this.tails.ended(this.slot)
    if (this.owesStart) this.startLater()
    const mode = atomics.load(this.words, GateWord.mode)
    if (this.isOver || mode === Mode.failed || mode === Mode.free) return
    if (mode === Mode.open && this.words[GateWord.monitored] === 0) return // who joins asks the thread itself, and who waited at a gate to do so was woken
    this.lock()
    if (this.words[GateWord.mode] === Mode.gated && this.expected() !== 0)
      this.stop(diverged('has ended, where it went on in every verified execution', null))
    if (this.words[GateWord.mode] === Mode.open && this.expected() !== 0)
      this.stop(new Unverified('has ended, where it went on in every verified trace', null))
    this.noteEnd()
    this.unlock()
  }

  /** The thread has failed: nobody may wait for it. */
  fail(): void {
    this.lock()
    this.wakeups.fail()
    this.unlock()
  }
}

/** Between two looks of a loop that waits for memory to change. */
const SPIN_PAUSE_MS = 0.05
