import type { Lane } from './lane.ts'

/** Searches that can end the check have so many steps for each one of the others. */
const COMPLETING_STEPS = 2
/** A search that has merged more than one in so many states explores far less than one execution per trace. */
const MANY_MERGE = 16
/** What then is left to the one that runs each trace. */
const OUTDONE = 1 / 8

/** The highest rate of discovery. */
export const mostOf = (lanes: readonly Lane[]): number => Math.max(0, ...lanes.map(({ rate }) => rate ?? 0))

/**
 * The share of a lane when bugs have been looked for long enough: there likely is none, and two thirds of the steps are
 * for searches that end the check when they are complete. The others still share by what they discover.
 */
export function lateShareOf(lane: Lane, lanes: readonly Lane[], completing: readonly Lane[]): number {
  const most = mostOf(lanes)
  if (!completing.includes(lane)) return lane.share(most)
  const others = lanes.filter((other) => !completing.includes(other))
  const shares = others.reduce((sum, other) => sum + other.share(most), 0)
  const weights = completing.reduce((sum, other) => sum + weightOf(other, completing), 0)
  return (COMPLETING_STEPS * (shares || 1) * weightOf(lane, completing)) / weights
}

const weightOf = (lane: Lane, completing: readonly Lane[]): number =>
  !mergesMany(lane) && completing.some(mergesMany) ? OUTDONE : 1

function mergesMany({ pass }: Lane): boolean {
  const { merged, states } = pass!.explorer.counters
  return MANY_MERGE * merged > states
}
