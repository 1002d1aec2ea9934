/**
 * The paper's alternative [IRS, IV]: a thread of its own decides what may happen next, one event at a time, and program
 * threads ask
 * it. Kept for comparison; with it every event costs two hand-overs between threads.
 */
import { Accesses } from '../../dependence/accesses.ts'
import { type MessagePort, workerData } from 'node:worker_threads'
import { CausalPast } from '../causal-past.ts'
import { Admission } from './admission/admission.ts'
import { giveLock, takeLock } from './gate/gate-lock.ts'
import { type GateSizes, GateState, GateWord, Mode, Request } from './gate/gate-state.ts'
import { TraceIndex } from './admission/trace-index.ts'
import { latestUpdate } from './driver.ts'

export interface SchedulerData {
  readonly state: SharedArrayBuffer
  readonly sizes: GateSizes
  readonly index: SharedArrayBuffer
  /** Brings larger sets. */
  readonly updates: MessagePort
}

class CentralScheduler {
  private readonly state: GateState
  private readonly past: CausalPast
  private readonly admission: Admission
  private readonly touch = new Accesses()

  private readonly updates: MessagePort
  private version = 0

  constructor({ state, sizes, index, updates }: SchedulerData) {
    this.updates = updates
    this.state = new GateState(sizes, state)
    this.past = new CausalPast(this.state.cells, this.state.lastNames)
    this.admission = new Admission(new TraceIndex(index), this.state)
  }

  serve(): never {
    const { words } = this.state
    for (;;) {
      const seen = Atomics.load(words, GateWord.asked)
      takeLock(words)
      if (words[GateWord.version] !== this.version) this.takeVersion()
      const granted = words[GateWord.mode] === Mode.gated && words[GateWord.busy] === 0 ? this.grant() : -1
      giveLock(words)
      if (granted >= 0) Atomics.notify(words, this.state.wake(granted), 1)
      Atomics.wait(words, GateWord.asked, seen)
    }
  }

  private takeVersion(): void {
    this.version = this.state.words[GateWord.version]!
    const update = latestUpdate(this.updates)
    if (update !== null) this.admission.index = new TraceIndex(update.index)
  }

  /** Lets one of those that ask go on; -1 when none may. */
  private grant(): number {
    const { words } = this.state
    for (let slot = 0; slot < words[GateWord.slots]!; slot++) {
      if (words[this.state.request(slot)] !== Request.asks || !this.mayGo(slot)) continue
      words[GateWord.busy] = 1
      words[this.state.request(slot)] = Request.granted
      Atomics.add(words, this.state.wake(slot), 1)
      return slot
    }
    return -1
  }

  /** A choice is tried with every value by its own thread; without a location, it can always go. */
  private mayGo(slot: number): boolean {
    const { words, handles } = this.state
    const touch = this.touch.read(words, this.state.touch(slot))
    if (touch.access === 0 && touch.cell2 < 0) return true
    this.past.identify(slot, handles[slot]!, 0, touch)
    const event = this.admission.index.find(this.past.lo, this.past.hi)
    return event >= 0 && this.admission.witnessFor(slot, event) >= 0
  }
}

new CentralScheduler(workerData as SchedulerData).serve()
