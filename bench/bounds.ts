/**
 * What reduction saves under preemption bounds, on programs whose numbers of traces are known: executions of bounded
 * partial-order reduction, the sequences that it only repeats from memory, and those of the same search without memory,
 * for bounds 0 to 4, beside the search without reduction and the optimal one without a bound.
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
/** Searches are given up after so many sequences. */
const MOST = 100_000

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
  readonly repeated: number
  readonly traces: number
  readonly finished: boolean
  readonly seconds: number
}

function search(program: Program, reduction: ReductionName, preemption: number | null, cache = true): Found {
  const optimise = { trans: true, alt: true, release: preemption === null, bound: true, sleep: true, cache }
  const bounds = preemption === null ? {} : { preemption }
  const explorer = new Explorer(
    new Execution(program),
    { reduction, bounds, optimise, maxDepth: 10_000, count: true },
    () => false,
  )
  const { counters } = explorer
  const start = process.cpuUsage()
  for (let runs = 0; !explorer.finished && runs < MOST; runs++) explorer.explore()
  const { user, system } = process.cpuUsage(start)
  const { executions, blocked, repeated, traces } = counters
  return {
    executions,
    blocked,
    repeated,
    traces: traces!.size,
    finished: explorer.finished,
    seconds: (user + system) / 1e6,
  }
}

const broken: string[] = []
function claim(holds: boolean, text: string): void {
  if (!holds) broken.push(text)
}

function measure(row: Row): string[][] {
  const { program } = row
  search(program, 'optimal', null) // so that both find the code compiled
  search(program, 'dpor', 1)
  const unbounded = search(program, 'optimal', null)
  claim(
    unbounded.traces === row.all && unbounded.executions + unbounded.blocked + unbounded.repeated === row.all,
    `${program.name}: ${unbounded.traces} traces in ${unbounded.executions} executions, not ${row.all}`,
  )
  return BOUNDS.map((k) => {
    const bounded = search(program, 'dpor', k)
    const forgetful = search(program, 'dpor', k, false)
    const unreduced = search(program, 'none', k)
    check(row, k, bounded, [forgetful, unreduced])
    return cells(row, k, bounded, forgetful, unreduced, unbounded)
  })
}

function check(row: Row, k: number, { executions, blocked, traces, finished }: Found, others: readonly Found[]): void {
  const say = `${row.program.name} within ${k} preemptions`
  const expected =
    row.within?.[k] ??
    (row.within === undefined || k < row.within.length || row.within.at(-1) !== row.all ? null : row.all)
  claim(finished, `${say}: not finished after ${MOST} sequences`)
  claim(expected === null || traces === expected, `${say}: ${traces} traces, not ${expected}`)
  for (const other of others)
    claim(!other.finished || other.traces === traces, `${say}: ${traces} of ${other.traces} traces`)
  claim(
    executions === traces && blocked === 0,
    `${say}: ${executions} executions and ${blocked} abandoned ones for ${traces} traces`,
  )
}

function cells(row: Row, k: number, bounded: Found, forgetful: Found, unreduced: Found, unbounded: Found): string[] {
  const least = ({ finished }: Found): string => (finished ? '' : '>')
  return [
    `${row.program.name}${row.locks === true ? ' (locks)' : ''}`,
    String(k),
    number(bounded.traces),
    number(bounded.executions),
    number(bounded.blocked),
    `${least(bounded)}${number(bounded.repeated)}`,
    bounded.seconds.toFixed(3),
    `${least(forgetful)}${number(forgetful.executions)} + ${number(forgetful.blocked)}`,
    forgetful.seconds.toFixed(3),
    `${least(unreduced)}${number(unreduced.executions)}`,
    number(row.all),
    unbounded.seconds.toFixed(3),
  ]
}

export const bounds: Bench = {
  name: 'Preemption bounds: executions, abandoned ones, and sequences that are repeated from memory',
  run: () => {
    broken.length = 0
    const header = [
      'program',
      'bound',
      'traces',
      'executions',
      'abandoned',
      'repeated',
      's',
      'without memory',
      's',
      'unreduced',
      'unbounded',
      's',
    ]
    console.log(table(header, rows.flatMap(measure)))
    console.log(`
Claims: the traces are those that are known, and the same with each search; each is executed once, nothing is abandoned. Seconds are of
processor time; without memory each sequence runs the program.`)
    return [...broken]
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([bounds])
