import type { Handle, Slot } from '../base/thread-numbers.ts'
import type { ThreadControl } from '../program/threads/thread-control.ts'
import { HeddleError } from '../base/errors.ts'
import { Operation } from '../program/operations/operation.ts'
import { enterContext, type ExecutionContext, running } from '../program/context/execution-context.ts'
import type { Self, ThreadEntry, ThreadGenerator } from '../program/program.ts'
import { Message } from '../program/primitives/message.ts'
import type { ThreadStart } from './shared-objects.ts'
import { cloned, generatorOf, isGenerator, notAnOperation, stackOverflow } from './thread-code.ts'
import { noteAgain } from '../program/loops/spin-wait.ts'
import { isObject, LocalState } from './backtracking/local-state.ts'
import { LocalStates } from './backtracking/local-states.ts'

export const ThreadStatus = { absent: 0, pending: 1, ended: 2, failed: 3 } as const

/** As deep as JavaScript's own stack, roughly: runaway recursion must end in a RangeError, not in exhausted memory. */
const MAX_FRAMES = 10_000

/** Stands for the frame of a thread that has not started. */
const NO_FRAME = stackOverflow()

/**
 * One thread of an explored program, in one JavaScript thread with all others. Plain code calls by yielding the
 * callee's generator, so the thread has a stack of generators of which only the top one is ever resumed: depth costs
 * nothing.
 */
export class ControlledThread {
  readonly slot: Slot
  readonly operation: Operation
  name = ''
  /** Identity across executions: declared threads count from 0, see `childHandle`. */
  get handle(): number {
    return this.operation.handle
  }

  set handle(handle: Handle) {
    this.operation.handle = handle
  }

  status: number = ThreadStatus.absent
  private returned: unknown = undefined
  /** What the thread threw, when `status` is failed. */
  error: unknown = undefined
  spawned = 0

  /** The frame that runs, and below it those that wait for it; `depth` of them, the rest of the array is left over. */
  private top: ThreadGenerator = NO_FRAME
  private depth = 0
  private readonly callers: ThreadGenerator[] = []
  private readonly callSites: number[] = []
  /** The call sites of the frames that an uncaught exception left, innermost first. */
  readonly unwound: number[] = []
  private self: Self = { id: -1, name: '' }

  private readonly memory: LocalStates
  /** Where the thread is, if that is remembered. */
  private at: LocalState | null = null
  /** The thread has gone on without its code: the generators are where they were, or have not been started. */
  private lags = false
  // What the code is started with.
  private entry: ThreadEntry | null = null
  private startFor: ((slot: Slot, entry: ThreadEntry) => ThreadStart) | null = null
  private argument: { readonly value: unknown } | null = null

  private readonly context: ExecutionContext

  constructor(
    slot: Slot,
    control: ThreadControl,
    memory = new LocalStates(() => undefined),
    context: ExecutionContext = running,
  ) {
    this.slot = slot
    this.context = context
    this.memory = memory
    this.operation = new Operation(slot, control)
  }

  reset(): void {
    // An abandoned run's generators are dropped, not returned: `return()` would run the program's finally blocks.
    this.top = NO_FRAME
    this.depth = 0
    this.status = ThreadStatus.absent
    this.returned = undefined
    this.error = undefined
    this.spawned = 0
    this.lastRegion = -1
    this.at = null
    this.lags = false
    this.operation.reset()
  }

  /** Goes to the first operation. `parent` is the thread that spawned it, or null. */
  start(
    entry: ThreadEntry,
    startFor: (slot: Slot, entry: ThreadEntry) => ThreadStart,
    argument: { readonly value: unknown } | null,
    parent: ControlledThread | null = null,
  ): void {
    if (this.self.id !== this.handle || this.self.name !== this.name)
      this.self = Object.freeze({ id: this.handle, name: this.name })
    this.status = ThreadStatus.pending
    this.entry = entry
    this.startFor = startFor
    this.argument = argument
    const { memory } = this
    if (parent !== null) memory.kinds.spawns(this.slot, entry, argument!.value)
    if (!memory.active || (parent !== null && parent.at === null)) {
      this.startCode()
      memory.noteNew(this.operation, this.status !== ThreadStatus.pending)
      return
    }
    const known = parent === null ? memory.first[this.slot] : parent.at!.child
    this.parentState = parent?.at ?? null
    if (known !== undefined && !memory.checking) return this.goOnTo(known)
    this.follow(null, undefined)
    const mark = memory.conditions?.mark
    this.startCode()
    this.at = this.arrived(null, undefined, known, mark)
    if (this.at === null) return
    if (parent === null) memory.first[this.slot] = this.at
    else parent.at!.child = this.at
  }

