/** Random programs whose states come again: node dist/test/independent/cyclic/main.js --programs 1000 --seed 1 */
import { parseArgs } from 'node:util'
import { Random } from '../../support/random.ts'
import { print } from '../notation.ts'
import { IllFormed } from '../operations.ts'
import { TooLarge } from '../state-graph.ts'
import { compareCyclic, CyclicExpectation } from './compare-cyclic.ts'
import { randomCyclic } from './random-cyclic.ts'
import { cyclicSearches } from './searches.ts'

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    'max-states': { type: 'string', default: '1500' },
  },
})
const counts = { programs: 0, left: 0, livelocks: 0, checks: 0, unfinished: 0, failing: 0 }
const first = values.only === undefined ? 0 : Number(values.only)
for (let i = first; i < (values.only === undefined ? Number(values.programs) : first + 1); i++) {
  const random = new Random(Number(values.seed) * 1_000_003 + i)
  const program = randomCyclic(random)
  let expectation: CyclicExpectation
  try {
    expectation = new CyclicExpectation(program, Number(values['max-states']))
  } catch (error) {
    if (!(error instanceof IllFormed || error instanceof TooLarge)) throw error
    counts.left++
    continue
  }
  if (expectation.facts.graph.nodes.length === 1) continue // that nothing is shared is an error
  counts.programs++
  if (expectation.livelock) counts.livelocks++
  for (const search of cyclicSearches(random)) {
    counts.checks++
    let faults: readonly string[]
    try {
      const compared = compareCyclic(expectation, search)
      faults = compared.faults
      if (!compared.finished) counts.unfinished++
      if (values.only !== undefined)
        console.log(search, compared.result.guarantee, compared.result.states, compared.result.transitions)
    } catch (error) {
      faults = [String((error as Error).stack)]
    }
    if (faults.length === 0) continue
    counts.failing++
    console.log(`#${i} ${JSON.stringify(search)}\n${print(program)}\n  ${faults.slice(0, 5).join('\n  ')}`)
  }
}
console.log(JSON.stringify(counts))
process.exitCode = counts.failing > 0 ? 1 : 0
