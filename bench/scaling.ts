/** How the cost of an execution grows with the number of threads: no faster than transitions times threads. */
import { pathToFileURL } from 'node:url'
import { Execution } from '../src/execution/execution.ts'
import type { Program } from '../src/program/program.ts'
import { Explorer } from '../src/search/explorer.ts'
import { noOptimisations } from '../src/search/optimisations.ts'
import { account, nWriters, readers } from '../test/programs/counters.ts'
import { lastZero } from '../test/programs/last-zero.ts'
import { philosophers } from '../test/programs/philosophers.ts'
import { type Bench, main, number, table } from './bench.ts'

const THREADS = [8, 16, 32, 60]
const EXECUTIONS = 8000

const families: Readonly<Record<string, (threads: number) => Program>> = {
  readers: (threads) => readers(threads - 1),
  'N-writers': (threads) => nWriters(threads - 2),
  lastzero: (threads) => lastZero(threads - 1),
  account,
  philosophers,
}

interface Cost {
  readonly executions: number
  readonly transitions: number
  readonly nanoseconds: number
}

/** The first executions of a search, most of which nobody could finish. */
function cost(program: Program): Cost {
  const explorer = new Explorer(
    new Execution(program),
    { reduction: 'optimal', bounds: {}, optimise: noOptimisations, maxDepth: 10_000, count: false },
    () => false,
  )
  const { counters } = explorer
  const upTo = (executions: number): void => {
    while (!explorer.finished && counters.executions < executions) explorer.explore()
  }
  upTo(EXECUTIONS / 8) // compiled by now
  const before = { ...counters }
  const start = process.cpuUsage()
  upTo(EXECUTIONS)
  const { user, system } = process.cpuUsage(start)
  return {
    executions: counters.executions - before.executions,
    transitions: counters.transitions - before.transitions,
    nanoseconds: (user + system) * 1000,
  }
}

export const scaling: Bench = {
  name: 'Cost per transition with 8 to 60 threads, with the optimal reduction',
  run: () => {
    const broken: string[] = []
    const rows: string[][] = []
    for (const [name, make] of Object.entries(families)) {
      // Searches that end sooner are too short to be measured.
      const costs = THREADS.map((threads) => ({ threads, ...cost(make(threads)) })).filter(
        ({ executions }) => executions >= EXECUTIONS / 2,
      )
      for (const { threads, executions, transitions, nanoseconds } of costs) {
        const each = nanoseconds / transitions
        rows.push([
          name,
          String(threads),
          number(executions),
          (transitions / executions).toFixed(0),
          each.toFixed(0),
          (each / threads).toFixed(1),
        ])
      }
      const perThread = costs.map(({ threads, transitions, nanoseconds }) => nanoseconds / transitions / threads)
      if (perThread.length > 1 && perThread.at(-1)! > 1.5 * perThread[0]!)
        broken.push(
          `${name}: the cost per transition and thread grows from ${perThread[0]!.toFixed(1)} to ${perThread.at(-1)!.toFixed(1)} ns`,
        )
    }
    console.log(
      table(['program', 'threads', 'executions', 'transitions each', 'ns per transition', 'and thread'], rows),
    )
    console.log(
      '\nClaim: the cost per transition grows no faster than the number of threads (half of that is left to noise).',
    )
    return broken
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([scaling])
