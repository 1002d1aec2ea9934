/** Random programs whose states come again: node dist/test/independent/cyclic/main.js --programs 1000 --seed 1 */
import { parseArgs } from 'node:util'
import { print } from '../notation.ts'
import { newCounts, runCyclic } from './campaign.ts'

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    /** Only this program of the seed. */
    only: { type: 'string' },
    'max-states': { type: 'string', default: '1500' },
  },
})

const counts = newCounts()
const first = values.only === undefined ? 0 : Number(values.only)
const end = values.only === undefined ? Number(values.programs) : first + 1
for (let i = first; i < end; i++)
  runCyclic(Number(values.seed), i, Number(values['max-states']), counts, (program, search, faults) =>
    console.log(`#${i} ${JSON.stringify(search)}\n${print(program)}\n  ${faults.slice(0, 5).join('\n  ')}`),
  )
console.log(JSON.stringify(counts))
process.exitCode = counts.failing > 0 ? 1 : 0
