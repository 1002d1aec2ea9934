/**
 * Which order makes the difference: of each two dependent events that follow on each other in a failing execution, the
 * second is run before the first, with all else as far as possible as it was. Where that passes, their order matters.
 */
import { ThreadStatus } from '../../execution/controlled-thread.ts'
import { HappensBefore } from '../../trace/happens-before.ts'
import { Transition } from '../../trace/transition.ts'
import { type GuidedRun, type Ran, segmentsOf } from './guided-run.ts'
import type { IsOver } from './smaller-schedules.ts'

/** Events by their numbers from 0; `second` is null for what the thread waits for in the end. */
interface Pair {
  readonly first: number
  readonly second: number | null
  /** The thread of the second. */
  readonly thread: number
  /** What they are called in other executions. */
  readonly names: readonly [number, number]
}

export interface CriticalPair extends Pair {
  /** The execution in which they come the other way round. */
  readonly passing: Ran
}

/** In longer executions it is not looked for. */
const MOST_EVENTS = 20_000

/** More pairs than this are not told apart by anybody. */
const MOST_PAIRS = 2000

/**
 * The pair whose exchange leads to the closest execution that passes: the fewest other pairs come in another order, and
 * of those the latest one. Null when no single exchange passes, or none was found in time.
 */
export function criticalPair(run: GuidedRun, failing: Ran, isOver: IsOver): CriticalPair | null {
  if (isOver() || failing.events > MOST_EVENTS) return null
  const again = run.repeat(failing.raw)
  if (again === null || again.bug !== failing.bug) return null
  const threads = [...run.log.thread.subarray(0, run.depth)]
  const { pairs, happensBefore } = pairsOf(run, namesOf(threads))
  let best: { readonly found: CriticalPair; readonly changed: number } | null = null
  for (const pair of pairs.reverse()) {
    if (isOver()) break
    const order = exchanged(threads, pair, happensBefore)
    const ran = run.follow(segmentsOf(order), failing.choices, 2 * failing.events + 100)
    if (ran === null || ran.bug !== null) continue
    const places = placesOf(run)
    if (!isReversed(places, pair)) continue
    const changed = pairs.filter((other) => isReversed(places, other)).length
    if (best === null || changed < best.changed) best = { found: { ...pair, passing: ran }, changed }
    if (changed <= 1) break
  }
  return best?.found ?? null
}

/** All dependences of the transitive reduction between threads, of events and of what is pending in the end. */
function pairsOf(run: GuidedRun, names: readonly number[]): { pairs: Pair[]; happensBefore: HappensBefore } {
  const { log, execution, depth } = run
  const happensBefore = new HappensBefore(log, execution.mostThreads, execution.capacities.room)
  const pairs: Pair[] = []
  const scratch = new Transition()
  const add = (second: number | null): void => {
    const { thread } = scratch
    happensBefore.examine(scratch)
    const acquires = second === null ? execution.threads[thread]!.operation.spec.acquires : log.specs[second]!.acquires
    for (let v = 0; v < happensBefore.threads && pairs.length < MOST_PAIRS; v++) {
      const first = happensBefore.recent[v]!
      if (first < 0 || happensBefore.isCovered(first, thread)) continue
      // A lock is not taken before it is released, but before it was taken.
      const before = acquires === true && log.specs[first]!.releases === true ? acquireBefore(run, first) : first
      const own = second === null ? nameOf(thread, happensBefore.count[thread]! + 1) : names[second]!
      pairs.push({ first: before, second, thread, names: [names[before]!, own] })
    }
  }
  for (let event = 0; event < depth; event++) {
    scratch.ofEvent(log, event)
    add(event)
    happensBefore.push(event)
  }
  for (const { slot, status, operation } of execution.threads) {
    if (status !== ThreadStatus.pending) continue
    scratch.ofOperation(operation)
    scratch.thread = slot
    add(null)
  }
  return { pairs, happensBefore }
}

function acquireBefore({ log }: GuidedRun, release: number): number {
  const { cell } = log.accesses[release]!
  for (let event = release - 1; event >= 0; event--)
    if (log.thread[event] === log.thread[release] && log.accesses[event]!.cell === cell)
      return log.specs[event]!.acquires === true ? event : release
  return release
}

/** What does not depend on the first event goes before it, up to the second; then all else in its order. */
function exchanged(threads: readonly number[], { first, second, thread }: Pair, before: HappensBefore): number[] {
  const end = second ?? threads.length
  const after = (event: number): boolean => event === first || before.before(first, event)
  const early: number[] = []
  const late: number[] = []
  for (let event = first; event < end; event++) (after(event) ? late : early).push(threads[event]!)
  return [...threads.slice(0, first), ...early, thread, ...late, ...threads.slice(end + 1)]
}

/** By event: its thread and which of the thread's events it is, as one number. */
function namesOf(threads: readonly number[]): number[] {
  const counts: number[] = []
  return threads.map((thread) => nameOf(thread, (counts[thread] = (counts[thread] ?? 0) + 1)))
}

const nameOf = (thread: number, number: number): number => thread * 2 ** 32 + number

/** Where the events of the execution that has just run are. */
function placesOf({ log, depth }: GuidedRun): ReadonlyMap<number, number> {
  return new Map(namesOf([...log.thread.subarray(0, depth)]).map((name, place) => [name, place]))
}

/** Whether the second event is there, and the first comes later or not at all. */
function isReversed(places: ReadonlyMap<number, number>, { names }: Pair): boolean {
  const [first, second] = names.map((name) => places.get(name))
  return second !== undefined && (first === undefined || first > second)
}
