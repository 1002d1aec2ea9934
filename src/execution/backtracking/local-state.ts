import { Accesses } from '../../dependence/accesses.ts'
import { isDeepStrictEqual } from 'node:util'
import { nondeterminism } from '../../base/errors.ts'
import type { Allocation } from '../../program/memory/allocation.ts'
import { isSpawn } from '../../program/operations/controls.ts'
import { Operation } from '../../program/operations/operation.ts'
import type { OperationSpec } from '../../program/operations/operation-spec.ts'
import type { Expr } from '../../symbolic/expressions.ts'
import { SymbolicValue } from '../../symbolic/symbolic-value.ts'
import type { SharedView } from '../../program/memory/shared-tag.ts'
import { seenText } from '../../program/loops/spin-wait.ts'
import { locate, operationText, show } from '../description/describe.ts'

const NO_CONDITIONS: readonly Expr[] = []

/**
 * What a thread does next depends only on what its operations have returned so far: a local state is that history, and
 * knows the operation that is pending there, or the thread's result. Where a thread comes to a local state that it was
 * in before, in whatever execution, its code need not run to know what comes next. Histories that lead to the same are
 * one local state where that is known (`program/loops/whereabouts.ts`): then `before` is one of several.
 */
export class LocalState {
  /** The local state before, and what the operation that was pending there returned; null for a thread's first one. */
  readonly before: LocalState | null
  /**
   * A primitive value; for an object, what it comes from: the local state in which another thread has ended, or a
   * message.
   */
  readonly received: unknown
  /** The first local state of the thread that the pending operation spawns. */
  child: LocalState | undefined = undefined
  /** The conditions over inputs that the code met on its way from the local state before. */
  met: readonly Expr[] = NO_CONDITIONS

  /**
   * A number that tells local states apart. The same for interchangeable threads with the same history; and for all in
   * which such a thread has ended with the same result, as far as anybody sees it.
   */
  readonly id: number
  /** The same where all threads are told apart, and all results are seen. */
  readonly ownId: number
  readonly ended: boolean
  /** What the thread returned, unless that is an object, of which each execution must have its own. */
  readonly result: unknown
  readonly returnsObject: boolean

  private readonly spec: OperationSpec
  private readonly accesses: Accesses
  private readonly target: Allocation | null
  private readonly target2: Allocation | null
  private readonly view: SharedView | null
  private readonly index: number
  private readonly operand: unknown
  private readonly operand2: unknown
  private readonly symbolic: boolean
  private readonly sealed: boolean
  private readonly opensSeal: boolean
  private readonly site: number
  /** What a spinning thread waits to change. */
  private readonly awaited: unknown

  // Most operations return one and the same value wherever a thread is; the others have their successors in a map.
  private first: LocalState | null = null
  private firstValue: unknown = undefined
  private others: Map<unknown, LocalState> | null = null

  constructor(
    id: number,
    ownId: number,
    before: LocalState | null,
    received: unknown,
    op: Operation,
    ended: boolean,
    result: unknown,
  ) {
    this.id = id
    this.ownId = ownId
    this.before = before
    this.received = received
    this.ended = ended
    this.returnsObject = isObject(result)
    this.result = this.returnsObject ? undefined : result
    this.spec = op.spec
    this.accesses = new Accesses().set(op.accesses)
    this.target = op.target
    this.target2 = op.target2
    this.view = op.view
    this.index = op.index
    this.operand = op.operand
    this.operand2 = op.operand2
    this.symbolic = op.symbolic
    this.sealed = op.sealed
    this.opensSeal = op.opensSeal
    this.site = op.site
    this.awaited = op.awaited
  }

  /** Arms the operation as the thread's code has armed it here before. */
  arm(op: Operation): void {
    op.spec = this.spec
    op.accesses.set(this.accesses)
    op.target = this.target
    op.target2 = this.target2
    op.view = this.view
    op.index = this.index
    op.operand = this.operand
    op.operand2 = this.operand2
    op.symbolic = this.symbolic
    op.sealed = this.sealed
    op.opensSeal = this.opensSeal
    op.site = this.site
    op.awaited = this.awaited
    op.spin = null // what the code knows of loops it finds out itself, when it catches up
  }

