/**
 * Checks random programs with Heddle and with the independent reference, and prints every disagreement with the
 * smallest program that shows it: npm run validate:independent -- --programs 1000 --seed 1
 */
import { parseArgs } from 'node:util'
import { Campaign } from './campaign.ts'
import type { Search } from './searches.ts'

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    /** Only this program of the seed. */
    only: { type: 'string' },
    /** Options of `check` as JSON: only this search. */
    search: { type: 'string' },
    /** How many searches besides those that every program gets. */
    searches: { type: 'string', default: '4' },
    /** One program in so many is also written down as plain code, which takes longer. */
    plain: { type: 'string', default: '0' },
    'max-executions': { type: 'string', default: '600' },
    'max-states': { type: 'string', default: '5000' },
    /** Multiplies the number of operations. */
    scale: { type: 'string', default: '1' },
    /** How many disagreements of a kind are made as small as they get. */
    shrink: { type: 'string', default: '3' },
    /** A regular expression: disagreements that are known already. */
    ignore: { type: 'string' },
  },
})

const number = (text: string, name: string): number => {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} expects a number from 0 and up, got ${text}`)
  return value
}

const campaign = new Campaign({
  seed: number(values.seed, 'seed'),
  searches: values.search === undefined ? number(values.searches, 'searches') : (JSON.parse(values.search) as Search),
  plainOneIn: number(values.plain, 'plain'),
  maxExecutions: number(values['max-executions'], 'max-executions'),
  maxStates: number(values['max-states'], 'max-states'),
  scale: number(values.scale, 'scale'),
  shrinks: number(values.shrink, 'shrink'),
  ignore: values.ignore === undefined ? null : new RegExp(values.ignore),
  say: (text) => console.log(text),
})
const programs = number(values.programs, 'programs')
const first = values.only === undefined ? 0 : number(values.only, 'only')
for (let i = first; i < (values.only === undefined ? programs : first + 1); i++) await campaign.run(i)
campaign.summarise()
process.exitCode = campaign.disagreed ? 1 : 0
