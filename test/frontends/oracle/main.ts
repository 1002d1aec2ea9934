/**
 * Runs random programs as they are written and as the transform makes them, and prints every difference:
 * npm run validate:transform -- --programs 50000 --seed 1
 */
import { parseArgs } from 'node:util'
import { setDemands } from '../../../src/frontends/plain/demands.ts'

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
    /** What the transform is to make suspendable besides, with commas: new,get v,set v. */
    demands: { type: 'string', default: '' },
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
setDemands(values.demands.split(',').filter((one) => one !== ''))
const { Campaign } = await import('./campaign.ts')
const { runBatch } = await import('./batch.ts')

/** So many programs share a worker, which keeps what it has loaded. */
const BATCH = 1000

const shown = number(values.show, 'show')
const say = (text: string): void => console.log(text)
const campaign = new Campaign({ shown, say })
if (values.constructs) campaign.runConstructs()
else {
  const first = number(values.seed, 'seed')
  const count = values.only ? 1 : number(values.programs, 'programs')
  for (let i = 0; i < count; i += BATCH) {
    const batch = { first: first + i, count: Math.min(BATCH, count - i), verbose: values.only }
    campaign.add(await runBatch({ ...batch, shown: Math.max(shown - campaign.differences, 0) }, say))
    const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20)
    if (count > BATCH)
      console.error(`${campaign.programs} programs, ${campaign.differences} differences, ${megabytes} MB in use`)
  }
}
campaign.summarise()
process.exitCode = campaign.differences > 0 ? 1 : 0
