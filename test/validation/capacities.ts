import { type Capacities, defaultCapacities } from '../../src/base/capacities.ts'
import type { Random } from './programs/random.ts'

/** The least of all: nothing is remembered, everything grows, and nothing is put off. */
export const leastCapacities: Capacities = {
  room: 1,
  localStates: 0,
  checkedAtFirst: 0,
  checkedEvery: 1,
  comparedAtFirst: 0,
  comparedEvery: 1,
  exploredStateBytes: 0,
  wakeupNodes: 0,
  reversals: 1,
  summedEvents: 0,
  fringeNodes: 0,
  runsBeforeEstimate: 0,
  headStart: 0,
  opening: 0,
  openingSteps: 0,
  slice: 1,
  discoveries: 0,
  mergeAfter: 0,
  mergeFrom: 0,
  mergesBy: 0,
}

const NEVER = 2 ** 30

/**
 * By name: values that small programs reach, from the least on. What limits what is remembered hides what is done with
 * it, so they are mixed.
 */
const values: Readonly<Record<keyof Capacities, readonly number[]>> = {
  room: [1, 1, 2, 3],
  localStates: [0, 1, 4, 12, 30],
  checkedAtFirst: [0, 0, 1],
  checkedEvery: [1, 2, 5, NEVER],
  comparedAtFirst: [0, 1],
  comparedEvery: [1, NEVER],
  exploredStateBytes: [0, 300, 1000, 5000],
  wakeupNodes: [0, 1, 4, 16, 64],
  reversals: [0, 1, 5],
  summedEvents: [0, 1, 3, 6],
  fringeNodes: [0, 1, 2, 5],
  runsBeforeEstimate: [0, 1],
  headStart: [0, 1, 3],
  opening: [0, 1, 5, 20],
  openingSteps: [0, 10, 50],
  discoveries: [0, 3, 10],
  slice: [1, 5, 20],
  mergeAfter: [0, 0, 10, 40],
  mergeFrom: [0, 4, 10],
  mergesBy: [0, 5, 20],
}

/** Of each, a small value or, as often, the usual one: but steps are undone from the first execution on. */
export function smallCapacities(random: Random): Partial<Capacities> {
  const names = (Object.keys(values) as (keyof Capacities)[]).filter(() => random.chance(0.5))
  const early = { checkedAtFirst: 0, checkedEvery: NEVER }
  return {
    ...early,
    ...Object.fromEntries(names.map((name) => [name, random.pick([...values[name], defaultCapacities[name]])])),
  }
}
