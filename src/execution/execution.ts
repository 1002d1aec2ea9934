import type { Handle, Slot } from '../base/thread-numbers.ts'
import { EnabledThreads } from './enabled-threads.ts'
import { type Capacities, defaultCapacities } from '../base/capacities.ts'
import { HeddleError, internalError } from '../base/errors.ts'
import { isChoose, isJoin } from '../program/operations/controls.ts'
import { isResultUnused } from '../program/operations/atomics.ts'
import type { Operation } from '../program/operations/operation.ts'
import { enterContext, ExecutionContext } from '../program/context/execution-context.ts'
import { AGAIN, Misuse } from '../program/operations/operation-spec.ts'
import { messageOf } from '../program/primitives/message.ts'
import { ModuleState } from '../program/module-state.ts'
import type { Program, ThreadEntry } from '../program/program.ts'
import { rootOf, type Symmetry, symmetryOf } from '../program/threads/symmetry.ts'
import { ControlledThread, ThreadStatus } from './controlled-thread.ts'
import { isObject } from './backtracking/local-state.ts'
import { LocalStates } from './backtracking/local-states.ts'
import { HeartbeatWord, newHeartbeat } from './heartbeat.ts'
import type { OperationObserver } from './operation-observer.ts'
import { SharedObjects, type ThreadStart } from './shared-objects.ts'
import { UndoLog } from './backtracking/undo-log.ts'
import type { MetConditions } from '../symbolic/met-conditions.ts'
import { shadowsFor } from '../symbolic/shadow-memory.ts'
import { pathOfInputs } from '../symbolic/symbolic-inputs.ts'
import { resultsOf } from './thread-results.ts'
import { type ThreadStarter, ThreadTable } from './thread-table.ts'

/** What ended an execution before all threads had ended, other than a deadlock. */
export interface Failure {
  /** The slot of the thread in which it showed. */
  readonly thread: Slot
  readonly error: unknown
}

/**
 * One controlled run of a program at a time, restarted as often as the search wants. All threads run in this JavaScript
 * thread; between two steps every live thread has one pending operation, and `enabled` says which of them can go.
 */
export class Execution implements ThreadStarter {
  readonly program: Program
  readonly threads: readonly ControlledThread[]
  private readonly table: ThreadTable
  readonly enabled: EnabledThreads
  failure: Failure | null = null
  /** Whether any execution has failed. */
  hasFailed = false

  /** What threads and builtins find of this execution while it is the one that runs. */
  readonly context: ExecutionContext
  /** Where this JavaScript thread was before it entered this execution. */
  private outer: ExecutionContext | null = null
  private readonly shared: SharedObjects
  /** Which conditions over inputs the execution of now has met, where somebody asks. */
  readonly conditions: MetConditions | null
  readonly capacities: Capacities
  readonly moduleState: ModuleState
  /** Off unless the search asks for it. */
  remembers = false
  private readonly undoLog: UndoLog
  /** Whether the program has code of its own for the end of an execution, which may change memory and its objects. */
  private readonly looksAtEnd: boolean
  /** How often an execution has begun anew. */
  resets = 0
  readonly memory: LocalStates
  /** Which threads run the same code; `memory` knows whether that makes them interchangeable. */
  private readonly symmetry: Symmetry
  private readonly words: Int32Array
  /** Slots in the order in which this execution's threads came to be: how schedules number threads. */
  readonly order: Slot[] = []
  observer: OperationObserver | null = null
  /**
   * Only synchronisation operations and Atomics are transitions; plain accesses happen along with the transition
   * before. May be changed between two executions. What a trace leads to is then determined by it only as long as no
   * accesses race.
   */
  syncOnly: boolean

  constructor(
    program: Program,
    heartbeat = newHeartbeat(),
    syncOnly = false,
    capacities = defaultCapacities,
    context = new ExecutionContext(),
  ) {
    this.capacities = capacities
    this.context = context
    this.syncOnly = syncOnly
    this.moduleState = new ModuleState(capacities)
    this.program = program
    this.table = new ThreadTable(program, this)
    this.threads = this.table.threads
    this.enabled = new EnabledThreads(this.mostThreads)
    this.words = heartbeat.words
    context.shadows = shadowsFor(program.input)
    this.conditions = program.input === null ? null : (pathOfInputs(program.input)?.met ?? null)
    this.shared = new SharedObjects(program, context, this.moduleState, this.conditions)
    const resultOf = (handle: Handle): unknown => this.table.resultOf(handle)
    this.symmetry = symmetryOf(program)
    this.memory = new LocalStates(resultOf, capacities, context, this.shared.layout, this.symmetry)
    this.memory.conditions = this.conditions
    this.memory.follows = program.instantiate === undefined
    this.undoLog = new UndoLog(this.shared.layout, capacities.room, context.shadows)
    this.looksAtEnd = program.outcome !== undefined || program.after !== undefined
    this.table.reserve(program.threads.map((_, i) => i))
  }

  /** How many threads there is room for. */
  get mostThreads(): number {
    return this.table.most
  }

