import { RandomSource } from '../orders/random-source.ts'
import type { Priority } from './priority.ts'

/** BF(Random): a random walk through the tree of executions, which gets everywhere in the end. */
export function atRandom(seed: number): Priority {
  const random = new RandomSource()
  random.begin(seed, 0)
  return { of: () => random.unit() }
}
