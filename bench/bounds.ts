/**
 * What reduction saves under preemption bounds, on programs whose numbers of traces are known: executions of the optimal
 * reduction within the bound and of bounded partial-order reduction, and those that they abandoned, for bounds 0 to 4, beside
 * the search without reduction and the optimal one without a bound.
 */
import { pathToFileURL } from 'node:url'
import { Execution } from '../src/execution/execution.ts'
import type { Program } from '../src/program/program.ts'
import { Explorer, type ReductionName } from '../src/search/explorer.ts'
import { account, cinc, fibBench, inc, nWriters, readers } from '../test/programs/counters.ts'
import { filesystem } from '../test/programs/filesystem.ts'
import { indexer } from '../test/programs/indexer.ts'
import { lastZero } from '../test/programs/last-zero.ts'
import { philosophers } from '../test/programs/philosophers.ts'
import { sigma } from '../test/programs/sigma.ts'
import { type Bench, main, number, table } from './bench.ts'

const BOUNDS = [0, 1, 2, 3, 4]
/** Searches are given up after so many executions, abandoned ones included. */
const MOST = 30_000

interface Row {
  readonly program: Program
  readonly locks?: boolean
  /** Known numbers of traces within 0, 1, 2, … preemptions. */
  readonly within?: readonly number[]
  /** Known number of all traces. */
  readonly all: number
}

const rows: readonly Row[] = [
  { program: inc(2), within: [2, 4], all: 4 },
  { program: inc(3), within: [6, 24, 36], all: 36 },
  { program: inc(4), within: [24, 168, 432, 576], all: 576 },
  { program: cinc(2), within: [2, 6, 8], all: 8 },
  { program: cinc(4), within: [24, 312, 1704, 5160, 9792], all: 13_824 },
  { program: fibBench(3), within: [6, 53, 286, 776, 1373], all: 1698 },
  { program: fibBench(4), within: [6, 73, 570, 2298, 6482], all: 19_605 },
  { program: nWriters(4), all: 720 },
  { program: readers(8), all: 256 },
  { program: lastZero(5), all: 64 },
  { program: indexer(12), all: 8 },
  { program: sigma(4), all: 105 },
  { program: filesystem(14), locks: true, all: 2 },
  { program: account(5), locks: true, all: 120 },
  { program: philosophers(3, 2), locks: true, within: [6, 24, 60, 90], all: 90 },
  { program: philosophers(4, 2), locks: true, within: [14, 78, 264, 556], all: 786 },
]

interface Found {
  readonly executions: number
  readonly blocked: number
  /** Executions and abandoned ones. */
  readonly runs: number
  readonly excluded: number
  readonly traces: number
  readonly finished: boolean
  readonly seconds: number
}

function search(program: Program, reduction: ReductionName, preemption: number | null): Found {
  const optimise = { trans: true, alt: true, release: preemption === null, bound: true, sleep: true, cache: true }
  const bounds = preemption === null ? {} : { preemption }
  const explorer = new Explorer(new Execution(program), { reduction, bounds, optimise, maxDepth: 10_000, count: true }, () => false)
  const { counters } = explorer
  const start = process.cpuUsage()
  while (!explorer.finished && counters.executions + counters.blocked < MOST) explorer.explore()
  const { user, system } = process.cpuUsage(start)
  const { executions, blocked, excluded, traces } = counters
  return { executions, blocked, runs: executions + blocked, excluded, traces: traces!.size, finished: explorer.finished, seconds: (user + system) / 1e6 }
}

const broken: string[] = []
function claim(holds: boolean, text: string): void {
  if (!holds) broken.push(text)
}

function measure(row: Row): string[][] {
  const { program } = row
  const unbounded = search(program, 'optimal', null)
  claim(unbounded.traces === row.all && unbounded.runs === row.all, `${program.name}: ${unbounded.traces} traces in ${unbounded.runs} executions, not ${row.all}`)
  return BOUNDS.map((k) => {
    const optimal = search(program, 'optimal', k)
    const bpor = search(program, 'dpor', k)
    const unreduced = search(program, 'none', k)
    check(row, k, optimal, bpor, unreduced)
    return cells(row, k, optimal, bpor, unreduced)
  })
}

function check(row: Row, k: number, optimal: Found, bpor: Found, unreduced: Found): void {
  const say = `${row.program.name} within ${k} preemptions`
  const expected = row.within?.[k] ?? (row.within === undefined || k < row.within.length || row.within.at(-1) !== row.all ? null : row.all)
  claim(optimal.finished, `${say}: not finished after ${MOST} executions`)
  claim(expected === null || optimal.traces === expected, `${say}: ${optimal.traces} traces, not ${expected}`)
  claim(!bpor.finished || bpor.traces === optimal.traces, `${say}: ${optimal.traces} traces, and ${bpor.traces} by BPOR`)
  claim(!unreduced.finished || unreduced.traces === optimal.traces, `${say}: ${optimal.traces} of ${unreduced.traces} traces`)
  claim(optimal.executions === optimal.traces, `${say}: ${optimal.executions} executions for ${optimal.traces} traces`)
  claim(optimal.runs <= row.all, `${say}: ${optimal.runs} executions with abandoned ones, and ${row.all} without a bound`)
}

function cells(row: Row, k: number, optimal: Found, bpor: Found, unreduced: Found): string[] {
  const counts = ({ executions, blocked, finished }: Found): string => `${finished ? '' : '>'}${number(executions)} + ${number(blocked)}`
  return [
    `${row.program.name}${row.locks === true ? ' (locks)' : ''}`, String(k), number(optimal.traces), counts(optimal), (optimal.runs / optimal.traces).toFixed(2), optimal.seconds.toFixed(2),
    counts(bpor), (bpor.runs / bpor.traces).toFixed(2), bpor.seconds.toFixed(2), `${unreduced.finished ? '' : '>'}${number(unreduced.executions)}`,
    optimal.excluded === 0 ? 'nothing' : number(optimal.excluded), number(row.all),
  ]
}

export const bounds: Bench = {
  name: 'Preemption bounds: executions + abandoned ones, with the optimal reduction and with BPOR',
  run: () => {
    broken.length = 0
    const header = ['program', 'bound', 'traces', 'optimal', 'per trace', 's', 'BPOR', 'per trace', 's', 'unreduced', 'excluded', 'unbounded']
    console.log(table(header, rows.flatMap(measure)))
    console.log(`
Claims: the traces are those that are known, and the same with each reduction; the optimal reduction executes each once, and with the
executions that it abandons runs no more than without a bound. Seconds are of processor time.`)
    return [...broken]
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([bounds])
