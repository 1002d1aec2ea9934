import type { Execution } from '../execution/execution.ts'
import { record } from '../execution/replay/recording.ts'
import type { RawSchedule } from '../execution/replay/schedule-of.ts'
import type { Rounds } from './advice.ts'
import { type Endless, endlessOf, loopLines, placesOf, withoutYield } from './endless.ts'
import type { Pass } from './pass.ts'

/** So many of the last events say where an execution was that did not do the same again and again. */
const LAST_EVENTS = 20
/** And in so many of them threads have yielded that ever do. */
const RECENT_EVENTS = 1000

/** Looking at what an execution has done takes longer than executing it: of many, some are looked at. */
const EXAMINED = 64
const EXAMINED_EVERY = 16

/** What is known to go on for ever. */
export type Lasting = Pick<Endless, 'kind' | 'raw'> & Rounds

/** Executions that the depth limit has ended. */
export class Cuts implements Rounds {
  /** Of so many of them it is not known whether they end. */
  count = 0
  /** Where the first of them was: others look alike. */
  places: readonly string[] = []
  withoutYield: readonly string[] = []

  /** Looks at the execution that has just been cut; null when it may end. */
  examine(
    execution: Execution,
    { explorer: { log } }: Pass,
    depth: number,
    schedule: () => RawSchedule,
  ): Lasting | null {
    if (this.count >= EXAMINED && this.count % EXAMINED_EVERY !== 0) {
      this.count++
      return null
    }
    const raw = schedule() // as long as the execution is the one that was cut
    const endless = endlessOf(execution, log, depth, raw)
    const silent =
      endless?.withoutYield ?? withoutYield(log, Math.max(0, depth - RECENT_EVENTS), Math.min(depth, RECENT_EVENTS))
    const names = silent.map((slot) => execution.threads[slot]!.name)
    if (endless !== null && endless.kind !== 'open') {
      return { kind: endless.kind, raw: endless.raw, places: placesOf(execution, endless), withoutYield: names }
    }
    if (this.count++ === 0) this.note(execution, endless, raw, names)
    return null
  }

  /** One that goes on for ever as long as others do not run, which others that are drawn at random need not do. */
  leave({ places, withoutYield }: Rounds): void {
    if (this.count++ > 0) return
    this.places = places
    this.withoutYield = withoutYield
  }

  private note(execution: Execution, endless: Endless | null, raw: RawSchedule, names: readonly string[]): void {
    this.withoutYield = names
    this.places =
      endless !== null ? placesOf(execution, endless) : loopLines(record(execution, raw, 4 * LAST_EVENTS), LAST_EVENTS)
  }
}
