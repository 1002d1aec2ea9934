import type { Slot } from '../../base/thread-numbers.ts'
import { withRoom } from '../../base/columns.ts'
import type { Allocation } from '../../program/memory/allocation.ts'
import type { Shadows } from '../../program/memory/shadows.ts'
import type { Operation } from '../../program/operations/operation.ts'
import { itself, type NameOf } from '../../program/primitives/primitive-model.ts'
import type { OperationSpec } from '../../program/operations/operation-spec.ts'
import { AsyncWaiter } from '../../program/operations/wait-async.ts'
import type { Waiter } from '../../program/operations/wait-and-notify.ts'
import { ThreadStatus } from '../controlled-thread.ts'
import { noSymmetry } from '../../program/threads/symmetry.ts'
import type { RaceDetector } from '../../trace/race-detector.ts'
import type { Execution } from '../execution.ts'

/** Names of threads, by which states are the same that differ only in who is who. */
export interface ThreadNames {
  /** Whether the thread may have another name than its own, in some state. */
  isRenamed(thread: Slot): boolean
  /** Those of them that are there in the state at work. */
  readonly renamed: readonly Slot[]
  nameOf(state: number, thread: Slot): Slot
  /** Whether a thread has another name than in the state before. */
  hasChanged(state: number): boolean
}

/** A digest has so many 32-bit words. */
export const DIGEST_WORDS = 4

/**
 * What tells the states of a program apart: memory, the states of primitives, wait lists, and each thread's local state.
 * Zobrist hashing: the exclusive or, over all words of memory and all threads, of a hash of the place and what it holds;
 * so a step changes only the terms of what it changes. Relative to the initial state, which is the same in each
 * execution. 128 bits: among a hundred million states two different ones have the same digest with a probability below
 * 10^-22, if the hash is as good as a random one.
 */
export class StateDigest {
  private readonly execution: Execution
  private readonly races: RaceDetector | null
  /** By state: the terms of memory and threads; the whole; the terms of primitives and wait lists. */
  private rows: Int32Array<ArrayBuffer>
  private readonly models: readonly Allocation[]
  /** What the threads are called in the state at work, where some are interchangeable. */
  private readonly names: ThreadNames | null
  private state = 0
  private readonly nameOf: NameOf
  /** Where the terms of primitives are, and the cell of the one at work. */
  private modelsAt = 0
  private base = 0
  /** A number for each operation that somebody was seen to wait in. */
  private readonly specs = new Map<OperationSpec, number>()
  // What the step at work may change.
  private thread = 0
  private target: Allocation | null = null
  private from = 0
  private to = 0
  private touchesModels = false

  constructor(execution: Execution, races: RaceDetector | null, room: number, names: ThreadNames | null = null) {
    this.execution = execution
    this.names = names
    this.nameOf = names === null ? itself : (slot) => names.nameOf(this.state, slot)
    this.races = races
    this.rows = new Int32Array(ROW * room)
    this.models = execution.layout.allocations.filter(({ model }) => model !== null)
  }

  /** Where the digest of a state is in `words`. */
  at(state: number): number {
    return state * ROW + DIGEST_WORDS
  }
  get words(): Int32Array {
    return this.rows
  }

  /** The operation is about to be performed in state `state`. */
  begin(state: number, op: Operation): void {
    this.rows = withRoom(this.rows, ROW * (state + 2))
    const { rows } = this
    const { target, accesses } = op
    const next = (state + 1) * ROW
    this.state = state
    if (state === 0) {
      rows.fill(0, 0, ROW)
      this.addModels(0)
    }
    rows.copyWithin(next, state * ROW, state * ROW + ROW)
    this.thread = op.thread
    this.touchesModels = op.asyncWaiting !== null || (target !== null && (target.model !== null || accesses.cell2 >= 0))
    this.target = target !== null && target.model === null ? target : null
    if (this.target !== null) {
      this.from = (accesses.cell - target!.base) & ~3
      this.to = accesses.cell - target!.base + accesses.bytes
      this.addMemory(next)
    }
    this.addThread(next, op.thread)
  }

  /** It has been performed, and has led to state `state`; false if that state cannot be told. */
  end(state: number, spawned: number): boolean {
    const row = state * ROW
    this.state = state
    if (this.target !== null) this.addMemory(row)
    this.addThread(row, this.thread)
    if (spawned >= 0) this.addThread(row, spawned)
    const { rows } = this
    if (this.touchesModels || this.names?.hasChanged(state) === true) this.addModels(row)
    const { threads } = this.execution
    for (let t = 0; t < threads.length; t++) {
      const thread = threads[t]!
      if (thread.status !== ThreadStatus.absent && thread.localState === null) return false
    }
    for (let lane = 0; lane < DIGEST_WORDS; lane++)
      rows[row + DIGEST_WORDS + lane] = rows[row + lane]! ^ rows[row + 2 * DIGEST_WORDS + lane]!
    this.whole = row + DIGEST_WORDS
    if (this.names !== null) this.addRenamed(this.names)
    if (this.races !== null && this.races.raceable > 0) {
      this.races.relate(this.counts, this.mayHaveCome, this.addRelation)
    }
    return true
  }