  /** Gives threads the slots that they had in another process; before the first run. */
  reserveSlots(handles: readonly Handle[]): void {
    this.table.reserve(handles)
  }

  get layout(): SharedObjects['layout'] {
    return this.shared.layout
  }

  /**
   * The state before the first transition: memory restored, all declared threads at their first operation. From here
   * until `leave` the realm counts as exploring, also between steps.
   */
  reset(): void {
    this.enter()
    try {
      this.begin()
    } catch (error) {
      this.leave()
      throw error
    }
  }

  private begin(): void {
    const { threads, program, context, conditions } = this
    conditions?.begin()
    for (let i = 0; i < threads.length; i++) threads[i]!.reset()
    this.shared.restore()
    context.shadows?.reset()
    context.supplied.reset()
    this.memory.begin(this.remembers)
    this.undoLog.clear()
    this.resets++
    context.refusal = null
    this.failure = null
    this.enabled.clear()
    this.order.length = 0
    this.moduleState.remember()
    context.explored = true
    this.observer?.reset()
    for (let i = 0; i < program.threads.length && this.failure === null; i++)
      this.start(i, i, program.threads[i]!, null)
    conditions?.begun()
  }

  /**
   * Goes back to the state after the first `steps` steps of the execution of now, without running it again. False if
   * that is not possible. From here until `leave` the realm counts as exploring. Not where plain accesses happen along
   * with other steps: they are not noted.
   */
  rewind(steps: number): boolean {
    const { undoLog, threads, context } = this
    if (
      steps < undoLog.floor ||
      steps > undoLog.length ||
      this.failure !== null ||
      this.observer !== null ||
      this.syncOnly ||
      !this.memory.beginAgain(this.remembers)
    )
      return false
    if (this.looksAtEnd) {
      this.shared.renewMain()
      this.layout.restoreImage()
    }
    this.conditions?.back(steps)
    while (undoLog.length > steps) this.undoStep()
    for (let i = 0; i < threads.length; i++) if (!threads[i]!.renewResult()) return false
    this.enter()
    context.refusal = null
    this.moduleState.remember()
    context.explored = true
    this.enabled.clear()
    for (let i = 0; i < threads.length; i++) this.enabled.note(threads[i]!)
    this.enabled.askBlocked(this.threads)
    return true
  }

  private undoStep(): void {
    const { undoLog, threads, order } = this
    const thread = threads[undoLog.undo()]!
    thread.goBack(undoLog.state)
    if (!undoLog.hasSpawned) return
    thread.spawned--
    const spawned = order.pop()! // no later one is there any more
    threads[spawned]!.reset()
    this.context.supplied.restart(spawned)
  }

  private enter(): void {
    if (this.outer === null) this.outer = enterContext(this.context)
  }

  /** No more steps for now: `after`, `outcome` and reports run as ordinary code. */
  leave(): void {
    this.context.explored = false
    this.context.operation = null
    if (this.outer !== null) enterContext(this.outer)
    this.outer = null
    if (this.looksAtEnd && this.memory.active) this.layout.saveImage() // no access of a thread
    this.words[HeartbeatWord.running] = 0
  }

  private readonly startFor = (slot: Slot, entry: ThreadEntry): ThreadStart => this.shared.forThread(slot, entry)

  newThread(slot: Slot): ControlledThread {
    return new ControlledThread(slot, this.table, this.memory, this.context)
  }

  /** Whoever watches has no room for more threads than there was before either, and begins anew. */
  outgrown(): void {
    this.enabled.widen(this.mostThreads)
    this.observer = null
  }

  start(slot: Slot, handle: Handle, entry: ThreadEntry, argument: { value: unknown } | null, parent = -1): void {
    const thread = this.threads[slot]!
    this.observer?.started(slot, parent)
    thread.handle = handle
    if (argument === null) thread.name = entry.name
    else thread.name = `${entry.name}#${handle}`
    this.order.push(slot)
    this.words[HeartbeatWord.running] = slot + 1
    thread.start(entry, this.startFor, argument, parent < 0 ? null : this.threads[parent]!)
    if (this.syncOnly) this.runPlainAccesses(thread)
    this.afterRunning(thread)
  }

  /** Executes the pending operation of an enabled thread and runs the thread to its next one. */
  step(slot: Slot, choice: number): void {
    const thread = this.threads[slot]!
    const op = thread.operation
    const words = this.words
    words[HeartbeatWord.transitions]!++
    words[HeartbeatWord.running] = slot + 1
    words[HeartbeatWord.site] = op.site
    this.context.operation = op
    this.conditions?.beginStep()
    if (isChoose(op)) op.operand2 = choice
    if (this.memory.active) this.undoLog.note(op, thread.localState)
    const value = this.observer === null ? this.perform(op) : this.performObserved(op, this.observer)
    this.lastValue = value
    if (op.spin !== null) op.spin.note(op, op.spec, value)
    if (value !== AGAIN && this.failure === null) {
      if (isObject(value)) thread.resume(value, this.originOf(value as object, op) ?? value)
      else thread.resume(value, isResultUnused(op) ? undefined : value)
      if (this.syncOnly) this.runPlainAccesses(thread)
      this.moduleState.look(thread.operation.site)
    }
    // By far the most common case: it was enabled, still is, and no other thread waits for anything.
    if (
      this.enabled.anyBlockable ||
      thread.status !== ThreadStatus.pending ||
      op.spec.enabled !== null ||
      this.context.refusal !== null
    ) {
      this.afterRunning(thread)
    }
    this.conditions?.endStep()
  }

