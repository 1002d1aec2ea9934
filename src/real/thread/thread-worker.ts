import { type Handle, handleOfDeclared, type Slot } from '../../base/thread-numbers.ts'
import { types } from 'node:util'
import { receiveMessageOnPort } from 'node:worker_threads'
import * as atomics from '../../base/atomics.ts'
import { internalError, programError } from '../../base/errors.ts'
import { running } from '../../program/context/execution-context.ts'
import type { Program, ThreadEntry } from '../../program/program.ts'
import {
  advanceCommand,
  ControlBlock,
  EndTime,
  isPreparation,
  ResultKind,
  SlotState,
  Word,
} from '../protocol/control-block.ts'
import type { ToWorker, WorkerData } from '../protocol/messages.ts'
import { describeThrown } from '../protocol/thrown.ts'
import { RealThreads } from './real-threads.ts'
import { SharedObject } from './shared-object.ts'
import { StrayWork } from './stray-work.ts'
import { Abandoned, type DrivenWorker, type ThreadDriver } from './thread-driver.ts'
import { aboutToSleep, markWaitsIn } from './wait-marks.ts'
import { takeAsyncWaits } from './async-waits.ts'

/** How often an awake thread looks whether the others are: for some 25 µs, and only if there is a core for each. */
const START_SPINS = 5000

interface Assignment {
  readonly slot: Slot
  readonly handle: Handle
  readonly name: string
  readonly entry: ThreadEntry
  readonly argument: { value: unknown } | null
}

/** Runs threads of a program in this worker, one at a time, as the coordinator commands. */
export class ThreadWorker {
  private readonly data: WorkerData
  private readonly control: ControlBlock
  private readonly words: Int32Array
  private readonly program: Program
  private readonly shared: SharedObject
  private readonly threads: RealThreads
  private readonly driver: ThreadDriver

  constructor(program: Program, data: WorkerData, newDriver: (worker: DrivenWorker) => ThreadDriver) {
    const control = (this.control = new ControlBlock(data.control))
    const { words } = control
    this.data = data
    this.words = words
    this.program = program
    this.shared = new SharedObject(program, data.memory, control.alone)
    this.threads = new RealThreads(program, control, data.port, data.worker)
    this.driver = newDriver({
      program,
      layout: this.shared.layout,
      threads: this.threads,
      declared: data.declared,
      startThread: (slot) => advanceCommand(words, control.command(slot), false),
      claimNext: () => control.claimNext(program.threads.length),
    })
  }

  /** Serves commands until the worker is terminated, or dismissed, which is told. */
  serve(dismissed: () => void): void {
    this.stray.begin()
    let thread = this.handed ?? this.awaitThread()
    this.handed = null
    while (thread !== null) {
      const state = this.run(thread)
      if (this.stray.isThere || this.promised !== null) return this.settle(thread, state, () => this.serve(dismissed))
      thread = this.finish(thread, state) ?? this.awaitThread()
    }
    this.stray.end()
    dismissed()
  }
  /** What the thread's function has promised, where it is an async one. */
  private promised: Promise<unknown> | null = null
  /** The thread to run next. */
  private handed: Assignment | null = null
  private seen = 0
  private readonly stray = new StrayWork()

  /** The thread that the next command is about; null when the worker is dismissed. */
  private awaitThread(): Assignment | null {
    const { data, words, control } = this
    const word = data.declared >= 0 && data.driver.startsTogether ? Word.start : control.command(data.worker)
    for (;;) {
      atomics.wait(words, word, this.seen)
      const command = atomics.load(words, word)
      if (command === this.seen) continue
      this.seen = command
      if (atomics.load(words, Word.dismissed) === 1) return null
      if (isPreparation(command)) {
        this.prepare()
        continue
      }
      if (data.declared < 0) return this.receiveJob()
      this.driver.startOthers(data.declared)
      return this.declaredThread(data.declared)
    }
  }

  /** What the thread has left to the event loop happens before it ends. */
  private settle(thread: Assignment, state: number, then: () => void): void {
    const { words, control } = this
    let last = state
    const failed = (error: unknown): void => {
      last = this.fail(thread.slot, error, ' (nobody caught it: the thread left it to the event loop)')
    }
    let isSettled = this.promised === null
    this.promised?.then(
      (result) => {
        isSettled = true
        try {
          this.publish(thread.slot, thread.name, result)
        } catch (thrown) {
          last = this.fail(thread.slot, thrown)
        }
      },
      (thrown: unknown) => {
        isSettled = true
        last = this.fail(thread.slot, thrown)
      },
    )
    this.promised = null
    if (!isSettled) aboutToSleep() // others may have to start for it to be settled
    const isOver = (): boolean =>
      atomics.load(words, Word.dismissed) === 1 || atomics.load(words, control.state(thread.slot)) !== SlotState.live
    void this.stray
      .settle(failed, () => isSettled || last !== state, isOver)
      .then(() => {
        if (last === SlotState.ended && takeAsyncWaits() > 0) last = this.fail(thread.slot, leftWaiting(thread.name))
        this.handed = this.finish(thread, last)
        setImmediate(then)
      })
  }

