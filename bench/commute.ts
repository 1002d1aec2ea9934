/** What `--commute` saves: the same outcomes with fewer executions. */
import { pathToFileURL } from 'node:url'
import { Checker } from '../src/checking/checker.ts'
import type { Program } from '../src/program/program.ts'
import type { CheckResult } from '../src/results/check-result.ts'
import {
  blindCounters,
  election,
  fullIndexer,
  lastOneOut,
  swapCounter,
  watchedCounters,
} from '../test/programs/commuting.ts'
import { indexer } from '../test/programs/indexer.ts'
import { type Bench, main, number, table } from './bench.ts'

const programs: readonly Program[] = [
  election(7),
  swapCounter(4),
  fullIndexer(5),
  fullIndexer(6),
  indexer(15),
  blindCounters(4),
  watchedCounters(4),
  lastOneOut(5),
]

const searches: readonly [name: string, options: { reduction?: string; bounds?: Record<string, number> }][] = [
  ['optimal', { reduction: 'optimal' }],
  ['preemption 1', { reduction: 'dpor', bounds: { preemption: 1 } }],
  ['preemption 2', { reduction: 'dpor', bounds: { preemption: 2 } }],
]

function run(program: Program, options: object): { result: CheckResult; seconds: number } {
  const start = process.cpuUsage()
  const checker = new Checker(program, { ...options, budgetMs: 600_000 })
  while (!checker.run(10_000));
  const { user, system } = process.cpuUsage(start)
  return { result: checker.result(), seconds: (user + system) / 1e6 }
}

const outcomes = ({ outcomes: rows }: CheckResult): string =>
  rows
    .map(({ value }) => JSON.stringify(value))
    .sort()
    .join()

function measure(program: Program, name: string, options: object, broken: string[]): string[] {
  const plain = run(program, options)
  const commuting = run(program, { ...options, commute: 'all' })
  const { executions, traces, blocked } = commuting.result
  if (outcomes(plain.result) !== outcomes(commuting.result))
    broken.push(`${program.name}, ${name}: the outcomes differ`)
  if (name === 'optimal' && (executions !== traces || blocked > 0))
    broken.push(`${program.name}: ${executions} executions and ${blocked} abandoned for ${traces} traces`)
  const counts = ({ result }: typeof plain): string => `${number(result.executions)} + ${number(result.blocked)}`
  return [
    program.name,
    name,
    counts(plain),
    plain.seconds.toFixed(2),
    counts(commuting),
    number(traces!),
    commuting.seconds.toFixed(2),
  ]
}

export const commute: Bench = {
  name: 'Executions (complete + abandoned) with --commute all',
  run: () => {
    const broken: string[] = []
    const rows = programs.flatMap((program) =>
      searches.map(([name, options]) => measure(program, name, options, broken)),
    )
    console.log(table(['program', 'search', 'executions', 'seconds', 'commuting', 'traces', 'seconds'], rows))
    console.log('\nClaims: the same outcomes; with the optimal reduction one execution per trace, and none abandoned.')
    return broken
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([commute])
