import type { Heartbeat } from '../execution/heartbeat.ts'
import type { Program } from '../program/program.ts'
import { type Bug, type CheckResult, type ReplayResult, SHOWN_EVENTS } from '../results/check-result.ts'
import type { ExploreOption } from './check-options.ts'
import { replayProgram } from './replay.ts'

/** So many bugs get their events. */
const MOST_BUGS = 3

/**
 * The first bugs with what happened in their executions. A replay that fails must not hide the bug, whose schedule can
 * still be tried by hand.
 */
export function withEvents(
  program: Program,
  result: CheckResult,
  explore: ExploreOption = {},
  heartbeat?: Heartbeat,
): CheckResult {
  const start = performance.now()
  const options = { explore, events: SHOWN_EVENTS, details: true, ...(heartbeat === undefined ? {} : { heartbeat }) }
  const withOwn = (bug: Bug): Bug => {
    try {
      const given = { ...options, input: bug.input ?? {} }
      const shown = { ...bug, ...told(replayProgram(program, bug.schedule, given)) }
      const { difference } = bug
      if (difference === undefined) return shown
      const passing = replayProgram(program, difference.schedule, given)
      return { ...shown, difference: { ...difference, ...told(passing) } }
    } catch {
      return bug
    }
  }
  const bugs = result.bugs.map((bug, i) => (i < MOST_BUGS ? withOwn(bug) : bug))
  return { ...result, bugs, seconds: result.seconds + (performance.now() - start) / 1000 }
}

const told = ({ events, memory }: ReplayResult): Pick<ReplayResult, 'events' | 'memory'> => ({
  events,
  ...(memory === undefined ? {} : { memory }),
})
