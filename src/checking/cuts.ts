import type { Execution } from '../execution/execution.ts'
import { record } from '../execution/recording.ts'
import type { RawSchedule } from '../execution/schedule-of.ts'
import { type Endless, endlessOf, loopLines, placesOf } from './endless.ts'
import type { Pass } from './pass.ts'

/** So many of the last events say where an execution was that did not do the same again and again. */
const LAST_EVENTS = 20

/** Looking at what an execution has done takes longer than executing it: of many, some are looked at. */
const EXAMINED = 64
const EXAMINED_EVERY = 16

/** What is known to go on for ever. */
export type Lasting = Endless & { readonly places: readonly string[] }

/** Executions that the depth limit has ended. */
export class Cuts {
  /** Of so many of them it is not known whether they end. */
  count = 0
  /** Where the first of them was: others look alike. */
  places: readonly string[] = []
  /** It went round there, and every thread that did yielded. */
  yields = false

  /** Looks at the execution that has just been cut; null when it may end. */
  examine(execution: Execution, { explorer: { log } }: Pass, depth: number, schedule: () => RawSchedule): Lasting | null {
    if (this.count >= EXAMINED && this.count % EXAMINED_EVERY !== 0) {
      this.count++
      return null
    }
    const raw = schedule() // as long as the execution is the one that was cut
    const endless = endlessOf(execution, log, depth, raw)
    if (endless !== null && endless.kind !== 'open') return { ...endless, places: placesOf(execution, endless) }
    if (this.count++ === 0) this.note(execution, endless, raw)
    return null
  }

  private note(execution: Execution, endless: Endless | null, raw: RawSchedule): void {
    this.yields = endless?.yields ?? false
    this.places = endless !== null ? placesOf(execution, endless)
      : loopLines(record(execution, raw, 4 * LAST_EVENTS), LAST_EVENTS)
  }
}

/** What can be done about executions that were cut; null if none were. */
export function adviceOn({ count, yields }: Cuts, maxDepth: number): string | null {
  if (count === 0) return null
  const further = `A higher depth limit lets executions go on: --max-depth ${10 * maxDepth}`
  return yields ? further
    : `${further}; or if a thread waits there for another one, call yieldNow() in its loop: then a fair bound leaves it`
}
