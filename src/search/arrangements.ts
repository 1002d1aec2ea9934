import type { Slot } from '../base/thread-numbers.ts'
import { HashSet } from '../base/hash-set.ts'
import type { Execution } from '../execution/execution.ts'

/** Beyond so many, it is cheaper to tell threads apart. */
const MOST = 720

/** Who plays whose part: by slot, whose part of the execution that has ended the thread has in the other one. */
export type Arrangement = readonly Slot[]

/**
 * Where interchangeable threads end with different results and somebody sees who returned what, an execution stands for
 * those in which they have each other's parts: they show other outcomes, but are not explored.
 */
export class Arrangements {
  private readonly groups: readonly (readonly Slot[])[]
  /** Memory and results of the executions that were arranged: 64 bits of each. */
  private readonly known = new HashSet(64)

  constructor(groups: readonly (readonly Slot[])[]) {
    this.groups = groups
  }

  /** Of the execution that has ended; none if one like it was arranged before. Null where threads have to be told apart. */
  of(execution: Execution): readonly Arrangement[] | null {
    const { threads, program } = execution
    const ends: number[] = []
    for (let slot = 0; slot < program.threads.length; slot++) {
      const end = threads[slot]!.endState
      if (end === null && this.groups.some((group) => group.includes(slot))) return null
      ends[slot] = end?.id ?? 0
    }
    const differing = this.groups.filter((group) => group.some((slot) => ends[slot] !== ends[group[0]!]))
    if (differing.length === 0) return []
    const count = differing.reduce((all, group) => all * arrangementsOf(group, ends), 1)
    if (count > MOST) return null
    if (!this.isNew(execution, ends)) return []
    const all = differing.reduce<Arrangement[]>(
      (before, group) => before.flatMap((arrangement) => within(group, ends, arrangement)),
      [ends.map((_, slot) => slot)],
    )
    return all.filter((arrangement) => arrangement.some((part, slot) => part !== slot))
  }

  private isNew({ layout }: Execution, ends: readonly number[]): boolean {
    const sorted = ends.slice()
    for (const group of this.groups) {
      const inGroup = group.map((slot) => ends[slot]!).sort((a, b) => a - b)
      group.forEach((slot, i) => {
        sorted[slot] = inGroup[i]!
      })
    }
    let [lo, hi] = [0x811c9dc5, 0x9e3779b9]
    const mix = (value: number): void => {
      lo = Math.imul(lo ^ value, 0x01000193)
      hi = Math.imul((hi ^ value) + (lo >>> 15), 0x85ebca6b)
    }
    sorted.forEach(mix)
    for (const { model, buffer } of layout.allocations) {
      if (model !== null) continue
      const bytes = new Uint8Array(buffer)
      for (let i = 0; i < bytes.length; i++) mix(bytes[i]!) // methods may be the program's business
    }
    return this.known.add(lo, hi)
  }
}

/** In how many ways the ends of a group can be given to its threads. */
function arrangementsOf(group: readonly Slot[], ends: readonly number[]): number {
  let count = 1
  const seen = new Map<number, number>()
  group.forEach((slot, i) => {
    const same = (seen.get(ends[slot]!) ?? 0) + 1
    seen.set(ends[slot]!, same)
    count = (count * (i + 1)) / same
  })
  return count
}

/** All ways to give the parts of a group to its threads that differ in who has which end. */
function within(group: readonly Slot[], ends: readonly number[], arrangement: Arrangement): Arrangement[] {
  const found: Arrangement[] = []
  const parts = arrangement.slice()
  const left = new Set(group)
  const place = (i: number): void => {
    if (i === group.length) {
      found.push(parts.slice())
      return
    }
    const tried = new Set<number>()
    // Its own part first, so that those whose ends are alike stay as they are.
    for (const slot of [group[i]!, ...group]) {
      if (!left.has(slot) || tried.has(ends[slot]!)) continue
      tried.add(ends[slot]!)
      left.delete(slot)
      parts[group[i]!] = slot
      place(i + 1)
      left.add(slot)
    }
  }
  place(0)
  return found
}
