/** How far off the estimate of the number of executions is, on programs that can be explored completely. */
import { pathToFileURL } from 'node:url'
import { soundFor } from '../src/checking/check-options.ts'
import { Execution } from '../src/execution/execution.ts'
import type { Program } from '../src/program/program.ts'
import type { Estimate } from '../src/search/estimate-range.ts'
import { Explorer, type ReductionName } from '../src/search/explorer.ts'
import { optimisationNames, type Optimisations } from '../src/search/optimisations.ts'
import { account, cinc, fibBench, inc, nWriters, readers } from '../test/programs/counters.ts'
import { filesystem } from '../test/programs/filesystem.ts'
import { indexer } from '../test/programs/indexer.ts'
import { lastZero } from '../test/programs/last-zero.ts'
import { philosophers } from '../test/programs/philosophers.ts'
import { sigma } from '../test/programs/sigma.ts'
import { type Bench, main, number, table } from './bench.ts'

interface Search {
  readonly program: Program
  readonly reduction: ReductionName
  readonly preemption?: number
}

const optimal = [
  readers(11),
  lastZero(12),
  indexer(14),
  fibBench(4),
  inc(5),
  nWriters(6),
  cinc(4),
  sigma(6),
  account(7),
  philosophers(7),
  philosophers(4, 2),
]
const bounded = [
  lastZero(6),
  filesystem(14),
  fibBench(3),
  fibBench(4),
  inc(5),
  nWriters(5),
  cinc(4),
  sigma(5),
  account(6),
  philosophers(7),
  philosophers(4, 2),
]
const exhaustive = [inc(4), nWriters(6), cinc(3), account(7)]

const searches: readonly Search[] = [
  ...optimal.map((program): Search => ({ program, reduction: 'optimal' })),
  ...bounded.flatMap((program): Search[] => [
    { program, reduction: 'dpor', preemption: 1 },
    { program, reduction: 'dpor', preemption: 2 },
  ]),
  ...exhaustive.map((program): Search => ({ program, reduction: 'none' })),
]

const all = Object.fromEntries(optimisationNames.map((name) => [name, true])) as unknown as Optimisations
const SHARES = [0.01, 0.1, 0.5]
/** Looked at each time the search has grown by this factor. */
const STEP = 1.1
/** Ranges are judged from this share of the search on. */
const JUDGED_FROM = 0.03
const LEAST_RIGHT = 0.8

interface Sample {
  readonly executions: number
  readonly estimate: Estimate
}

function watch({ program, reduction, preemption }: Search): { samples: Sample[]; total: number } {
  const bounds = preemption === undefined ? {} : { preemption }
  const explorer = new Explorer(
    new Execution(program),
    { reduction, bounds, optimise: soundFor(all, bounds), maxDepth: 10_000, count: false },
    () => false,
  )
  const samples: Sample[] = []
  for (let runs = 1, next = 1; !explorer.finished; runs++) {
    explorer.explore()
    if (runs < next) continue
    next = runs * STEP
    const estimate = explorer.estimate()
    if (estimate !== null) samples.push({ executions: explorer.counters.executions, estimate })
  }
  return { samples, total: explorer.counters.executions }
}

function measure(search: Search, judged: boolean[]): string[] {
  const { samples, total } = watch(search)
  for (const { executions, estimate } of samples)
    if (executions >= JUDGED_FROM * total) judged.push(estimate.low <= total && total <= estimate.high)
  const at = (share: number): string => {
    const sample = samples.findLast(({ executions }) => executions <= share * total)
    if (sample === undefined) return ''
    const { low, high } = sample.estimate
    return `${number(low)} to ${number(high)}${total < low ? ' (too high)' : total > high ? ' (too low)' : ''}`
  }
  const { program, reduction, preemption } = search
  return [
    program.name,
    preemption === undefined ? reduction : `${reduction}, preemption ${preemption}`,
    number(total),
    ...SHARES.map(at),
  ]
}

export const estimate: Bench = {
  name: 'The estimate of the number of executions, while a search goes on',
  run: () => {
    const judged: boolean[] = []
    const rows = searches.map((search) => measure(search, judged))
    console.log(table(['program', 'search', 'executions', ...SHARES.map((share) => `after ${100 * share}%`)], rows))
    const right = judged.filter((one) => one).length / judged.length
    const claim = `from ${100 * JUDGED_FROM}% of the search on, at least ${100 * LEAST_RIGHT}% of the ranges hold the truth`
    console.log(`\nClaim: ${claim} (${(100 * right).toFixed(0)}% of ${judged.length}).`)
    return right >= LEAST_RIGHT ? [] : [`not so: ${claim}, but ${(100 * right).toFixed(0)}%`]
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([estimate])
