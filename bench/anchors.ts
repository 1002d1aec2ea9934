/**
 * The programs whose numbers of traces are known, searched completely with the optimal reduction: each trace once, nothing
 * abandoned. Beside the speed, that of other tools on this kind of machine.
 */
import { pathToFileURL } from 'node:url'
import { Execution } from '../src/execution/execution.ts'
import type { Program } from '../src/program/program.ts'
import { noOptimisations } from '../src/search/optimisations.ts'
import { Explorer } from '../src/search/explorer.ts'
import { account, cinc, fibBench, inc, nWriters, readers } from '../test/programs/counters.ts'
import { filesystem } from '../test/programs/filesystem.ts'
import { indexer } from '../test/programs/indexer.ts'
import { lastZero } from '../test/programs/last-zero.ts'
import { philosophers } from '../test/programs/philosophers.ts'
import { sigma } from '../test/programs/sigma.ts'
import { type Bench, main, number, table } from './bench.ts'

interface Row {
  readonly program: Program
  readonly traces: number
  /** Executions per second of GenMC 0.11 and of Nidhugg's optimal search, on one core. */
  readonly genmc?: number
  readonly nidhugg?: number
}

const rows: readonly Row[] = [
  { program: readers(13), traces: 8192 },
  { program: lastZero(10), traces: 3328 },
  { program: lastZero(15), traces: 147_456, genmc: 15_900, nidhugg: 1600 },
  { program: indexer(15), traces: 4096 },
  { program: filesystem(19), traces: 64 },
  { program: fibBench(4), traces: 19_605 },
  { program: fibBench(5), traces: 218_243, genmc: 142_000, nidhugg: 10_000 },
  { program: inc(6), traces: 518_400 },
  { program: nWriters(6), traces: 40_320, genmc: 95_000 },
  { program: cinc(4), traces: 13_824 },
  { program: sigma(7), traces: 135_135, genmc: 37_000 },
  { program: account(8), traces: 40_320, genmc: 6100, nidhugg: 4700 },
  { program: philosophers(7), traces: 126 },
  { program: philosophers(4, 2), traces: 786 },
]

function measure({ program, traces, genmc, nidhugg }: Row, broken: string[]): string[] {
  const explorer = new Explorer(new Execution(program), { reduction: 'optimal', bounds: {}, optimise: noOptimisations, maxDepth: 10_000, count: true }, () => false)
  const start = process.cpuUsage()
  while (!explorer.finished) explorer.explore()
  const { user, system } = process.cpuUsage(start)
  const seconds = (user + system) / 1e6
  const { counters } = explorer
  const exact = counters.traces!.size === traces && counters.executions === traces && counters.blocked === 0
  if (!exact) broken.push(`${program.name}: ${counters.traces!.size} traces in ${counters.executions} executions and ${counters.blocked} abandoned, not ${traces}`)
  const peer = (speed: number | undefined): string => (speed === undefined ? '' : number(speed))
  return [
    program.name, number(traces), number(counters.executions), number(counters.blocked), seconds.toFixed(2),
    number(Math.round(counters.executions / seconds)), peer(genmc), peer(nidhugg),
  ]
}

export const anchors: Bench = {
  name: 'Known counts, with the optimal reduction',
  run: () => {
    const broken: string[] = []
    const header = ['program', 'known traces', 'executions', 'abandoned', 'seconds', 'per second', 'GenMC', 'Nidhugg']
    console.log(table(header, rows.map((row) => measure(row, broken))))
    console.log('\nClaims: exactly the known traces, each once, and nothing abandoned. Seconds are of processor time.')
    return broken
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([anchors])
