import type { Lane } from './lane.ts'
import { mergesFew, mergesMany, stepsLeft } from './likely-steps.ts'
import type { Pass } from './pass.ts'

/** Searches that can end the check have so many steps for each one of the others. */
export const COMPLETING_STEPS = 2
/** Of these, one that another one is likely to outdo has so much of the other one's share. */
const OUTDONE = 1 / 8
/** How long a step takes where states are told apart by their contents, against one where they are not. */
const MERGING_STEP = 1.5

/**
 * What part of the steps is to be the lane's, in proportion to those of others of its kind. Lanes share by what they
 * discover; those that can end the check by how much is left to them.
 */
export function shareAmong(lane: Lane, lanes: readonly Lane[], completing: readonly Lane[]): number {
  if (!completing.includes(lane)) return lane.share(Math.max(0, ...lanes.map(({ rate }) => rate ?? 0)))
  const isOutdone = completing.some((other) => other !== lane && outdoes(other.pass!, lane.pass!))
  return isOutdone ? OUTDONE : 1
}

/** Whether one search is likely to be complete sooner than the other. */
function outdoes(own: Pass, other: Pass): boolean {
  // Then it runs each trace as well, and takes longer for it.
  if (own.reduction === 'optimal' && mergesFew(other)) return true
  if (other.reduction === 'optimal' && mergesFew(own)) return false
  if (other.reduction === 'optimal' && mergesMany(own)) return true
  if (own.reduction === 'optimal' && mergesMany(other)) return false
  const [left, othersLeft] = [timeLeft(own), timeLeft(other)]
  return left !== null && othersLeft !== null && left < othersLeft
}

/** In steps of a search that merges nothing. */
function timeLeft(pass: Pass): number | null {
  const left = stepsLeft(pass)
  return left !== null && pass.reduction === 'stateful' ? MERGING_STEP * left : left
}
