import type { Handle, Slot } from '../../base/thread-numbers.ts'
import { Accesses } from '../../dependence/accesses.ts'
import { isDeepStrictEqual } from 'node:util'
import { type Capacities, defaultCapacities } from '../../base/capacities.ts'
import { nondeterminism } from '../../base/errors.ts'
import type { Layout } from '../../program/memory/layout.ts'
import type { Allocation } from '../../program/memory/allocation.ts'
import { isResultUnused } from '../../program/operations/atomics.ts'
import { isJoin, isSpawn } from '../../program/operations/controls.ts'
import { Message } from '../../program/primitives/message.ts'
import { Operation } from '../../program/operations/operation.ts'
import { type ExecutionContext, running } from '../../program/context/execution-context.ts'
import type { OperationSpec } from '../../program/operations/operation-spec.ts'
import type { Expr } from '../../symbolic/expressions.ts'
import type { MetConditions } from '../../symbolic/met-conditions.ts'
import { SymbolicValue } from '../../symbolic/symbolic-value.ts'
import type { SharedView } from '../../program/memory/shared-tag.ts'
import { seenText, type SpinWatch } from '../../program/loops/spin-wait.ts'
import { type RoundStart, Whereabouts } from '../../program/loops/whereabouts.ts'
import { noSymmetry, rootOf, type Symmetry } from '../../program/threads/symmetry.ts'
import { locate, operationText, show } from '../description/describe.ts'
import { LocalStateIds } from './local-state-ids.ts'

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

/** What loops that may be spin-waits know of the rounds before; null where that cannot be told. */
function spinText({ spin, awaited }: Operation): string | null {
  const known = spin === null ? '' : spin.text()
  const waits = seenText(awaited)
  return known === null || waits === null ? null : known + waits
}

