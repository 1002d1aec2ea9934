/**
 * The programs whose numbers of traces are known, searched completely with the optimal reduction: each trace once,
 * nothing abandoned. Beside the speed, that of other tools on this kind of machine.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Bench, main, number, table } from '../bench.ts'
import type { Measured } from './measure.ts'

interface Row {
  readonly name: string
  readonly n: number
  readonly rounds?: number
  readonly traces: number
  /** Also as generator threads: the programs whose speed has a target, in executions per second. */
  readonly target?: number
  /** Executions per second of GenMC 0.11 and of Nidhugg's optimal search, on one core. */
  readonly genmc?: number
  readonly nidhugg?: number
}

const rows: readonly Row[] = [
  { name: 'readers', n: 13, traces: 8192 },
  { name: 'lastzero', n: 10, traces: 3328 },
  { name: 'lastzero', n: 15, traces: 147_456, target: 20_000, genmc: 15_900, nidhugg: 1600 },
  { name: 'indexer', n: 15, traces: 4096 },
  { name: 'indexer with mutexes', n: 15, traces: 4096, target: 3000, genmc: 268, nidhugg: 223 },
  { name: 'filesystem', n: 19, traces: 64 },
  { name: 'fib_bench', n: 4, traces: 19_605 },
  { name: 'fib_bench', n: 5, traces: 218_243, target: 100_000, genmc: 142_000, nidhugg: 10_000 },
  { name: 'inc', n: 6, traces: 518_400 },
  { name: 'N-writers', n: 6, traces: 40_320, target: 100_000, genmc: 95_000 },
  { name: 'cinc', n: 4, traces: 13_824 },
  { name: 'sigma', n: 7, traces: 135_135, target: 40_000, genmc: 37_000 },
  { name: 'account', n: 8, traces: 40_320, target: 30_000, genmc: 6100, nidhugg: 4700 },
  { name: 'philosophers', n: 7, traces: 126 },
  { name: 'philosophers', n: 4, rounds: 2, traces: 786 },
]

const script = fileURLToPath(new URL('measure.js', import.meta.url))

/** The fastest of three, as the machine may be busy with other things. */
function measure(form: string, { name, n, rounds }: Row): Measured {
  const runs = Array.from(
    { length: 3 },
    () =>
      JSON.parse(
        execFileSync(process.execPath, [script, form, name, String(n), String(rounds ?? 1)], { encoding: 'utf8' }),
      ) as Measured,
  )
  return runs.reduce((best, run) => (run.seconds < best.seconds ? run : best))
}

function line(form: 'plain code' | 'generators', row: Row, broken: string[]): string[] {
  const { executions, abandoned, transitions, seconds, processSeconds, megabytes } = measure(form, row)
  const label = `${row.name}(${row.n}${row.rounds === undefined ? '' : `, ${row.rounds} rounds`})`
  const speed = Math.round(executions / seconds)
  if (executions !== row.traces || abandoned > 0)
    broken.push(`${label}, ${form}: ${executions} executions and ${abandoned} abandoned for ${row.traces} traces`)
  if (form === 'generators' && row.target !== undefined && speed < row.target)
    broken.push(`${label}: ${number(speed)} executions per second, not ${number(row.target)}`)
  const optional = (value: number | undefined): string => (value === undefined ? '' : number(value))
  return [
    label,
    form,
    number(row.traces),
    number(executions),
    number(abandoned),
    number(transitions),
    seconds.toFixed(2),
    processSeconds.toFixed(2),
    number(speed),
    megabytes.toFixed(0),
    optional(form === 'generators' ? row.target : undefined),
    optional(row.genmc),
    optional(row.nidhugg),
  ]
}

export const anchors: Bench = {
  name: 'Known counts, with the optimal reduction',
  run: () => {
    const broken: string[] = []
    const header = [
      'program',
      'as',
      'known traces',
      'executions',
      'abandoned',
      'transitions',
      'seconds',
      'with compiler',
      'per second',
      'peak MB',
      'target',
      'GenMC',
      'Nidhugg',
    ]
    const lines = rows.flatMap((row) => [
      line('plain code', row, broken),
      ...(row.target === undefined ? [] : [line('generators', row, broken)]),
    ])
    console.log(table(header, lines))
    console.log(
      "\nClaims: exactly the known traces, each once, and nothing abandoned; with generator threads at least the target's speed. Seconds are of the searching thread's processor time, the best of three; with compiler: of the whole process.",
    )
    return broken
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([anchors])
