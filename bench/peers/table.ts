/**
 * A whole check of plain code with default options beside GenMC on the same program, whole processes, in one run. Where
 * GenMC is comes from the environment: GENMC=/path/to/genmc npm run bench:peers
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { plainSources } from '../anchors/plain-sources.ts'
import { type Bench, main, number, table } from '../bench.ts'
import { cSources } from './c-sources.ts'

interface Row {
  readonly name: string
  readonly n: number
  readonly traces: number
  /** GenMC must take at least so many times as long. */
  readonly factor: number
}

const rows: readonly Row[] = [
  { name: 'inc', n: 6, traces: 518_400, factor: 1 },
  { name: 'inc', n: 7, traces: 25_401_600, factor: 20 },
  { name: 'account', n: 8, traces: 40_320, factor: 1 },
  { name: 'account', n: 10, traces: 3_628_800, factor: 20 },
  { name: 'cinc', n: 4, traces: 13_824, factor: 1 },
  { name: 'N-writers', n: 6, traces: 40_320, factor: 1 },
  { name: 'readers', n: 13, traces: 8192, factor: 1 },
  { name: 'fib_bench', n: 5, traces: 218_243, factor: 1 },
  { name: 'lastzero', n: 15, traces: 147_456, factor: 1 },
]

/** Seconds of the processor, in and for the command, and what it printed. */
function timed(command: string, args: readonly string[], cwd: string): { seconds: number; output: string } {
  const script = 'TIMEFORMAT="%U %S"; time "$@"'
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script, 'bash', command, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const times = /(\d+\.\d+) (\d+\.\d+)\s*$/.exec(stderr)
  if (status !== 0 || times === null) throw new Error(`${command} ended with ${status}: ${stdout}${stderr}`)
  return { seconds: Number(times[1]) + Number(times[2]), output: stdout + stderr }
}

const heddle = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

function measure(genmc: string, { name, n, traces, factor }: Row, broken: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-peers-'))
  try {
    writeFileSync(join(folder, 'program.c'), cSources[name]!(n))
    writeFileSync(join(folder, 'program.mjs'), plainSources[name]!(n, 1))
    const label = `${name}(${n})`
    const own = timed(process.execPath, [heddle, 'check', 'program.mjs', '--json'], folder)
    const result = JSON.parse(own.output.slice(0, own.output.lastIndexOf('}') + 1)) as {
      outcome: string
      exhaustive: boolean
    }
    if (result.outcome !== 'verified' || !result.exhaustive) broken.push(`${label} is ${result.outcome}`)
    const peer = timed(genmc, ['--sc', '--disable-estimation', 'program.c'], folder)
    const executions = Number(/Number of complete executions explored: (\d+)/.exec(peer.output)?.[1])
    if (executions !== traces) broken.push(`${label}: GenMC explores ${executions} executions, not ${traces}`)
    if (peer.seconds < factor * own.seconds)
      broken.push(`${label}: GenMC takes ${(peer.seconds / own.seconds).toFixed(1)} times as long, not ${factor}`)
    const ratio = peer.seconds / own.seconds
    return [label, number(traces), own.seconds.toFixed(2), peer.seconds.toFixed(2), ratio.toFixed(1), String(factor)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const peers: Bench = {
  name: 'A check with default options beside GenMC, whole processes',
  run: () => {
    const genmc = process.env['GENMC']
    if (genmc === undefined) {
      console.log('GENMC is not set: it is the path of the genmc program, built from its sources.')
      return []
    }
    console.log(execFileSync(genmc, ['--version'], { encoding: 'utf8' }).trim().split('\n')[0])
    const broken: string[] = []
    console.log(
      table(
        ['program', 'traces', 'Heddle s', 'GenMC s', 'times', 'at least'],
        rows.map((row) => measure(genmc, row, broken)),
      ),
    )
    return broken
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([peers])
