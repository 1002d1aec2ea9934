import type { Slot } from '../../base/thread-numbers.ts'
import { type HeddleError, internalError, programError } from '../../base/errors.ts'
import { Accesses } from '../../dependence/accesses.ts'
import type { Allocation } from '../memory/allocation.ts'
import { running } from '../context/execution-context.ts'
import { realm } from '../context/realm.ts'
import { defineOperation, type OperationSpec } from './operation-spec.ts'
import type { LoopWatch, WatchedCall } from '../loops/loop-watch.ts'
import { plainCalled, programFrame } from '../program-frame.ts'
import { locationOf } from '../sites.ts'
import type { SharedView } from '../memory/shared-tag.ts'
import type { SpinWatch } from '../loops/spin-wait.ts'
import type { Whereabouts } from '../loops/whereabouts.ts'
import type { ThreadControl } from '../threads/thread-control.ts'
import type { AsyncWaiting } from './wait-async.ts'
import type { ThreadJobs } from '../threads/thread-jobs.ts'

const State = { idle: 0, armed: 1, yielded: 2, complete: 3 } as const

const neverArmed = (): never => {
  throw internalError('performed an operation that was never armed')
}
const nothing = defineOperation({
  name: 'nothing',
  enabled: null,
  synchronises: false,
  perform: neverArmed,
  real: neverArmed,
})

/**
 * A thread's pending operation. There is one object per thread, reused for all of its operations in all executions: an
 * `ops.*` call (or transformed plain code) *arms* it, the thread yields it, the engine performs it and resumes the
 * thread with the value. It is its own iterator, so that `yield* ops.read(a, 0)` allocates nothing.
 */
export class Operation implements Iterator<Operation, unknown, unknown>, Iterable<Operation> {
  /** The slot of the thread that owns this operation. */
  readonly thread: Slot
  /** That thread's handle: the same in every execution and in every process. */
  handle = 0
  /** Who starts and ends threads for it. */
  readonly control: ThreadControl | null
  spec: OperationSpec = nothing

  /** What it accesses; set anew for each operation. */
  readonly accesses = new Accesses()

  // What it works on.
  target: Allocation | null = null
  target2: Allocation | null = null
  view: SharedView | null = null
  /** Element index, or byte offset for a DataView. */
  index = 0
  /** Operand, already coerced: the value to write, expected value, count, spawned task's name, number of choices, … */
  operand: unknown = undefined
  operand2: unknown = undefined
  /** Whoever armed it can take a symbolic value as its result. */
  symbolic = false
  /** Set by a notifier on the operation of a waiting thread. */
  woken = false

  /** While the thread is in a loop that may be a spin-wait. */
  spin: SpinWatch | null = null
  /** The loops that the thread is in, while they are watched. */
  loops: LoopWatch | null = null
  /** The watched call that has just ended. Whoever runs the thread's code says what it returned, and forgets it. */
  endedCall: WatchedCall | null = null
  /** What is known of where the thread's code is, while it runs and local states are remembered. */
  whereabouts: Whereabouts | null = null
  /** What a spinning thread saw last and waits to change; see `loops/spin-wait.ts`. */
  awaited: unknown = null
  /** The thread's asynchronous waits; null until it has one. */
  asyncWaiting: AsyncWaiting | null = null
  /** What the thread has left for later; null until it makes its first promise. */
  jobs: ThreadJobs | null = null
  /** No preemption before it: it is inside sealed code, and not the first operation there. */
  sealed = false
  /** The first operation of sealed code: the last place where another thread can get in before it. */
  opensSeal = false
  /** How many sealed regions the thread is in. */
  private sealDepth = 0
  private sealEntered = false

  /** Where in the source: an index into the front end's table of sites, or 0 when unknown. */
  site = 0
  /** While recording, an error made where a generator thread armed the operation: its stack says where that is. */
  origin: Error | undefined = undefined

  private state: number = State.idle
  private readonly pendingResult: IteratorYieldResult<Operation> = { done: false, value: this }
  private readonly finalResult: IteratorReturnResult<unknown> = { done: true, value: undefined }

  constructor(thread: Slot, control: ThreadControl | null = null) {
    this.thread = thread
    this.control = control
  }

  [Symbol.iterator](): this {
    return this
  }

  next(value?: unknown): IteratorResult<Operation, unknown> {
    if (this.state === State.yielded) {
      this.state = State.idle
      this.finalResult.value = value
      return this.finalResult
    }
    if (this.state === State.armed) {
      this.state = State.yielded
      return this.pendingResult
    }
    if (this.state === State.complete) {
      this.state = State.idle
      return this.finalResult
    }
    throw programError('an operation was yielded that no ops.* call made; write `yield* ops.…(…)` in one expression')
  }

