import { Random } from '../../support/random.ts'
import type { IndependentProgram } from '../language.ts'
import { IllFormed } from '../operations.ts'
import { TooLarge } from '../state-graph.ts'
import { compareCyclic, CyclicExpectation } from './compare-cyclic.ts'
import { randomCyclic } from './random-cyclic.ts'
import { cyclicSearches } from './searches.ts'

export const newCounts = (): Record<'programs' | 'livelocks' | 'checks' | 'unfinished' | 'failing', number> => ({
  programs: 0,
  livelocks: 0,
  checks: 0,
  unfinished: 0,
  failing: 0,
})

/** One random program, and in what the searches disagree with the reference. */
export function runCyclic(
  seed: number,
  index: number,
  mostStates: number,
  counts: ReturnType<typeof newCounts>,
  disagree: (program: IndependentProgram, search: object, faults: readonly string[]) => void,
): void {
  const random = new Random(seed * 1_000_003 + index)
  const expectation = expectationOf(randomCyclic(random), mostStates)
  if (expectation === null) return
  counts.programs++
  if (expectation.livelock) counts.livelocks++
  for (const search of cyclicSearches(random)) {
    counts.checks++
    const { faults, finished } = compareCyclic(expectation, search)
    if (!finished) counts.unfinished++
    if (faults.length === 0) continue
    counts.failing++
    disagree(expectation.program, search, faults)
  }
}

/** Null where the program is too large, or shares nothing, which is an error. */
export function expectationOf(program: IndependentProgram, mostStates: number): CyclicExpectation | null {
  try {
    const expectation = new CyclicExpectation(program, mostStates)
    return expectation.facts.graph.nodes.length === 1 ? null : expectation
  } catch (error) {
    if (error instanceof IllFormed || error instanceof TooLarge) return null
    throw error
  }
}