  /** What an object that a thread receives comes from, if that is remembered. */
  private originOf(value: object, op: Operation): object | null | undefined {
    return isJoin(op) ? this.threads[this.slotOf(op.operand as number)]!.endState : messageOf(value)
  }

  private perform(op: Operation): unknown {
    try {
      return this.context.shadows === null ? op.spec.perform(op) : this.context.shadows.perform(op)
    } catch (error) {
      if (!(error instanceof Misuse)) throw asOurs(error, op)
      this.fail(op.thread, error)
      return undefined
    }
  }

  private fail(thread: Slot, error: unknown): void {
    this.failure = { thread, error }
    this.hasFailed = true
  }

  private performObserved(op: Operation, observer: OperationObserver): unknown {
    const { spec } = op
    const { access } = op.accesses
    const value = this.perform(op)
    observer.performed(op, spec, access, value)
    if (isJoin(op)) observer.joined(op.thread, this.slotOf(op.operand as number))
    return value
  }

  /**
   * In `syncOnly` mode: everything up to the thread's next synchronisation operation. Also to where sealed code begins:
   * an access that came before the last place where others can get in would not be part of it.
   */
  private runPlainAccesses(thread: ControlledThread): void {
    const op = thread.operation
    while (
      thread.status === ThreadStatus.pending &&
      !op.spec.synchronises &&
      !op.opensSeal &&
      this.failure === null &&
      this.context.refusal === null
    ) {
      this.plainAccesses++
      this.context.operation = op
      const value = this.observer === null ? this.perform(op) : this.performObserved(op, this.observer)
      if (op.spin !== null) op.spin.note(op, op.spec, value)
      thread.resume(value, value)
    }
  }

  /** How many accesses were no transitions. */
  plainAccesses = 0

  /** The value of the last step's operation; AGAIN when its second transition is now pending. */
  lastValue: unknown = undefined

  private afterRunning(thread: ControlledThread): void {
    if (this.context.refusal !== null) throw this.context.refusal
    this.enabled.note(thread)
    if (thread.status === ThreadStatus.failed) {
      if (thread.error instanceof HeddleError) throw thread.error
      this.fail(thread.slot, thread.error)
    }
    this.enabled.askBlocked(this.threads)
  }

  /** How many steps there were in all executions, as 32 bits. */
  get steps(): number {
    return this.words[HeartbeatWord.transitions]!
  }

  isEnabled(slot: Slot): boolean {
    return this.enabled.has(slot)
  }

  get anyEnabled(): boolean {
    return this.enabled.any
  }

  /** No thread can go on. Deadlock if one of them has not ended. */
  get isDeadlocked(): boolean {
    if (this.anyEnabled || this.failure !== null) return false
    for (let i = 0; i < this.threads.length; i++) if (this.threads[i]!.status === ThreadStatus.pending) return true
    return false
  }

  /** A thread has failed, and others had more to do. */
  get failedBeforeOthers(): boolean {
    const declared = this.program.threads.length
    return (
      this.failure !== null &&
      this.threads.some(
        ({ slot, status }) =>
          slot !== this.failure!.thread &&
          (status === ThreadStatus.pending || (status === ThreadStatus.absent && slot < declared)),
      )
    )
  }

  /** How many ways there are to execute a thread's pending operation: 1, or n for `choose(n)`. */
  choicesOf(slot: Slot): number {
    const op = this.threads[slot]!.operation
    return isChoose(op) ? (op.operand as number) : 1
  }

  /** The results of the declared threads, in the shape of `threads`. */
  results(): unknown {
    return resultsOf(this.program, this.threads)
  }

  /** The same for threads that seem to be interchangeable, so that what shows in several of them is told once. */
  likenessOf(slot: Slot): number | string {
    const { symmetry, threads } = this
    const { runs, name } = threads[slot]!
    if (slot < this.program.threads.length) return rootOf(symmetry, slot)
    return symmetry.tasks.has(runs) ? runs : name
  }

  sharedForMain(): unknown {
    return this.shared.forMain()
  }

  /** The slot of a thread that there is in this execution, or -1. */
  slotOf(handle: Handle): Slot {
    return this.table.slotOf(handle)
  }

  /** Whether the last step ended its thread, so that its event is the one that a join waits for. */
  hasThreadEnded(slot: Slot): boolean {
    return this.threads[slot]!.status === ThreadStatus.ended
  }
}

function asOurs(error: unknown, op: Operation): HeddleError {
  if (error instanceof HeddleError) return error
  return internalError(`performing ${op.spec.name} failed: ${error instanceof Error ? error.stack : String(error)}`)
}