  throw(error: unknown): never {
    this.state = State.idle
    throw error
  }

  return(value: unknown): IteratorReturnResult<unknown> {
    this.state = State.idle
    return { done: true, value }
  }

  /** Starts describing a new operation. Every field that the spec uses must be set afterwards. */
  arm(spec: OperationSpec): this {
    if (this.state !== State.idle) throw notYielded(this.spec)
    this.state = State.armed
    this.spec = spec
    this.accesses.clear()
    this.target2 = null
    this.operand = undefined
    this.operand2 = undefined
    this.symbolic = false
    this.opensSeal = this.sealDepth > 0 && this.entersSeal()
    this.sealed = this.sealDepth > 0 && !this.opensSeal
    this.origin = running.recording ? new Error() : undefined
    return this
  }

  /**
   * From here to `leaveSeal` the thread's code counts as one: only the first operation can be preceded by a preemption.
   */
  enterSeal(): void {
    if (this.sealDepth++ === 0) this.sealEntered = true
  }

  leaveSeal(): void {
    this.sealDepth--
  }

  private entersSeal(): boolean {
    const first = this.sealEntered
    this.sealEntered = false
    return first
  }

  /** Makes the armed operation end at once with a value, without a transition (an out-of-range read, …). */
  completeWith(value: unknown): this {
    this.state = State.complete
    this.finalResult.value = value
    return this
  }

  /** The engine received the operation. Transformed code yields it directly instead of iterating it. */
  received(): void {
    if (this.state === State.armed) this.state = State.idle
    if (this.spin !== null) this.spin.arrive(this)
  }

  /** The thread ended or yielded something else; an operation that was made must not be lost. */
  checkNotForgotten(): void {
    if (this.state !== State.idle) throw notYielded(this.spec)
  }

  /** It waited in a list, and was notified. */
  wake(): void {
    this.woken = true
  }

  /** Forgets whatever an abandoned execution left. */
  reset(): void {
    this.woken = false
    this.asyncWaiting = null
    this.restart()
  }

  /** The thread's code starts from its beginning. */
  restart(): void {
    this.state = State.idle
    this.sealDepth = 0
    this.spin = null
    this.loops = null
    this.endedCall = null
    this.whereabouts = null
    this.awaited = null
    this.jobs = null
  }
}

/** An operation that evaluates to a value when it is delegated to with `yield*`. */
export interface Yields<T> {
  [Symbol.iterator](): Iterator<Operation, T, unknown>
}

function notYielded(spec: OperationSpec): Error {
  return programError(`the operation \`${spec.name}\` was made but not yielded: write \`yield* ops.…(…)\``)
}

export function armRunning(spec: OperationSpec): Operation {
  return runningOperation(spec.name).arm(spec)
}

/** The operation of the thread that wants to do this. */
export function runningOperation(what: string): Operation {
  const op = running.operation
  if (op === null) throw programError(`\`${what}\` works only inside a thread of a program`)
  return op
}

/**
 * A program error that ends the check even if the program catches it. Where the thread has been suspended meanwhile,
 * only the call that it made last can tell the place.
 */
export function refuse(message: string, at = programFrame() ?? locationOf(running.callSite)): HeddleError {
  const error = programError(message, at)
  if (running.explored && !realm.direct) error.demands = plainCalled()
  running.refusal ??= error // the first one is the cause
  return error
}

/** For the plain form of operations: they must not be reached inside an explored thread without the transform. */
export function refuseUntransformed(what: string): void {
  if (running.explored && !realm.free) {
    throw refuse(
      `${what} was reached inside a thread from code that cannot be suspended; ` +
        'call it from ordinary functions of the program (not from getters, constructors or callbacks of builtins)',
    )
  }
}

/**
 * On a function that plain code calls: its suspendable form. It arms the running thread's operation and returns it, to
 * be yielded by the caller; or it returns undefined when the arguments do not concern shared memory, and the function
 * itself is to be called.
 */
export const ARM: unique symbol = Symbol('heddle.arm')

export function setArm<F extends (...args: never[]) => unknown>(
  fn: F,
  arm: (this: unknown, ...args: never[]) => Operation | undefined,
): void {
  Object.defineProperty(fn, ARM, { value: arm, configurable: true })
}

/** On a builtin that was replaced: the one that it stands for. */
export const ORIGINAL: unique symbol = Symbol('heddle.original')

export function setOriginal(replacement: object, original: object): void {
  Object.defineProperty(replacement, ORIGINAL, { value: original, configurable: true })
}

/**
 * On a function that plain code calls: its suspendable twin, a generator function with the same parameters and `this`,
 * which yields armed operations, or generators of twins that it calls. The source transform attaches it.
 */
export const TWIN: unique symbol = Symbol('heddle.twin')
