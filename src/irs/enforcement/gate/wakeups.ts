import { MAX_WORKERS, type Slot } from '../../../base/thread-numbers.ts'
import { Accesses, conflict } from '../../../dependence/accesses.ts'
import type { CausalPast } from '../../causal-past.ts'
import type { Admission } from '../admission/admission.ts'
import { Unblocked, type GateState, GateWord, Mode } from './gate-state.ts'
import * as atomics from '../../../base/atomics.ts'
import { claim, FAN_OUT, idleCores, makeAllReady, makeReady, startNext } from './thread-starts.ts'

/** Who waits at the gates, and whom an event lets go on. All under the lock, but for `notify`. */
export class Wakeups {
  protected readonly state: GateState
  protected readonly words: Int32Array
  protected readonly admission: Admission
  private readonly startThread: (slot: Slot) => void
  protected readonly other = new Accesses()
  /**
   * To be notified once the lock is free, so that they do not run into it. Lists that are emptied by a call into the
   * engine would cost more than a gate.
   */
  private readonly woken = new Int32Array(MAX_WORKERS)
  private readonly started = new Int32Array(MAX_WORKERS)
  private wokenCount = 0
  private startedCount = 0

  constructor(state: GateState, admission: Admission, startThread: (slot: Slot) => void) {
    this.state = state
    this.words = state.words
    this.admission = admission
    this.startThread = startThread
  }

  wait(slot: Slot): void {
    if (slot < 32) this.words[GateWord.waitingLo]! |= 1 << slot
    else this.words[GateWord.waitingHi]! |= 1 << slot
  }

  /** Without the lock: it may just have changed. */
  isWaiting(slot: Slot): boolean {
    return (this.words[slot < 32 ? GateWord.waitingLo : GateWord.waitingHi]! & (1 << slot)) !== 0
  }

  stopWaiting(slot: Slot): void {
    if (slot < 32) this.words[GateWord.waitingLo]! &= ~(1 << slot)
    else this.words[GateWord.waitingHi]! &= ~(1 << slot)
  }

  /** An event happened: only what depends on it has another name now, and of that only what is admissible is woken. */
  release(slot: Slot, touch: Accesses, past: CausalPast): void {
    for (let rest = this.words[GateWord.waitingLo]!; rest !== 0; rest &= rest - 1)
      this.releaseOne(31 - Math.clz32(rest & -rest), slot, touch, past)
    for (let rest = this.words[GateWord.waitingHi]!; rest !== 0; rest &= rest - 1)
      this.releaseOne(63 - Math.clz32(rest & -rest), slot, touch, past)
  }

  private releaseOne(waiting: number, slot: Slot, touch: Accesses, past: CausalPast): void {
    const { state } = this
    const other = this.other.read(this.words, state.touch(waiting))
    if (waiting === slot || !conflict(touch, other)) return
    past.identify(waiting, state.handles[waiting]!, 0, other)
    const event = this.admission.index.find(past.lo, past.hi)
    if (event >= 0 && this.admission.witnessFor(waiting, event) >= 0) this.wake(waiting)
  }

  /** The same where only blocking counts: who waits for something that was touched looks again. */
  releaseAll(slot: Slot, touch: Accesses): void {
    this.each((waiting) => {
      if (waiting !== slot && conflict(touch, this.other.read(this.words, this.state.touch(waiting))))
        this.wake(waiting)
    })
  }

  open(): void {
    atomics.store(this.words, GateWord.mode, Mode.open)
    this.each((waiting) => {
      if (this.words[this.state.unstarted(waiting)] === 0) this.wake(waiting)
      else this.stopWaiting(waiting) // it can start whenever there is a core for it
    })
    makeAllReady(this.state)
    startNext(this.state, Math.min(FAN_OUT, idleCores(this.state)), this.startLater)
  }

  fail(): void {
    atomics.store(this.words, GateWord.mode, Mode.failed)
    startNext(this.state, MAX_WORKERS, this.startLater)
    this.each((waiting) => this.wake(waiting))
  }

  /** Wakes everybody to look again, since there are more traces. */
  again(): void {
    this.each((waiting) => this.wake(waiting))
  }

  protected each(action: (slot: Slot) => void): void {
    for (let rest = this.words[GateWord.waitingLo]!; rest !== 0; rest &= rest - 1) action(31 - Math.clz32(rest & -rest))
    for (let rest = this.words[GateWord.waitingHi]!; rest !== 0; rest &= rest - 1) action(63 - Math.clz32(rest & -rest))
  }

  protected wake(slot: Slot): void {
    const { words, state } = this
    this.stopWaiting(slot)
    if (claim(state, slot)) {
      this.startLater(slot)
    } else if (words[state.asleep(slot)] === 1) {
      words[state.asleep(slot)] = 0
      atomics.add(words, state.wake(slot), 1)
      this.woken[this.wokenCount++] = slot
    }
  }

  /**
   * Those whom the last event of the thread has let go on, as WebAssembly has found out. Without the lock: nobody else
   * looks there.
   */
  take(slot: Slot): void {
    const { unblocked } = this.state
    const at = Unblocked.words * slot
    for (let rest = unblocked[at + Unblocked.wokenLo]!; rest !== 0; rest &= rest - 1)
      this.woken[this.wokenCount++] = 31 - Math.clz32(rest & -rest)
    for (let rest = unblocked[at + Unblocked.wokenHi]!; rest !== 0; rest &= rest - 1)
      this.woken[this.wokenCount++] = 63 - Math.clz32(rest & -rest)
    for (let rest = unblocked[at + Unblocked.startedLo]!; rest !== 0; rest &= rest - 1)
      this.startLater(31 - Math.clz32(rest & -rest))
    for (let rest = unblocked[at + Unblocked.startedHi]!; rest !== 0; rest &= rest - 1)
      this.startLater(63 - Math.clz32(rest & -rest))
  }

  private readonly startLater = (slot: Slot): void => {
    this.started[this.startedCount++] = slot
  }

  /** Whether some thread is to be started by the next `notify`. */
  get startsSome(): boolean {
    return this.startedCount > 0
  }

  /** Outside the lock. At most so many threads are started; the others are left to workers with nothing else to do. */
  notify(mostStarts = Infinity): void {
    if (this.wokenCount + this.startedCount > 0) this.notifyAll(mostStarts)
  }

  private notifyAll(mostStarts: number): void {
    const { state, woken, started, wokenCount, startedCount } = this
    this.wokenCount = this.startedCount = 0
    for (let i = mostStarts; i < startedCount; i++) makeReady(state, started[i]!)
    for (let i = 0; i < wokenCount; i++) atomics.notify(this.words, state.wake(woken[i]!), 1)
    for (let i = 0; i < startedCount && i < mostStarts; i++) this.startThread(started[i]!)
  }
}

export type NewWakeups = (...parts: ConstructorParameters<typeof Wakeups>) => Wakeups
