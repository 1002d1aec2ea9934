import type { HeddleError } from '../../base/errors.ts'
import type { Operation } from '../operations/operation.ts'
import type { Shadows } from '../memory/shadows.ts'
import { SealedFiles } from '../sealing/sealed-files.ts'
import { SuppliedValues } from './supplied-values.ts'

/**
 * What an execution keeps where operations, builtins and transformed code can find it while one of its threads runs.
 * Every `Execution` has its own; a realm that runs programs for real has one in all.
 */
export class ExecutionContext {
  /** The operation of the controlled thread that is executing just now, explored or real; null outside threads. */
  operation: Operation | null = null
  /** True while the *explorer* runs a thread: shared accesses must then be switch points. */
  explored = false
  /** The builtin that is at work in a thread, if it may look into what code of the program gives it; null otherwise. */
  native: string | null = null
  /** What the program, or the runtime on its behalf, is about to construct, and fills itself. */
  constructing: unknown = null
  /** True while operations note where they came from (for reports); off in the search's hot path. */
  recording = false
  /** True while loops are watched for going round in circles. */
  watchesLoops = false
  /** Set when something in a thread is refused, so that the program's own `catch` cannot hide it. */
  refusal: HeddleError | null = null
  /** The site of the call that a twin is about to make; the engine keeps it with the new frame, for stacks. */
  callSite = 0
  /** True while operations of the same kind whose results are unused count as independent. */
  commuting = false
  /**
   * Set while a thread runs that passes gates instead of being suspended: performs an armed operation, in the middle of
   * the thread's own code, when it may happen.
   */
  pass: ((op: Operation) => unknown) | null = null
  /** True while nothing constrains that thread: elements are accessed at once. */
  open = false
  /** Whether threads may leave jobs for later: not where they are to be run under gates, which know only stacks. */
  ownsJobs = true
  /** What memory holds of symbolic inputs; null where inputs have plain values. */
  shadows: Shadows | null = null

  /** What the program is given that it does not determine: random numbers, the time. */
  readonly supplied: SuppliedValues
  /** The files that are trusted as atomic. */
  readonly sealedFiles: SealedFiles

  constructor(supplied = new SuppliedValues(), sealedFiles = new SealedFiles()) {
    this.supplied = supplied
    this.sealedFiles = sealedFiles
  }
}

/**
 * The context of the execution that this JavaScript thread is in. This is the one place that says which one it is:
 * operations, patched builtins and transformed code are reached from code of the program, which hands on no context.
 * Executions nest (code of a program may start a check, and checks take turns), so it is changed by `enterContext`
 * only, and whoever enters goes back to what was there before.
 */
export let running = new ExecutionContext()

/** Returns the context that was there before, to be entered again in the end. */
export function enterContext(context: ExecutionContext): ExecutionContext {
  const before = running
  running = context
  return before
}

/**
 * Calls code of the program that is no thread's own, for the execution. What is refused there stays so, also where the
 * program catches it.
 */
export function outsideThreads<T>(
  context: ExecutionContext,
  handle: number,
  call: () => T,
): { readonly value: T; readonly asked: number } {
  const given = within(context, () => context.supplied.giveOutside(handle, call))
  if (context.refusal !== null) throw context.refusal
  return given
}

/** Code that works for an execution, outside of its threads, whoever has called it. */
export function within<T>(context: ExecutionContext, action: () => T): T {
  const before = enterContext(context)
  try {
    return action()
  } finally {
    enterContext(before)
  }
}