  /** Where the thread comes when the pending operation returns this value, if it has been there. */
  after(value: unknown): LocalState | undefined {
    const { first } = this
    if (first === null) return undefined
    return Object.is(this.firstValue, value) ? first : this.others?.get(keyOf(value))
  }

  add(value: unknown, next: LocalState): void {
    if (this.first === null) {
      this.first = next
      this.firstValue = value
    } else (this.others ??= new Map()).set(keyOf(value), next)
  }

  /**
   * The thread has been here before, and now its code has come here again: it must have armed the same, or returned the
   * same.
   */
  check(op: Operation, ended: boolean, result: unknown, name: string): void {
    if (this.isLike(op, ended, result)) return
    const now = ended ? `has ended${resultText(result)}` : `is about to ${intentOf(op)}`
    throw this.differs(name, now, ended ? null : locate(op.site, op.origin))
  }

  /** `at`: where the thread is now; where it was then if that is not known. */
  differs(name: string, now: string, at: string | null = null): Error {
    return nondeterminism(
      `the program is not deterministic: thread ${name} ${this.did()} in an earlier execution after its operations had returned ` +
        `the same values, and now ${now}. State outside \`mem\` (a module variable, a file, a clock) must have changed between executions`,
      at ?? locate(this.site, undefined) ?? undefined,
    )
  }

  /** Whether the other one, of an interchangeable thread, goes on as this one. */
  isLike(op: Operation, ended: boolean, result: unknown): boolean {
    return ended === this.ended && (ended ? this.returned(result) : this.isArmed(op))
  }

  private isArmed(op: Operation): boolean {
    return (
      op.spec === this.spec &&
      op.accesses.cell === this.accesses.cell &&
      op.accesses.bytes === this.accesses.bytes &&
      op.accesses.cell2 === this.accesses.cell2 &&
      sameOperand(op.operand, this.operand) &&
      sameOperand(op.operand2, this.operand2) &&
      (op.awaited === this.awaited || seenText(op.awaited) === seenText(this.awaited))
    )
  }

  /** Objects are made anew in each execution, so they are not compared here. */
  private returned(result: unknown): boolean {
    return this.returnsObject ? isObject(result) : Object.is(result, this.result)
  }

  private did(): string {
    if (this.ended) return `ended${this.returnsObject ? ' with an object' : resultText(this.result)}`
    const op = new Operation(0)
    this.arm(op)
    return `did \`${intentOf(op)}\``
  }

  /** The thread whose end the pending operation waits for. */
  get joins(): number {
    return this.operand as number
  }

  /** What the thread received on its way here. */
  history(): LocalState[] {
    const states: LocalState[] = []
    for (let state: LocalState | null = this; state !== null; state = state.before) states.push(state)
    return states.reverse()
  }
}

const sameOperand = (a: unknown, b: unknown): boolean => Object.is(a, b) || (isObject(a) && isDeepStrictEqual(a, b))
const resultText = (result: unknown): string => (result === undefined ? '' : ` with ${show(result)}`)

/** The operation with what it was given. */
function intentOf(op: Operation): string {
  const given = (isSpawn(op) ? [op.operand2] : op.target === null ? [] : [op.operand, op.operand2]).filter(
    (value) => value !== undefined,
  )
  return `${operationText(op)}${given.length === 0 ? '' : ` with ${given.map(show).join(', ')}`}`
}

/** A map takes 0 and -0 for the same key. */
const MINUS_ZERO = Symbol('-0')
export const keyOf = (value: unknown): unknown => (Object.is(value, -0) ? MINUS_ZERO : value)

/** Or a symbol, of which each execution makes its own as well. Equal symbolic values are one and the same. */
export const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null && !(value instanceof SymbolicValue)) ||
  typeof value === 'function' ||
  typeof value === 'symbol'
