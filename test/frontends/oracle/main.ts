/**
 * Runs random programs as they are written and as the transform makes them, and prints every difference:
 * npm run validate:transform -- --programs 50000 --seed 1
 */
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    /** Print the program of the seed, and compare it alone. */
    only: { type: 'boolean', default: false },
    /** Instead of random programs: every construct of the table, alone and in every context. */
    constructs: { type: 'boolean', default: false },
    /** In the form that passes gates instead of the one that is suspended. */
    direct: { type: 'boolean', default: false },
    /** So many differences are written out. */
    show: { type: 'string', default: '10' },
  },
})

const number = (text: string, name: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} expects an integer from 0 and up, got ${text}`)
  return value
}

// The harness decides when it is loaded.
if (values.direct) process.env['HEDDLE_TEST_DIRECT'] = '1'
const { Campaign } = await import('./campaign.ts')

const campaign = new Campaign({ shown: number(values.show, 'show'), say: (text) => console.log(text) })
if (values.constructs) campaign.runConstructs()
else {
  const first = number(values.seed, 'seed')
  const count = values.only ? 1 : number(values.programs, 'programs')
  for (let i = 0; i < count; i++) {
    campaign.runRandom(first + i, values.only)
    if ((i + 1) % 5000 === 0) console.error(`${i + 1} programs, ${campaign.differences} differences`)
  }
}
campaign.summarise()
process.exitCode = campaign.differences > 0 ? 1 : 0