  private whole = 0
  /** A thread that has ended passes on what it knows to whoever joins it, if anybody does. */
  private readonly counts = (slot: Slot): boolean => {
    const { threads, memory, program } = this.execution
    const { status } = threads[slot]!
    if (status !== ThreadStatus.ended) return status === ThreadStatus.pending
    return program.tasks.size > 0 && memory.symmetry === noSymmetry
  }
  /** Whether a thread may have come to its local state on several ways. */
  private readonly mayHaveCome = (slot: Slot): boolean =>
    this.execution.memory.converges || this.execution.threads[slot]!.status === ThreadStatus.ended
  private readonly addRelation = (clock: number, thread: Slot, known: number): void =>
    this.add(
      this.whole,
      Math.imul((clock < this.races!.firstReleased ? this.nameOf(clock) : clock) + 1, 0x2c1b3c6d) ^
        ~(thread < 0 ? thread : this.nameOf(thread)),
      known + 0x297a2d39,
    )

  /** Those that are called otherwise in other states. */
  private addRenamed({ renamed }: ThreadNames): void {
    for (const slot of renamed) this.add(this.whole, ~this.nameOf(slot), this.idOf(slot))
  }

  private idOf(slot: Slot): number {
    const { threads, memory } = this.execution
    const { localState } = threads[slot]!
    return localState === null ? 0 : memory.idOf(localState)
  }

  private addThread(row: number, slot: Slot): void {
    if (this.names?.isRenamed(slot) === true) return
    this.add(row, ~slot, this.idOf(slot))
  }

  private addMemory(row: number): void {
    const { target, to } = this
    const { shadows } = this.execution.context
    const bytes = this.execution.layout.bytesOf(target!)
    for (let at = this.from; at < to; at += 4) {
      const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
      this.add(row, target!.base + at, word)
      if (shadows !== null) this.addShadows(row, target!.base + at, shadows)
    }
  }

  /** Values that are equal for the input that is explored need not be for others. */
  private addShadows(row: number, cell: number, shadows: Shadows): void {
    for (let at = cell; at < cell + 4; at++) {
      const identity = shadows.identity(at)
      if (identity !== 0) this.add(row, at ^ 0x3a5c7e91, identity)
    }
  }

  /** Primitives and wait lists, anew: they are few, and seldom change. */
  private addModels(row: number): void {
    const at = (this.modelsAt = row + 2 * DIGEST_WORDS)
    this.rows.fill(0, at, at + DIGEST_WORDS)
    for (const { base, model } of this.models) {
      this.base = base
      model!.digest(this.addWord, this.nameOf)
    }
    this.addWaiting(at)
  }

  private readonly addWord = (place: number, word: number): void =>
    this.add(this.modelsAt, this.base + Math.imul(place + 1, 0x3c6ef372), word)

  /** Who waits where, and what those do next who wait in two transitions or were woken. */
  private addWaiting(at: number): void {
    const { execution } = this
    for (const { waitLists } of execution.layout.allocations) {
      if (waitLists === null) continue
      for (const [cell, list] of waitLists)
        for (let i = 0; i < list.length; i++) this.add(at, cell + Math.imul(i + 1, 0x1b56c4e9), this.identify(list[i]!))
    }
    for (const { slot, operation } of execution.threads)
      for (const number of operation.asyncWaiting?.notified ?? [])
        this.add(at, Math.imul(~this.nameOf(slot), 0x6b43a9b5) + number, 1)
    for (const { slot, status, operation } of execution.threads) {
      if (status !== ThreadStatus.pending || (operation.accesses.cell2 < 0 && !operation.woken)) continue
      this.add(
        at,
        Math.imul(~this.nameOf(slot), 0x5bd1e995),
        this.numberOf(operation.spec) * 2 + (operation.woken ? 1 : 0),
      )
    }
  }

  private identify(waiter: Waiter): number {
    const name = ~this.nameOf(waiter.thread)
    return waiter instanceof AsyncWaiter ? Math.imul(waiter.number + 1, 0x2545f491) ^ name : name
  }

  private numberOf(spec: OperationSpec): number {
    let number = this.specs.get(spec)
    if (number === undefined) this.specs.set(spec, (number = this.specs.size + 1))
    return number
  }

  private add(row: number, place: number, value: number): void {
    addTerm(this.rows, row, place, value)
  }
}

/** The term of a place and what it holds, to the digest that begins at `at`. */
export function addTerm(words: Int32Array, at: number, place: number, value: number): void {
  words[at]! ^= mix(place, value, 0x9e3779b1)
  words[at + 1]! ^= mix(value, place, 0x85ebca6b)
  words[at + 2]! ^= mix(place, value, 0xc2b2ae35 | 0)
  words[at + 3]! ^= mix(value, place, 0x27d4eb2f)
}

/** Words of a row. */
const ROW = 3 * DIGEST_WORDS

function mix(a: number, b: number, seed: number): number {
  let h = Math.imul(a ^ seed, 0xcc9e2d51)
  h = Math.imul(h ^ (h >>> 15) ^ b, 0x1b873593)
  h = Math.imul(h ^ (h >>> 13) ^ a, seed | 1)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  return h ^ (h >>> 13)
}
