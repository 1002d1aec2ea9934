import type { Slot } from '../../base/thread-numbers.ts'
import { MAX_THREADS } from '../../dependence/cells.ts'
import type { ThreadEntry } from '../../program/program.ts'
import type { Symmetry } from '../../program/threads/symmetry.ts'
import { isObject, keyOf } from './local-state.ts'

/**
 * Which threads of the execution of now start in the same way. A declared thread is of the kind of its first twin; one
 * that was spawned is of a kind of its task and what it was given, as long as it is there: in another execution it may
 * run another task.
 */
export class ThreadKinds {
  private readonly symmetry: Symmetry
  // By slot.
  private readonly kinds: number[]
  private readonly shared: boolean[]
  /** By task and argument. */
  private readonly numbers = new Map<string, Map<unknown, number>>()
  private next = MAX_THREADS

  constructor(symmetry: Symmetry) {
    this.symmetry = symmetry
    this.kinds = symmetry.roots.slice()
    this.shared = symmetry.roots.map((root) => symmetry.groups.some((group) => group[0] === root))
  }

  /** A number that interchangeable threads have in common, and no other. */
  of(slot: Slot): number {
    return this.kinds[slot] ?? slot
  }

  /** Whether there may be another thread with which this one is interchangeable. */
  isShared(slot: Slot): boolean {
    return this.shared[slot] === true
  }

  /** What a thread returned that was spawned is seen by those only who join it. */
  seesResult(slot: Slot): boolean {
    return this.symmetry.seesResults && slot < this.symmetry.roots.length
  }

  /** A thread is spawned. Objects that are given to several are not compared. */
  spawns(slot: Slot, { name }: ThreadEntry, argument: unknown): void {
    this.shared[slot] = this.symmetry.tasks.has(name) && !isObject(argument)
    this.kinds[slot] = this.shared[slot] ? this.numberOf(name, argument) : slot
  }

  private numberOf(name: string, argument: unknown): number {
    let given = this.numbers.get(name)
    if (given === undefined) this.numbers.set(name, (given = new Map()))
    let kind = given.get(keyOf(argument))
    if (kind === undefined) given.set(keyOf(argument), (kind = this.next++))
    return kind
  }
}
