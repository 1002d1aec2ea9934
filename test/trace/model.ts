import { MAX_THREADS, threadEnd } from '../../src/dependence/cells.ts'
import { Access } from '../../src/dependence/accesses.ts'
import { Operation } from '../../src/program/operations/operation.ts'
import { EventLog } from '../../src/trace/event-log.ts'
import type { Random } from '../support/random.ts'

/** What an event accesses, said plainly. Things are bytes, wait lists and thread ends. */
export interface ModelEvent {
  readonly thread: number
  readonly address: number
  readonly bytes: number
  readonly access: Access
  /** A second access: the wait list of a word, or the end of a thread. */
  readonly second: { readonly cell: number; readonly access: Access } | null
  readonly ends: boolean
  readonly spawns: number
}

const EXTENT = 16
/** Cells: the ends of threads, then bytes, then the wait lists of their words. */
const BASE = MAX_THREADS
export const waitList = (address: number): number => BASE + EXTENT + (address >> 2)
export const THREADS = 4

/** An operation as a front end would arm it. */
export function operationOf(event: ModelEvent): Operation {
  const op = new Operation(event.thread)
  op.accesses.cell = BASE + event.address
  op.accesses.bytes = event.bytes
  op.accesses.access = event.access
  if (event.second !== null) {
    op.accesses.cell2 = event.second.cell
    op.accesses.access2 = event.second.access
  }
  return op
}

export const newLog = (): EventLog => new EventLog(BASE + EXTENT + (EXTENT >> 2))

/** Notes the event at `depth`, as the search does. */
export function logEvent(log: EventLog, depth: number, event: ModelEvent): void {
  log.record(depth, operationOf(event), 0)
  if (event.ends) log.end(depth)
  log.spawned[depth] = event.spawns
}

/** Names and modes of everything that an event touches. */
function touched(event: ModelEvent): Map<string, boolean> {
  const things = new Map<string, boolean>()
  const touch = (name: string, access: Access): void => {
    if (access !== Access.none) things.set(name, things.get(name) === true || access === Access.write)
  }
  for (let b = event.address; b < event.address + event.bytes; b++) touch(`byte ${b}`, event.access)
  if (event.second !== null) touch(`other ${event.second.cell}`, event.second.access)
  if (event.ends) touch(`other ${threadEnd(event.thread)}`, Access.write)
  return things
}

/** bpor.txt, Def. 2.3, from the definition. */
export function dependent(a: ModelEvent, b: ModelEvent): boolean {
  if (a.thread === b.thread || a.spawns === b.thread || b.spawns === a.thread) return true
  const other = touched(b)
  return [...touched(a)].some(([name, writes]) => other.has(name) && (writes || other.get(name)!))
}

/** By event: the set of events that happen before it or are it, as a transitive closure. */
export function causalPasts(events: readonly ModelEvent[]): Set<number>[] {
  const pasts: Set<number>[] = []
  events.forEach((event, j) => {
    const past = new Set([j])
    for (let i = 0; i < j; i++) if (dependent(events[i]!, event)) for (const k of pasts[i]!) past.add(k)
    pasts.push(past)
  })
  return pasts
}

/** Thread 3 exists only once it has been spawned, and a join waits for a thread that has ended. */
export function randomEvents(random: Random, length: number): ModelEvent[] {
  const events: ModelEvent[] = []
  const ended = new Set<number>()
  let live = [0, 1, 2]
  let spawned = false
  while (events.length < length && live.length > 0) {
    const thread = random.pick(live)
    const spawns: boolean = !spawned && random.chance(6)
    if (spawns) live.push(3)
    spawned ||= spawns
    const ends = !spawns && random.chance(12)
    events.push({ thread, ...(spawns ? noAccess : randomAccess(random, [...ended])), ends, spawns: spawns ? 3 : -1 })
    if (!ends) continue
    ended.add(thread)
    live = live.filter((other) => other !== thread)
  }
  return events
}

const noAccess = { address: 0, bytes: 0, access: Access.none, second: null }

function randomAccess(
  random: Random,
  joinable: readonly number[],
): Pick<ModelEvent, 'address' | 'bytes' | 'access' | 'second'> {
  const bytes = random.pick([1, 1, 2, 4])
  const address = random.below(EXTENT / bytes / 2) * bytes
  const access = random.pick([Access.none, Access.read, Access.read, Access.write])
  if (joinable.length > 0 && random.chance(4)) {
    return { ...noAccess, second: { cell: threadEnd(random.pick(joinable)), access: Access.read } }
  }
  const second = random.chance(5) ? { cell: waitList(address & ~3), access: Access.write } : null
  return { address, bytes, access, second }
}
