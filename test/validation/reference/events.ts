import { Access } from '../../../src/dependence/accesses.ts'
import type { Operation } from '../../../src/program/operations/operation.ts'
import type { Action } from './races.ts'

/** How something is touched: only a write conflicts with its own kind. */
export type Touch = 'read' | 'write' | 'add' | 'and' | 'or' | 'xor'

/** What an event touches: names of single bytes and other things. */
export type Footprint = ReadonlyMap<string, Touch>

/** An executed operation on one path. */
export interface PathEvent {
  readonly thread: number
  /** The thread, in texts. */
  readonly who: string
  readonly choice: number
  readonly yields: boolean
  readonly footprint: Footprint
  /** Handle of the thread that it spawned. */
  readonly spawned: number | null
  readonly action: Action
  readonly id: number
}

/** What all occurrences of an event have in common: its causal past says it all. */
export interface EventFacts {
  readonly id: number
  readonly thread: number
  readonly key: string
  /** The events that happen before it. */
  readonly past: ReadonlySet<number>
}

/** Byte by byte: the engine's cells and strides are one of the things to be checked. */
export function footprintOf(op: Operation): Map<string, Touch> {
  const touched = new Map<string, Touch>()
  const touch = (name: string, access: number): void => {
    if (access === Access.write) touched.set(name, 'write')
    else if (access === Access.read && !touched.has(name)) touched.set(name, 'read')
  }
  for (let byte = op.accesses.cell; byte < op.accesses.cell + op.accesses.bytes; byte++)
    touch(String(byte), op.accesses.access)
  if (op.accesses.cell2 !== -1) touch(String(op.accesses.cell2), op.accesses.access2)
  return touched
}

/**
 * Same thread, or both touch something and one of them writes it; a thread's first event comes after the spawn of the
 * thread.
 */
export function dependent(earlier: Omit<PathEvent, 'id'>, later: Omit<PathEvent, 'id'>): boolean {
  return (
    earlier.thread === later.thread || earlier.spawned === later.thread || conflict(earlier.footprint, later.footprint)
  )
}

export function conflict(a: Footprint, b: Footprint): boolean {
  for (const [name, access] of b) {
    const other = a.get(name)
    if (other !== undefined && (access !== other || access === 'write')) return true
  }
  return false
}

/**
 * Gives events canonical names: two events, of any executions, are the same if thread, choice and causal past are. The
 * text names all direct predecessors, which are named the same way, so equal numbers mean equal pasts.
 */
export class EventNames {
  readonly facts: EventFacts[] = []
  private readonly byKey = new Map<string, number>()

  name(path: readonly PathEvent[], event: Omit<PathEvent, 'id'>): number {
    const before = path
      .filter((earlier) => dependent(earlier, event))
      .map((earlier) => earlier.id)
      .sort((a, b) => a - b)
    const key = `${event.thread}/${event.choice}/${before.join(',')}`
    const known = this.byKey.get(key)
    if (known !== undefined) return known
    const past = new Set<number>()
    for (const id of before) {
      past.add(id)
      for (const earlier of this.facts[id]!.past) past.add(earlier)
    }
    const id = this.facts.length
    this.facts.push({ id, thread: event.thread, key, past })
    this.byKey.set(key, id)
    return id
  }
}
