import { programError } from '../errors.ts'
import { Operation, running, TWIN } from '../program/operation.ts'
import type { Self, ThreadEntry, ThreadGenerator } from '../program/program.ts'

export const ThreadStatus = { absent: 0, pending: 1, ended: 2, failed: 3 } as const

/** As deep as JavaScript's own stack, roughly: runaway recursion must end in a RangeError, not in exhausted memory. */
const MAX_FRAMES = 10_000

/**
 * One thread of an explored program, in one JavaScript thread with all others. Plain code calls by yielding the callee's
 * generator, so the thread has a stack of generators of which only the top one is ever resumed: depth costs nothing.
 */
export class ControlledThread {
  readonly slot: number
  readonly operation: Operation
  name = ''
  /** Identity across executions: declared threads count from 0, see `childHandle`. */
  handle = 0
  status: number = ThreadStatus.absent
  result: unknown = undefined
  /** What the thread threw, when `status` is failed. */
  error: unknown = undefined
  spawned = 0

  private readonly frames: ThreadGenerator[] = []
  private readonly callSites: number[] = []
  /** The call sites of the frames that an uncaught exception left, innermost first. */
  readonly unwound: number[] = []

  constructor(slot: number) {
    this.slot = slot
    this.operation = new Operation(slot)
  }

  reset(): void {
    // An abandoned run's generators are dropped, not returned: `return()` would run the program's finally blocks.
    this.frames.length = 0
    this.callSites.length = 0
    this.unwound.length = 0
    this.status = ThreadStatus.absent
    this.result = undefined
    this.error = undefined
    this.spawned = 0
    this.operation.reset()
  }

  /** Runs up to the first operation. */
  start(entry: ThreadEntry, shared: unknown, self: Self, argument: { value: unknown } | null): void {
    this.status = ThreadStatus.pending
    running.operation = this.operation
    try {
      this.push(generatorOf(entry, shared, self, argument), 0)
    } catch (error) {
      this.fail(error)
      return
    }
    this.resume(undefined)
  }

  /** Continues with the value of the performed operation, up to the next operation or the end. */
  resume(value: unknown): void {
    const { frames, operation } = this
    let throwing = false
    for (;;) {
      const top = frames[frames.length - 1]!
      let step: IteratorResult<unknown, unknown>
      try {
        step = throwing ? top.throw(value) : top.next(value)
      } catch (error) {
        this.unwound.push(this.callSites[this.callSites.length - 1]!)
        this.pop()
        if (frames.length === 0) return this.fail(error)
        value = error
        throwing = true
        continue
      }
      if (throwing) {
        throwing = false
        this.unwound.length = 0
      }
      if (step.value === operation && step.done !== true) return operation.received()
      if (step.done === true) {
        this.pop()
        if (frames.length === 0) return this.end(step.value)
        value = step.value
      } else {
        if (!isGenerator(step.value)) return this.fail(notAnOperation(this.name))
        this.push(frames.length < MAX_FRAMES ? step.value : stackOverflow(), running.callSite)
        value = undefined
      }
    }
  }

  private push(frame: ThreadGenerator, callSite: number): void {
    this.frames.push(frame)
    this.callSites.push(callSite)
  }

  private pop(): void {
    this.frames.pop()
    this.callSites.pop()
  }

  private end(result: unknown): void {
    try {
      this.operation.checkNotForgotten()
    } catch (error) {
      this.fail(error)
      return
    }
    this.result = result
    this.status = ThreadStatus.ended
  }

  private fail(error: unknown): void {
    this.error = error
    this.status = ThreadStatus.failed
  }

  /** The sites of the calls that the thread is in, innermost first; for stacks. */
  currentCallSites(): number[] {
    return this.callSites.slice(1).reverse()
  }
}

function isGenerator(value: unknown): value is ThreadGenerator {
  return value !== null && typeof value === 'object' && typeof (value as ThreadGenerator).next === 'function'
}

function notAnOperation(thread: string): Error {
  return programError(`thread ${thread} yielded something that is not an operation; write \`yield* ops.…(…)\``)
}

function* stackOverflow(): ThreadGenerator {
  throw new RangeError('Maximum call stack size exceeded')
}

const GeneratorFunction = Object.getPrototypeOf(function* () { /* only its prototype is wanted */ })

function generatorOf(entry: ThreadEntry, shared: unknown, self: Self, argument: { value: unknown } | null): ThreadGenerator {
  const body = entry.body as ThreadEntry['body'] & { [TWIN]?: (...args: unknown[]) => ThreadGenerator }
  const args: [unknown, unknown, Self?] = argument === null ? [shared, self] : [shared, argument.value, self]
  const twin = body[TWIN]
  if (Object.getPrototypeOf(body) === GeneratorFunction) return body(...args) as ThreadGenerator
  if (twin !== undefined) return twin.apply(undefined, args)
  if (running.transformed) return plainly(body, args)
  throw programError(
    `thread ${entry.name} is plain code that was not transformed, so its shared accesses cannot be controlled; ` +
    'check the file instead of the program object (`heddle check FILE`, or check(\'file.ts\')), or write it as a generator thread')
}

/** In transformed code, a function without a twin is one that cannot suspend. */
function* plainly(body: ThreadEntry['body'], args: [unknown, unknown, Self?]): ThreadGenerator {
  return body(...args)
}
