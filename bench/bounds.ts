/**
 * What partial-order reduction saves under preemption bounds, on programs whose numbers of traces are known: executions
 * with reduction and without, for bounds 0 to 4, beside the unbounded search.
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
  readonly excluded: number
  readonly traces: number
  readonly finished: boolean
}

function search(program: Program, reduction: ReductionName, preemption: number | null): Found {
  const optimise = { trans: true, alt: true, release: preemption === null, bound: true, sleep: true, cache: true }
  const bounds = preemption === null ? {} : { preemption }
  const explorer = new Explorer(new Execution(program), { reduction, bounds, optimise, maxDepth: 10_000, count: true }, () => false)
  const { counters } = explorer
  while (!explorer.finished && counters.executions + counters.blocked < MOST) explorer.explore()
  const { executions, blocked, excluded, traces } = counters
  return { executions, blocked, excluded, traces: traces!.size, finished: explorer.finished }
}

const broken: string[] = []
function claim(holds: boolean, text: string): void {
  if (!holds) broken.push(text)
}

function measure(row: Row): string[][] {
  const { program } = row
  const unbounded = search(program, 'dpor', null)
  claim(unbounded.traces === row.all, `${program.name}: ${unbounded.traces} traces, not ${row.all}`)
  let reducedSum = 0
  let unreducedSum = 0
  let redundant = 0
  const lines = BOUNDS.map((k) => {
    const reduced = search(program, 'dpor', k)
    const unreduced = search(program, 'none', k)
    reducedSum += reduced.executions
    unreducedSum += unreduced.executions
    redundant += unreduced.executions - unreduced.traces
    check(row, k, reduced, unreduced, unbounded)
    return cells(row, k, reduced, unreduced, unbounded)
  })
  // Where all operations are dependent, every execution is a trace of its own, and there is nothing to save.
  const several = program.threads.length > 2 || program.tasks.size > 0
  claim(!several || redundant === 0 || reducedSum < unreducedSum, `${program.name}: with reduction ${reducedSum} executions over all bounds, without ${unreducedSum}`)
  return lines
}

function check(row: Row, k: number, reduced: Found, unreduced: Found, unbounded: Found): void {
  const say = `${row.program.name} within ${k} preemptions`
  const expected = row.within?.[k] ?? (row.within === undefined || k < row.within.length || row.within.at(-1) !== row.all ? null : row.all)
  claim(k > 1 || reduced.finished, `${say}: not finished after ${MOST} executions`)
  claim(expected === null || !reduced.finished || reduced.traces === expected, `${say}: ${reduced.traces} traces, not ${expected}`)
  claim(!unreduced.finished || !reduced.finished || reduced.traces === unreduced.traces, `${say}: ${reduced.traces} of ${unreduced.traces} traces`)
  claim(reduced.executions <= unreduced.executions, `${say}: ${reduced.executions} executions with reduction, ${unreduced.executions} without`)
  const most = row.locks === true ? 2.5 : 1.5
  claim(k > 1 || reduced.executions <= most * reduced.traces, `${say}: ${(reduced.executions / reduced.traces).toFixed(2)} executions per trace, more than ${most}`)
  claim(reduced.excluded > 0 || reduced.executions <= unbounded.executions, `${say}: nothing was excluded, but ${reduced.executions} executions against ${unbounded.executions} unbounded`)
}

function cells(row: Row, k: number, reduced: Found, unreduced: Found, unbounded: Found): string[] {
  const more = unreduced.finished ? '' : '>'
  const atLeast = reduced.finished ? '' : '>'
  const saves = !reduced.finished && !unreduced.finished ? '?' : `${more}${(unreduced.executions / reduced.executions).toFixed(1)}x`
  return [
    `${row.program.name}${row.locks === true ? ' (locks)' : ''}`, String(k), atLeast + number(reduced.traces), atLeast + number(reduced.executions), atLeast + number(reduced.blocked),
    (reduced.executions / reduced.traces).toFixed(2), more + number(unreduced.executions), saves,
    reduced.excluded === 0 ? 'nothing' : number(reduced.excluded), `${number(unbounded.executions)} + ${number(unbounded.blocked)}`,
  ]
}

export const bounds: Bench = {
  name: 'Preemption bounds: executions with reduction (BPOR) and without',
  run: () => {
    broken.length = 0
    const header = ['program', 'bound', 'traces', 'executions', 'abandoned', 'per trace', 'unreduced', 'saves', 'excluded', 'unbounded DPOR']
    console.log(table(header, rows.flatMap(measure)))
    console.log(`
Claims: the traces are those that are known; at most 1.5 executions per trace at bounds 0 and 1, 2.5 with locks; never more
executions than without reduction, and with more than two threads fewer, unless no two executions are equivalent; where the bound excluded nothing, no more
executions than the unbounded search.`)
    return [...broken]
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([bounds])
