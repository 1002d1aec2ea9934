import type { Handle, Slot } from '../../base/thread-numbers.ts'
import { type Capacities, defaultCapacities } from '../../base/capacities.ts'
import type { Layout } from '../../program/memory/layout.ts'
import { isResultUnused } from '../../program/operations/atomics.ts'
import { isJoin, isSpawn } from '../../program/operations/controls.ts'
import { Message } from '../../program/primitives/message.ts'
import type { Operation } from '../../program/operations/operation.ts'
import { type ExecutionContext, running } from '../../program/context/execution-context.ts'
import type { MetConditions } from '../../symbolic/met-conditions.ts'
import { seenText, type SpinWatch } from '../../program/loops/spin-wait.ts'
import { type RoundStart, Whereabouts } from '../../program/loops/whereabouts.ts'
import { noSymmetry, type Symmetry } from '../../program/threads/symmetry.ts'
import { LocalStateIds } from './local-state-ids.ts'
import { isObject, LocalState } from './local-state.ts'
import { ThreadKinds } from './thread-kinds.ts'

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
  /** As they seemed to be interchangeable at first: what is remembered stays when threads are told apart. */
  readonly kinds: ThreadKinds
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
    this.kinds = new ThreadKinds(symmetry)
    this.ids = new LocalStateIds(this.kinds)
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
    this.noteNew(op, ended)
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

  /**
   * A thread's code has come to an operation, or its end, that is not remembered: which may tell threads apart that
   * seemed interchangeable, as may who spawned another one.
   */
  noteNew(op: Operation, ended: boolean): void {
    this.isNew = true
    if (this.symmetry === noSymmetry) return
    const names = !ended && (isJoin(op) || (isSpawn(op) && this.kinds.isShared(op.thread)))
    if (names || this.context.supplied.tellsThreadsApart) this.tellThreadsApart()
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
    const { kinds } = this
    const likeFrom = parentState === null || kinds.isShared(slot) ? `start ${kinds.of(slot)}` : `from ${parentState.id}`
    const ownFrom = parentState === null ? `start ${slot}` : `from ${parentState.ownId}`
    return new Whereabouts({ ownFrom, likeFrom, received })
  }

  /** Something tells threads apart that seemed interchangeable, or sees results that nobody seemed to see. */
  tellThreadsApart(): void {
    this.symmetry = noSymmetry
  }

  /** The number of the local state, by what tells states apart now. */
  idOf(state: LocalState): number {
    return this.symmetry === noSymmetry ? state.ownId : state.id
  }

  // What is remembered stays when threads are told apart: it shows whether the program is deterministic.
  private ids: LocalStateIds
  private ownIds = new LocalStateIds(null)

  private forget(): void {
    this.first.length = 0
    this.rounds.clear()
    this.alike.clear()
    this.size = 0
    this.ids = new LocalStateIds(this.kinds)
    this.ownIds = new LocalStateIds(null)
    this.refinements = this.layout.refinements
    this.commuting = this.context.commuting
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