  /** The code is about to go on from a local state, or to start. */
  private follow(at: LocalState | null, received: unknown): void {
    this.operation.whereabouts = this.memory.whereabouts(at, received, this.slot, this.parentState)
  }
  /** In which the thread was spawned. */
  private parentState: LocalState | null = null

  /** What the thread returned, once it has ended. */
  get result(): unknown {
    if (this.lags && this.at!.ended && this.at!.returnsObject) this.catchUp(this.at!)
    return this.returned
  }

  /** Where the thread has ended, if that is remembered. */
  get endState(): LocalState | null {
    return this.at?.ended === true ? this.at : null
  }

  /**
   * Continues with the value of the performed operation, to the next operation or the end. `received` is what counts of
   * it for the thread's local state: something that stands for an object, or nothing where nobody looks at it.
   */
  resume(value: unknown, received: unknown): void {
    const { at, memory } = this
    if (at === null) {
      this.operation.whereabouts = null
      this.run(value)
      memory.noteNew(this.operation, this.status !== ThreadStatus.pending)
      return
    }
    const known = at.after(received)
    if (known !== undefined && !memory.checking) return this.goOnTo(known)
    if (this.lags) {
      this.catchUp(at)
      noteAgain(this.operation, value)
    }
    this.follow(at, received)
    const mark = memory.conditions?.mark
    this.run(value)
    this.at = this.arrived(at, received, known, mark)
  }

  /** Its code would come to this local state, and meet what it met on its way. */
  private goOnTo(state: LocalState): void {
    this.memory.conditions?.recall(state.met)
    this.goTo(state)
  }

  private goTo(state: LocalState): void {
    this.at = state
    this.lags = true
    if (!state.ended) return state.arm(this.operation)
    this.returned = state.result
    this.status = ThreadStatus.ended
  }

  /** The sites of the calls that it is in, innermost first, as far as its code is where the thread is. */
  get callStack(): readonly number[] {
    if (this.lags) return []
    const { jobs } = this.operation
    if (this.depth === 0 && jobs !== null) return jobs.awaits.slice(1)
    return this.callSites.slice(0, this.depth).reverse()
  }

  /** What it runs, by name. */
  get runs(): string {
    return this.entry!.name
  }

  /** The local state that the thread is in, if it is remembered. */
  get localState(): LocalState | null {
    return this.at
  }

  /**
   * An object that the thread returned may have been changed since by whoever saw it: it is to be made anew. False if
   * that is not possible.
   */
  renewResult(): boolean {
    if (this.status !== ThreadStatus.ended || !isObject(this.returned)) return true
    this.lags = true
    return this.at !== null
  }

  /** The thread's last step is undone: it is where it was before. */
  goBack(state: LocalState): void {
    this.status = ThreadStatus.pending
    this.goTo(state)
  }

  /** The code has come here, and on its way met what was noted since `mark`: which local state is that? */
  private arrived(
    before: LocalState | null,
    received: unknown,
    known: LocalState | undefined,
    mark: number | undefined,
  ): LocalState | null {
    const { memory, operation, status } = this
    if (known !== undefined) {
      if (status === ThreadStatus.failed) return null
      known.check(operation, status === ThreadStatus.ended, this.returned, this.name)
      return known
    }
    // A failure is to be seen each time, with its stack.
    if (status === ThreadStatus.failed) {
      memory.noteNew(operation, true)
      return null
    }
    const ended = status === ThreadStatus.ended
    const learned = memory.learn(before, received, operation, ended, this.returned, this.name)
    if (learned !== null && mark !== undefined) learned.met = memory.conditions!.since(mark)
    return learned
  }

  /** Runs the code from its beginning to where the thread is: what its operations returned on the way is known. */
  private catchUp(at: LocalState): void {
    this.lags = false
    const { operation, context } = this
    const { operation: current, explored } = context
    const { conditions } = this.memory
    const mark = conditions?.mark
    const before = enterContext(context)
    context.operation = operation
    context.explored = true
    context.supplied.restart(this.slot)
    operation.restart()
    this.status = ThreadStatus.pending
    this.depth = 0
    this.lastRegion = -1
    try {
      for (const state of at.history()) {
        this.follow(state.before, state.received)
        if (state.before === null) this.startCode()
        else this.goOnAgain(this.valueOf(state))
        if (this.status === ThreadStatus.failed)
          throw this.error instanceof HeddleError
            ? this.error
            : state.differs(this.name, `throws ${String(this.error)}`)
        state.check(operation, this.status === ThreadStatus.ended, this.returned, this.name)
      }
    } finally {
      context.operation = current
      context.explored = explored
      enterContext(before)
      if (mark !== undefined) conditions!.forget(mark)
    }
  }

