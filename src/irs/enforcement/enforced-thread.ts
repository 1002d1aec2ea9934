/**
 * One thread of an enforced program in its worker, which passes a gate at each operation. Plain code was transformed to
 * do so by itself; generator threads, and plain code where only its suspendable form is there, are driven as in
 * exploration.
 */
import { types } from 'node:util'
import type { Handle, Slot } from '../../base/thread-numbers.ts'
import { type HeddleError, programError } from '../../base/errors.ts'
import { ControlledThread, ThreadStatus } from '../../execution/controlled-thread.ts'
import { type Operation, TWIN } from '../../program/operations/operation.ts'
import { running } from '../../program/context/execution-context.ts'
import { realm } from '../../program/context/realm.ts'
import { AGAIN } from '../../program/operations/operation-spec.ts'
import type { Self, ThreadEntry, ThreadGenerator } from '../../program/program.ts'
import { started } from '../../program/threads/start-thread.ts'
import { isGeneratorFunction } from '../../real/thread/run-thread.ts'
import type { ThreadDriver } from '../../real/thread/thread-driver.ts'
import { type Gate, Released } from './gate/gate.ts'

/** Whether the thread is plain code in a realm whose code passes gates. */
function isDirect({ body }: ThreadEntry): boolean {
  return realm.direct && !isGeneratorFunction(body) && (body as { [TWIN]?: unknown })[TWIN] === undefined
}

export class EnforcedThread implements ThreadDriver {
  private readonly gate: Gate
  private readonly threads: ControlledThread[] = []

  constructor(gate: Gate, startsTogether: boolean) {
    this.gate = gate
    this.startsTogether = startsTogether
  }
  private readonly startsTogether: boolean

  startOthers(slot: Slot): void {
    if (!this.startsTogether) this.gate.startOthers(slot)
  }

  takeNext(): number {
    return this.startsTogether ? -1 : this.gate.takeNext()
  }

  /** Runs the whole thread and returns its result; throws what it throws. */
  run(
    slot: Slot,
    handle: Handle,
    name: string,
    entry: ThreadEntry,
    shared: unknown,
    argument: { value: unknown } | null,
  ): unknown {
    const thread = (this.threads[slot] ??= new ControlledThread(slot, this.gate.control))
    if (this.entry !== entry) this.look(entry)
    if (this.direct) {
      return realm.free
        ? this.runFreely(thread, handle, name, entry, shared, argument)
        : this.runDirect(thread, handle, name, entry, shared, argument)
    }
    thread.reset()
    if (this.gate.isFree && isGeneratorFunction(entry.body))
      return this.runFree(thread, handle, name, entry, shared, argument)
    thread.handle = handle
    thread.name = name
    this.gate.enter(slot, handle, thread.operation)
    running.supplied.reset()
    running.explored = true
    running.recording = this.gate.isWatched // where operations are made, in case that one is to be named
    running.refusal = null
    try {
      thread.start(entry, () => ({ entry, shared }), argument)
      this.drive(thread)
      this.gate.end()
      return thread.result
    } catch (error) {
      if (!(error instanceof Released)) this.gate.fail()
      throw error
    } finally {
      running.explored = running.recording = false
    }
  }

  /** A worker mostly runs the same thread again and again. */
  private look(entry: ThreadEntry): void {
    if (types.isAsyncFunction(entry.body))
      throw programError(`thread ${entry.name} is an async function, which cannot be run under a set`)
    this.entry = entry
    this.direct = isDirect(entry)
  }
  private entry: ThreadEntry | null = null
  private direct = false

  /** The thread's code calls `passHere` itself. */
  private runDirect(
    thread: ControlledThread,
    handle: Handle,
    name: string,
    entry: ThreadEntry,
    shared: unknown,
    argument: { value: unknown } | null,
  ): unknown {
    const { gate } = this
    const { slot, operation } = thread
    operation.reset()
    operation.handle = handle
    if (gate.isFree) gate.enterFree(slot)
    else gate.enter(slot, handle, operation)
    running.operation = operation
    running.supplied.reset()
    running.refusal = null
    running.open = realm.free || gate.isFree || gate.isOpen
    running.explored = true
    running.pass = this.passHere
    try {
      const self = this.selfOf(handle, name, entry)
      const result = started(entry, entry.body, shared, self, argument)
      operation.checkNotForgotten()
      if (running.refusal !== null) throw running.refusal as HeddleError
      gate.end()
      return result
    } catch (error) {
      if (!(error instanceof Released)) gate.fail()
      throw running.refusal ?? error
    } finally {
      running.pass = null
      running.explored = false
    }
  }

  /** Handle and entry say what the name is. */
  private selfOf(id: number, name: string, entry: ThreadEntry): Self {
    if (this.selfEntry !== entry || this.self.id !== id) {
      this.self = Object.freeze({ id, name })
      this.selfEntry = entry
    }
    return this.self
  }
  private self: Self = Object.freeze({ id: -1, name: '' })
  private selfEntry: ThreadEntry | null = null

  /** The same in a worker where nothing will ever be gated: as little as possible besides what a plain worker does. */
  private runFreely(
    { slot, operation }: ControlledThread,
    handle: Handle,
    name: string,
    entry: ThreadEntry,
    shared: unknown,
    argument: { value: unknown } | null,
  ): unknown {
    operation.reset()
    operation.handle = handle
    this.gate.enterFree(slot)
    running.supplied.reset()
    running.operation = operation
    running.refusal = null
    running.explored = true
    running.pass = this.passHere
    try {
      const self = this.selfOf(handle, name, entry)
      const result = started(entry, entry.body, shared, self, argument)
      if (running.refusal !== null) throw running.refusal as HeddleError
      return result
    } finally {
      running.pass = null
      running.explored = false
    }
  }

  /** Waits until the operation may happen, performs all of it, and returns its value. */
  private readonly passHere = (op: Operation): unknown => {
    op.received()
    for (;;) {
      const value = this.gate.pass(op)
      if (op.spin !== null) op.spin.note(op, op.spec, value)
      if (value !== AGAIN) return value
    }
  }

  /** Where nothing is gated, a generator needs no stack of frames either. */
  private runFree(
    thread: ControlledThread,
    handle: Handle,
    name: string,
    entry: ThreadEntry,
    shared: unknown,
    argument: { value: unknown } | null,
  ): unknown {
    const { gate } = this
    const { operation } = thread
    const self = { id: handle, name }
    running.operation = operation
    running.refusal = null
    gate.enterFree(thread.slot)
    running.supplied.reset()
    const generator = started(entry, entry.body, shared, self, argument) as ThreadGenerator
    running.explored = true
    try {
      let step = generator.next()
      while (step.done !== true) {
        if (step.value !== operation)
          throw programError(`thread ${name} yielded something that is not an operation; write \`yield* ops.…(…)\``)
        operation.received()
        step = generator.next(gate.pass(operation))
      }
      operation.checkNotForgotten()
      if (running.refusal !== null) throw running.refusal as HeddleError
      return step.value
    } finally {
      running.explored = false
    }
  }

  private drive(thread: ControlledThread): void {
    const { gate } = this
    const { operation } = thread
    while (thread.status === ThreadStatus.pending) {
      const value = gate.pass(operation)
      if (operation.spin !== null) operation.spin.note(operation, operation.spec, value)
      if (value !== AGAIN) thread.resume(value, value)
      if (running.refusal !== null) throw running.refusal as HeddleError
    }
    if (thread.status === ThreadStatus.failed) throw thread.error
  }
}