  private prepare(): void {
    try {
      this.shared.attach()
    } catch (thrown) {
      this.threads.post({ type: 'failure', slot: -1, thrown: describeThrown(thrown) })
    }
    atomics.add(this.words, Word.prepared, 1)
    this.control.callAttention()
  }

  private declaredThread(slot: Slot): Assignment {
    const entry = this.program.threads[slot]!
    return { slot, handle: handleOfDeclared(slot), name: entry.name, entry, argument: null }
  }

  private receiveJob(): Assignment {
    const message = receiveMessageOnPort(this.data.port)?.message as ToWorker | undefined
    if (message?.type !== 'job') throw internalError('a spare worker was woken without a thread to run')
    const { slot, handle, task, argument } = message.job
    return {
      slot,
      handle,
      name: `${task}#${handle}`,
      entry: this.program.tasks.get(task)!,
      argument: { value: argument },
    }
  }

  /** Returns how the thread ended. */
  private run(thread: Assignment): number {
    const { slot, handle, name, entry, argument } = thread
    const { data, words, control } = this
    atomics.store(words, control.runs(data.worker), slot + 1)
    this.shared.forget()
    this.threads.enter(handle)
    markWaitsIn(words, control.waitMark(slot))
    if (data.declared >= 0 && data.spin) startTogether(words, this.program.threads.length)
    let state: number = SlotState.ended
    try {
      const result = this.stray.watching(() => this.driver.run(slot, handle, name, entry, this.shared.value, argument))
      if (types.isPromise(result)) this.promised = result
      else this.publish(slot, name, result)
    } catch (thrown) {
      state = this.fail(slot, thrown)
    }
    return state
  }

  /** The thread ends. Returns the declared thread that this worker is to run next, if there is one. */
  private finish({ slot }: Assignment, state: number): Assignment | null {
    const { data } = this
    running.operation = null
    // As long as this thread has not ended, the run has not, and what there is to do is of this run.
    const next = data.declared < 0 ? -1 : this.driver.takeNext()
    this.end(slot, state)
    return next < 0 ? null : this.declaredThread(next)
  }

  private publish(slot: Slot, name: string, result: unknown): void {
    const { words, control } = this
    let kind: number = ResultKind.undefined
    if (isInt32(result)) {
      atomics.store(words, control.result(slot), result)
      kind = ResultKind.int32
    } else if (result !== undefined) {
      this.postResult(slot, name, result)
      kind = ResultKind.message
    }
    atomics.store(words, control.resultKind(slot), kind)
  }

  private postResult(slot: Slot, name: string, value: unknown): void {
    try {
      this.threads.post({ type: 'result', slot, value })
    } catch (error) {
      throw programError(
        `the result of thread ${name} cannot be handed to others: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  private fail(slot: Slot, thrown: unknown, how = ''): number {
    if (thrown instanceof Abandoned) return SlotState.abandoned
    const described = describeThrown(thrown)
    this.threads.post({ type: 'failure', slot, thrown: { ...described, message: described.message + how } })
    return SlotState.failed
  }

  private end(slot: Slot, state: number): void {
    const { words, control } = this
    atomics.store(control.times, EndTime, process.hrtime.bigint())
    atomics.store(words, control.state(slot), state)
    atomics.notify(words, control.state(slot))
    const isLast = atomics.sub(words, Word.pending, 1) === 1
    if (isLast || state !== SlotState.ended) control.callAttention()
  }
}

/** The engine would settle them in a later run, and notifications would be lost to them. */
const leftWaiting = (name: string): Error =>
  programError(
    `thread ${name} ended while an Atomics.waitAsync of its was still waiting, so that its worker cannot run it again; ` +
      'end what waits, or give it a timeout',
  )

function isInt32(value: unknown): value is number {
  return typeof value === 'number' && Object.is(value | 0, value)
}

/** Waking takes longer than many a thread runs: without this, threads would mostly run one after the other. */
function startTogether(words: Int32Array, expected: number): void {
  atomics.add(words, Word.awake, 1)
  for (let spins = 0; spins < START_SPINS && atomics.load(words, Word.awake) < expected; spins++);
}