  private goOnAgain(value: unknown): void {
    noteAgain(this.operation, value)
    this.run(value)
  }

  /** What the thread received to come to the local state: objects are its own in each execution. */
  private valueOf({ received, before }: LocalState): unknown {
    if (received instanceof LocalState) return this.memory.resultOf(before!.joins)
    return received instanceof Message ? received.open() : received
  }

  private startCode(): void {
    this.context.operation = this.operation
    try {
      const { entry, shared } = this.startFor!(this.slot, this.entry!)
      this.top = generatorOf(entry, shared, this.self, this.memory.active ? cloned(this.argument) : this.argument)
    } catch (error) {
      this.fail(error)
      return
    }
    this.run(undefined)
  }

  private run(value: unknown): void {
    const { operation } = this
    let throwing = false
    for (;;) {
      let step: IteratorResult<unknown, unknown>
      try {
        step = throwing ? this.top.throw(value) : this.top.next(value)
      } catch (error) {
        if (this.depth === 0) return this.fail(error)
        operation.endedCall = null
        if (!throwing) this.unwound.length = 0
        this.unwound.push(this.callSites[this.depth - 1]!)
        this.pop()
        value = error
        throwing = true
        continue
      }
      throwing = false
      if (step.value === operation && step.done !== true) {
        operation.received()
        if (this.context.sealedFiles.any) this.sealByFile()
        return
      }
      if (step.done === true) {
        if (operation.endedCall !== null) this.returnFromCall(step.value)
        if (this.depth === 0) {
          const { jobs } = operation
          if (jobs === null || jobs.isRunning) return this.end(step.value)
          this.top = jobs.run(step.value) as ThreadGenerator
          value = undefined
          continue
        }
        this.pop()
        value = step.value
      } else {
        if (!isGenerator(step.value)) return this.fail(notAnOperation(this.name))
        this.push(this.depth < MAX_FRAMES ? step.value : stackOverflow())
        value = undefined
      }
    }
  }

  /** All that the thread's code knows of the call is its result. */
  private returnFromCall(result: unknown): void {
    const { operation } = this
    operation.endedCall!.returned(result, operation.whereabouts)
    operation.endedCall = null
  }

  /** The operation is sealed if the one before it was made in the same call into sealed files. */
  private sealByFile(): void {
    const region = this.sealedRegion()
    if (region >= 0 && !this.operation.sealed) {
      this.operation.sealed = region === this.lastRegion
      this.operation.opensSeal ||= !this.operation.sealed
    }
    this.lastRegion = region
  }
  private lastRegion = -1
  /** A number for each frame that was ever pushed, by depth. */
  private readonly serials: number[] = [0]
  private nextSerial = 1

  /** The frame with which the thread entered the sealed files that it is in now, as its serial number, or -1. */
  private sealedRegion(): number {
    const { sealedFiles } = this.context
    if (sealedFiles.isSealed(this.operation.site) !== true) return -1
    let frame = this.depth
    // A call whose place is not known was made by the runtime for the frame below it.
    while (frame > 0 && sealedFiles.isSealed(this.callSites[frame - 1]!) !== false) frame--
    return this.serials[frame]!
  }

  private push(frame: ThreadGenerator): void {
    this.callers[this.depth] = this.top
    this.callSites[this.depth] = this.context.callSite
    this.depth++
    this.serials[this.depth] = this.nextSerial++
    this.top = frame
  }

  private pop(): void {
    this.top = this.callers[--this.depth]!
  }

  private end(result: unknown): void {
    try {
      this.operation.checkNotForgotten()
    } catch (error) {
      this.fail(error)
      return
    }
    this.returned = result
    this.status = ThreadStatus.ended
  }

  private fail(error: unknown): void {
    if (this.depth > 0 || this.top === NO_FRAME) this.unwound.length = 0
    this.error = error
    this.returned = undefined // of an end that was undone
    this.status = ThreadStatus.failed
  }
}