function textOf(round: RoundStart, alike: boolean, loops: string): string | null {
  const text = round.text(alike)
  return text === null ? null : text + loops
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

/** The local states in which the threads of a program have been. */
export class LocalStates {
  /** Whether threads go on by what is remembered, as far as that goes; decided for each execution. */
  active = false
  /** Whether all code runs all the same, to see that it still does what is remembered. */
  checking = false
  /** Whether a thread has come to a local state that was not known, or that cannot be remembered. */
  isNew = false
  /** By slot: where declared threads begin. */
  readonly first: (LocalState | undefined)[] = []

  /** Which threads are interchangeable, as far as is known. */
  symmetry: Symmetry
  /** Null where nobody asks which conditions an execution meets. */
  conditions: MetConditions | null = null

  /** A copy of what the thread with this handle returned in the execution of now. */
  readonly resultOf: (handle: Handle) => unknown
  private readonly capacities: Capacities
  private size = 0
  private executions = 0
  private refinements = 0
  private commuting = false

  private readonly context: ExecutionContext
  private readonly layout: Pick<Layout, 'refinements'>

  constructor(
    resultOf: (handle: Handle) => unknown,
    capacities = defaultCapacities,
    context: ExecutionContext = running,
    layout: Pick<Layout, 'refinements'> = { refinements: 0 },
    symmetry = noSymmetry,
  ) {
    this.symmetry = symmetry
    this.ids = new LocalStateIds(symmetry)
    this.resultOf = resultOf
    this.capacities = capacities
    this.context = context
    this.layout = layout
  }

  /** An execution begins. What is recorded for reports runs in full. */
  begin(asked: boolean): void {
    this.isNew = false
    this.active = asked && !this.context.recording
    if (!this.active) return
    if (this.isOutdated) this.forget()
    this.checking = this.isCheckDue
    this.executions++
  }

  /**
   * Operations were armed with cells that have become smaller since, or with other updates that commute.
   */
  private get isOutdated(): boolean {
    return this.refinements !== this.layout.refinements || this.commuting !== this.context.commuting
  }

  /**
   * Programs whose threads depend on more than they receive show early; of the many later executions some are looked
   * at.
   */
  private get isCheckDue(): boolean {
    const { checkedAtFirst, checkedEvery } = this.capacities
    return this.executions < checkedAtFirst || this.executions % checkedEvery === checkedEvery - 1
  }

  /**
   * Another execution begins with the first steps of the last one, which are not executed again. False if it has to
   * begin anew.
   */
  beginAgain(asked: boolean): boolean {
    if (!this.active || !asked || this.context.recording || this.isCheckDue || this.isOutdated) return false
    this.executions++
    this.isNew = this.checking = false
    return true
  }

  /**
   * Where the thread is now, if that can be remembered: values must mean the same in each execution, and nothing else
   * may matter.
   */
  learn(
    before: LocalState | null,
    received: unknown,
    op: Operation,
    ended: boolean,
    result: unknown,
    name: string,
  ): LocalState | null {
    this.isNew = true
    if (this.context.supplied.tellsThreadsApart || (isJoin(op) && !ended)) this.tellThreadsApart()
    if (
      this.size >= this.capacities.localStates ||
      (isObject(received) && !(received instanceof LocalState || received instanceof Message)) ||
      (op.spin !== null && !this.isTold(op.spin, op))
    )
      return null
    this.size++
    const { ids } = this
    const round = ended || !this.isFollowed(op) ? null : (op.whereabouts?.round ?? null)
    const loops = round === null ? null : spinText(op)
    const own = loops === null ? null : textOf(round!, false, loops)
    const met = own === null ? undefined : this.rounds.get(own)
    if (met !== undefined) {
      met.check(op, ended, result, name)
      this.converges = true
      before?.add(received, met)
      ids.add(met, before, received, op)
      return met
    }
    const alike = own === null ? null : textOf(round!, true, loops!)
    const like = ids.likeOf(before, received, op) ?? (alike === null ? undefined : this.alike.get(alike))
    if (like?.isLike(op, ended, result) === false) this.tellThreadsApart()
    const id = like?.id ?? ids.of(op, ended, result)
    const state = new LocalState(id, this.ownIds.of(op, ended, result), before, received, op, ended, result)
    if (like === undefined) ids.add(state, before, received, op)
    if (own !== null) this.rounds.set(own, state)
    if (alike !== null && !this.alike.has(alike)) this.alike.set(alike, state)
    before?.add(received, state)
    return state
  }

  /** Whether what a spinning thread has seen follows from what its operations have returned. */
  private isTold(spin: SpinWatch, op: Operation): boolean {
    return spin.isTold && this.context.shadows === null && !isResultUnused(op)
  }

  /** Local states at the beginning of rounds, and the first of those of interchangeable threads that are alike. */
  private readonly rounds = new Map<string, LocalState>()
  private readonly alike = new Map<string, LocalState>()
  /** Whether histories that differ have led to one local state. */
  converges = false
  /** Whether what a thread receives and keeps in variables is all that it knows: it has no modules of its own. */
  follows = true

  /** Who sealed code is entered by tells more than variables do. */
  private isFollowed(op: Operation): boolean {
    return !op.sealed && !op.opensSeal && !this.context.sealedFiles.any
  }

  /** Of a thread whose code goes on from a local state, or starts, maybe spawned by a thread in that state. */
  whereabouts(
    at: LocalState | null,
    received: unknown,
    slot: Slot,
    parentState: LocalState | null,
  ): Whereabouts | null {
    if (!this.active || !this.follows || this.context.shadows !== null) return null
    if (at !== null) return new Whereabouts({ ownFrom: `${at.ownId}`, likeFrom: `${at.id}`, received })
    if (parentState !== null)
      return new Whereabouts({ ownFrom: `from ${parentState.ownId}`, likeFrom: `from ${parentState.id}`, received })
    return new Whereabouts({ ownFrom: `start ${slot}`, likeFrom: `start ${rootOf(this.symmetry, slot)}`, received })
  }

  /** Something tells threads apart that seemed interchangeable, or sees results that nobody seemed to see. */
  tellThreadsApart(): void {
    if (this.symmetry === noSymmetry) return
    this.symmetry = noSymmetry
  }

  /** The number of the local state, by what tells states apart now. */
  idOf(state: LocalState): number {
    return this.symmetry === noSymmetry ? state.ownId : state.id
  }

  // What is remembered stays when threads are told apart: it shows whether the program is deterministic.
  private ids: LocalStateIds
  private ownIds = new LocalStateIds(noSymmetry)

  private forget(): void {
    this.first.length = 0
    this.rounds.clear()
    this.alike.clear()
    this.size = 0
    this.ids = new LocalStateIds(this.symmetry)
    this.ownIds = new LocalStateIds(noSymmetry)
    this.refinements = this.layout.refinements
    this.commuting = this.context.commuting
  }
}
