import { hashText } from '../../base/hash-text.ts'
import type { Accesses } from '../../dependence/accesses.ts'
import type { Allocation } from '../memory/allocation.ts'
import type { Operation } from './operation.ts'

/**
 * What an operation does to the order between threads, as bits: data races are judged by that (`trace/sync-order.ts`).
 * The first kind concerns what it accesses first, the second its second cell.
 */
export const Order = {
  none: 0,
  /** It comes after everything that was released there; an attempt, if it succeeds. */
  acquire: 1,
  /** What its thread has done comes before later acquires there. */
  release: 2,
  /**
   * The same, and replaces what was released before: a load comes after the store that it reads, and after no other.
   */
  store: 4,
  /** It stores only if it returns the value that it was given first. */
  ifExpected: 8,
  /** Readers of a lock are ordered with its writers, not with each other. */
  releaseToWriters: 16,
  acquireFromReaders: 32,
  acquire2: 64,
  release2: 128,
} as const

/** What an operation is to memory. `update` is any other access than an element's read or write. */
export const MemoryAccess = { none: 0, read: 1, write: 2, update: 3 } as const
export type MemoryAccess = (typeof MemoryAccess)[keyof typeof MemoryAccess]

/** What `perform` returns when the operation has a second transition: the operation now describes that one. */
export const AGAIN: unique symbol = Symbol('heddle.again')

/** A sequence of events, as far as operations on primitives can be judged by it: not an execution that has been run. */
export interface EventSequence {
  readonly length: number
  spec(k: number): OperationSpec
  accesses(k: number): Accesses
  /** The operand of the operation, if that was a number; otherwise 0. */
  amount(k: number): number
  /** Whether it was an attempt, and succeeded. */
  hasSucceeded(k: number): boolean
}

/** An operation that waits for so long and no longer. In exploration, time passes as the search likes. */
export interface TimeLimit {
  /** In milliseconds; Infinity for no limit. */
  readonly limit: (op: Operation) => number
  /** Whether what it waits for has come, so that it need not wait any longer. */
  readonly isDue: (op: Operation) => boolean
  /** By what it returned: whether its time was over first. That is a yield: others went on meanwhile. */
  readonly hasTimedOut: (value: unknown) => boolean
}

/** What a kind of operation says about itself; what is left out is as `defineOperation` has it. */
export interface OperationDefinition {
  /** As reports print it: `read`, `Atomics.add`, `lock`, … Unique; schedules hash it. */
  readonly name: string
  /** What it is in essence, where that is another operation: a spinning read is a read. */
  readonly base?: string
  /** Whether it is a synchronisation operation (a switch point also in `--switch sync` mode). */
  readonly synchronises: boolean

  // What it does.
  /** Null when always enabled. Must depend only on what the operation itself accesses (bpor.txt, Def. 2.2). */
  readonly enabled: ((op: Operation) => boolean) | null
  /** Executes the transition in the model and returns its value, or AGAIN. May throw `Misuse`. */
  readonly perform: (op: Operation) => unknown
  /** Executes the whole operation on a real worker, blocking it for real. */
  readonly real: (op: Operation) => unknown
  /** How it accesses an element, if it is no more than that. */
  readonly memoryAccess?: MemoryAccess
  /** What has a time limit can always go, but between real workers it is not meant to before its time. */
  readonly timed?: TimeLimit | null

  // What it does to other threads.
  /** What it does to the order between threads: bits of `Order`. */
  readonly orders?: number
  /** Whether it accesses elements of memory, so that it can race. */
  readonly accessesMemory?: boolean
  /** Whether it may enable another thread's operation (unlock, notify, …): some bounds must know. */
  readonly releases?: boolean
  /** Whether it may fail to take what it asks for, and says by what it returns that it has not: see `succeeded`. */
  readonly attempts?: boolean
  /** Whether an attempt that returned this has succeeded; if nothing else is said, that is `true`. */
  readonly succeeded?: (value: unknown) => boolean
  /**
   * Whether it takes for its thread alone what only a release by that thread gives back (lock, but not a read lock).
   */
  readonly acquires?: boolean
  /**
   * Whether it waits until nobody holds what it accesses first, and takes it; nothing but operations that say so in
   * `holds` changes who does.
   */
  readonly excludes?: boolean
  /** Whether its thread holds, after it, what it accesses first; null if that is as before. An attempt may fail. */
  readonly holds?: boolean | null
  /** The same for what it accesses second. */
  readonly holds2?: boolean | null
  /**
   * Whether it would be enabled after these events, which have not been run in that order. Without this, the search
   * runs them to find out.
   */
  readonly enabledAfter?: ((events: EventSequence, target: Allocation) => boolean) | null

  /** What it was given and what came of it, for people; `now`: what is in the element that it accessed. */
  readonly describe?:
    | ((
        given: unknown,
        given2: unknown,
        value: unknown,
        show: (value: unknown) => string,
        now: unknown,
      ) => string | null)
    | null
}

/** The behaviour shared by all operations of one kind. One constant object per kind. */
export interface OperationSpec extends Required<OperationDefinition> {
  /** Of its name. */
  readonly hash: number
}

/** All specs have the same fields in the same order: the engine looks at them in every step. */
export function defineOperation(definition: OperationDefinition): OperationSpec {
  const { name, base = name, synchronises, enabled, perform, real } = definition
  return {
    name,
    base,
    hash: hashText(name),
    synchronises,
    enabled,
    perform,
    real,
    memoryAccess: definition.memoryAccess ?? MemoryAccess.none,
    timed: definition.timed ?? null,
    orders: definition.orders ?? Order.none,
    accessesMemory: definition.accessesMemory ?? false,
    releases: definition.releases ?? false,
    attempts: definition.attempts ?? false,
    succeeded: definition.succeeded ?? isTrue,
    acquires: definition.acquires ?? false,
    excludes: definition.excludes ?? false,
    holds: definition.holds ?? null,
    holds2: definition.holds2 ?? null,
    enabledAfter: definition.enabledAfter ?? null,
    describe: definition.describe ?? null,
  }
}

const isTrue = (value: unknown): boolean => value === true

/** Whether a wait with a time limit has ended by it. */
export const hasTimedOut = ({ timed }: OperationSpec, value: unknown): boolean =>
  timed !== null && timed.hasTimedOut(value)

/** A primitive used against its rules (unlock by a thread that is not the owner, …): a bug of kind `misuse`. */
export class Misuse extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Misuse'
  }
}
