import { ThreadStatus } from '../../../execution/controlled-thread.ts'
import type { Execution } from '../../../execution/execution.ts'
import type { Gates } from './gates.ts'
import type { SegmentTimes } from './segment-times.ts'

/**
 * In µs: what it takes to start one more worker or to wake one, and to pass a gate. Measured on workers; only their
 * proportions matter.
 */
const START = 10
const WAKE = 30
const PASS = 1

const State = { absent: 0, runnable: 1, running: 2, asleep: 3 } as const

/** Draws a number from 0 up to 1. */
export type Draw = () => number

/** Told when the k-th operation (from 0) of a thread happened, in µs since the start. */
export type OnEvent = (handle: number, k: number, time: number) => void

/**
 * Runs a program in a time of its own, as a machine with some cores would: threads are started one after the other,
 * keep a core
 * until they block or end, and take as long between two operations as was measured, with some luck.
 */
export class TimedMachine {
  private readonly execution: Execution
  private readonly times: SegmentTimes
  private readonly cores: number
  private readonly draw: Draw
  private readonly state: number[] = []
  /** When a runnable thread became so, or a running one comes to its next operation. */
  private readonly at: number[] = []
  private readonly count: number[] = []
  private freeCores: number[] = []
  private gates: Gates | null = null

  constructor(execution: Execution, times: SegmentTimes, cores: number, draw: Draw) {
    this.execution = execution
    this.times = times
    this.cores = cores
    this.draw = draw
  }

  /** When the last operation happened; null if the run does not end well within so many operations. */
  run(gates: Gates | null, most: number, onEvent: OnEvent = () => undefined): number | null {
    const { execution } = this
    this.begin(gates)
    let end = 0
    try {
      for (let events = 0; events < most && execution.failure === null; events++) {
        const slot = this.nextToAct()
        if (slot < 0) break
        end = this.at[slot]!
        onEvent(execution.threads[slot]!.handle, this.count[slot]!, end)
        this.act(slot, end)
      }
      return this.isComplete() ? end : null
    } finally {
      execution.leave()
    }
  }

  private begin(gates: Gates | null): void {
    const { execution } = this
    this.gates = gates
    gates?.reset()
    this.times.measureStarts(execution)
    this.freeCores = Array.from({ length: this.cores }, () => 0)
    this.state.fill(State.absent)
    for (let slot = 0; slot < execution.program.threads.length; slot++) this.add(slot, START * slot * 2 * this.draw())
  }

  private add(slot: number, time: number): void {
    this.state[slot] = State.runnable
    this.at[slot] = time
    this.count[slot] = 0
  }

  /**
   * The running thread that is first at an operation that may happen; those before it that have to wait go to sleep.
   */
  private nextToAct(): number {
    for (;;) {
      this.assignCores()
      const slot = this.first(State.running)
      if (slot < 0 || this.mayAct(slot)) return slot
      this.state[slot] = State.asleep
      this.freeCores.push(this.at[slot]!)
    }
  }

  private first(state: number): number {
    let first = -1
    for (let slot = 0; slot < this.state.length; slot++)
      if (this.state[slot] === state && (first < 0 || this.at[slot]! < this.at[first]!)) first = slot
    return first
  }

  private assignCores(): void {
    while (this.freeCores.length > 0) {
      const slot = this.first(State.runnable)
      if (slot < 0) return
      this.freeCores.sort((a, b) => b - a)
      this.at[slot] =
        Math.max(this.at[slot]!, this.freeCores.pop()!) + (this.count[slot] === 0 ? this.segment(slot) : 0)
      this.state[slot] = State.running
      if (this.execution.threads[slot]!.status !== ThreadStatus.pending) this.retire(slot)
    }
  }

  private retire(slot: number): void {
    this.state[slot] = State.absent
    this.freeCores.push(this.at[slot]!)
  }

  private mayAct(slot: number): boolean {
    return this.execution.isEnabled(slot) && (this.gates === null || this.gates.admits(slot, 0))
  }

  private act(slot: number, now: number): void {
    const { execution, gates } = this
    const known = execution.threads.length
    this.times.measure(execution.threads[slot]!.handle, ++this.count[slot]!, () => {
      if (gates === null) execution.step(slot, 0)
      else gates.step(slot, 0)
    })
    if (execution.threads[slot]!.status === ThreadStatus.pending) this.at[slot] = now + PASS + this.segment(slot)
    else this.retire(slot)
    for (let other = 0; other < execution.threads.length; other++) {
      if (this.state[other] === State.asleep && this.mayAct(other)) this.wake(other, now)
      else if (this.isNew(other, known)) this.add(other, now + WAKE)
    }
  }

  private isNew(slot: number, known: number): boolean {
    return (
      (slot >= known || this.state[slot] === State.absent) &&
      this.execution.threads[slot]!.status === ThreadStatus.pending
    )
  }

  private wake(slot: number, now: number): void {
    this.state[slot] = State.runnable
    this.at[slot] = now + WAKE
  }

  /** How long the thread takes from here to its next operation: half to one and a half times what was measured. */
  private segment(slot: number): number {
    return this.times.of(this.execution.threads[slot]!.handle, this.count[slot]!) * (0.5 + this.draw())
  }

  private isComplete(): boolean {
    return (
      this.execution.failure === null && this.execution.threads.every(({ status }) => status !== ThreadStatus.pending)
    )
  }
}
