import type { Lane } from './lane.ts'
import { likelyLeft } from './likely-steps.ts'
import type { Pass } from './pass.ts'

/**
 * Searches that can end the check have so many steps for each one of the others, while bugs are looked for and when
 * they have been looked for long enough: then there likely is none.
 */
const COMPLETING_STEPS = 1
const COMPLETING_STEPS_LATE = 2
/** A search that has merged more than one in so many states explores far less than one execution per trace. */
const MANY_MERGE = 16
/** What then is left to the one that runs each trace. */
const OUTDONE = 1 / 8

/**
 * What part of all steps is to be the lane's, in proportion to those of others. Lanes share by what they discover; but
 * half of the steps, later two thirds, are for searches that end the check when they are complete.
 */
export function shareAmong(lane: Lane, lanes: readonly Lane[], completing: readonly Lane[], isLate: boolean): number {
  const most = Math.max(0, ...lanes.map(({ rate }) => rate ?? 0))
  if (!completing.includes(lane)) return lane.share(most)
  const others = lanes.filter((other) => !completing.includes(other))
  const shares = others.reduce((sum, other) => sum + other.share(most), 0)
  const weights = completing.reduce((sum, other) => sum + weightOf(other, completing), 0)
  const steps = isLate ? COMPLETING_STEPS_LATE : COMPLETING_STEPS
  return (steps * (shares || 1) * weightOf(lane, completing)) / weights
}

const weightOf = (lane: Lane, completing: readonly Lane[]): number =>
  completing.some((other) => other !== lane && outdoes(other, lane)) ? OUTDONE : 1

/** Whether one search merges many states, and the other, which does not, will not be complete soon. */
function outdoes({ pass: own }: Lane, { pass: other }: Lane): boolean {
  if (!mergesMany(own!) || mergesMany(other!)) return false
  const left = likelyLeft(other!)
  return left === null || left > own!.steps
}

function mergesMany({ explorer }: Pass): boolean {
  const { merged, states } = explorer.counters
  return MANY_MERGE * merged > states
}
