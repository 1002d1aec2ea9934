/**
 * A whole check of plain code with default options beside GenMC on the same program, whole processes, in one run: of
 * both the least of some rounds, in turns, so that a busy machine distorts little. Where GenMC is comes from the
 * environment: GENMC=/path/to/genmc npm run bench:peers. `--only` chooses programs by name.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { plainSources } from '../anchors/plain-sources.ts'
import { type Bench, main, number, table } from '../bench.ts'
import { cSources } from './c-sources.ts'

const { values: asked } = parseArgs({
  options: { only: { type: 'string', default: '' }, rounds: { type: 'string', default: '3' } },
})

interface Row {
  readonly name: string
  readonly n: number
  readonly traces: number
  /** GenMC must take at least so many times as long; 0 where it is only shown, as starting takes most of the time. */
  readonly factor: number
  /** All threads do the same: GenMC also explores them up to who is who. */
  readonly alike?: true
}

const rows: readonly Row[] = [
  { name: 'inc', n: 6, traces: 518_400, factor: 1, alike: true },
  { name: 'inc', n: 7, traces: 25_401_600, factor: 20, alike: true },
  { name: 'account', n: 8, traces: 40_320, factor: 1 },
  { name: 'account', n: 10, traces: 3_628_800, factor: 20 },
  { name: 'cinc', n: 4, traces: 13_824, factor: 1, alike: true },
  { name: 'N-writers', n: 6, traces: 40_320, factor: 1 },
  { name: 'readers', n: 13, traces: 8192, factor: 0, alike: true },
  { name: 'fib_bench', n: 5, traces: 218_243, factor: 1 },
  { name: 'lastzero', n: 15, traces: 147_456, factor: 1 },
  { name: 'sigma', n: 7, traces: 135_135, factor: 1 },
  { name: 'indexer', n: 15, traces: 4096, factor: 0 },
  { name: 'indexer with mutexes', n: 15, traces: 4096, factor: 1 },
  { name: 'filesystem', n: 19, traces: 64, factor: 0 },
  { name: 'philosophers', n: 7, traces: 126, factor: 0 },
]

/** Beyond so many seconds one round must do. */
const LONG = 20

interface Timed {
  seconds: number
  readonly output: string
}

/** Seconds of the processor, in and for the command, and what it printed. */
function timed(command: string, args: readonly string[], cwd: string): Timed {
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

const heddle = fileURLToPath(new URL('../../bundle/cli/main.js', import.meta.url))

type Command = () => Timed

/** The least seconds of each command in rounds, in turns, and what it printed in the first. */
function inTurns(commands: readonly Command[]): Timed[] {
  const best = commands.map((command) => command())
  for (let round = 1; round < Number(asked.rounds); round++)
    for (const [i, command] of commands.entries())
      if (best[i]!.seconds < LONG) best[i]!.seconds = Math.min(best[i]!.seconds, command().seconds)
  return best
}

const executionsOf = (output: string): number =>
  Number(/Number of complete executions explored: (\d+)/.exec(output)?.[1])

function measure(genmc: string, { name, n, traces, factor, alike }: Row, broken: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-peers-'))
  try {
    writeFileSync(join(folder, 'program.c'), cSources[name]!(n))
    writeFileSync(join(folder, 'alike.c'), cSources[name]!(n, true))
    writeFileSync(join(folder, 'program.mjs'), plainSources[name]!(n, 1))
    const label = `${name}(${n})`
    const peerOn = (file: string) => () => timed(genmc, ['--sc', '--disable-estimation', file], folder)
    const [own, peer, symmetric] = inTurns([
      () => timed(process.execPath, [heddle, 'check', 'program.mjs', '--json'], folder),
      peerOn('program.c'),
      ...(alike === true ? [peerOn('alike.c')] : []),
    ]) as [Timed, Timed, Timed | undefined]
    const result = JSON.parse(own.output.slice(0, own.output.lastIndexOf('}') + 1)) as {
      outcome: string
      exhaustive: boolean
    }
    if (result.outcome !== 'verified' || !result.exhaustive) broken.push(`${label} is ${result.outcome}`)
    const executions = executionsOf(peer.output)
    if (executions !== traces) broken.push(`${label}: GenMC explores ${executions} executions, not ${traces}`)
    const ratio = peer.seconds / own.seconds
    if (ratio < factor) broken.push(`${label}: GenMC takes ${ratio.toFixed(1)} times as long, not ${factor}`)
    return [
      label,
      number(traces),
      own.seconds.toFixed(2),
      peer.seconds.toFixed(2),
      ratio.toFixed(1),
      factor === 0 ? '' : String(factor),
      symmetric === undefined ? '' : symmetric.seconds.toFixed(2),
    ]
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
    console.log(execFileSync(genmc, ['--version'], { encoding: 'utf8' }).trim().replaceAll(/\s+/g, ' '))
    const broken: string[] = []
    console.log(
      table(
        ['program', 'traces', 'Heddle s', 'GenMC s', 'times', 'at least', 'GenMC, alike s'],
        rows.filter(({ name }) => new RegExp(asked.only).test(name)).map((row) => measure(genmc, row, broken)),
      ),
    )
    console.log(
      '\nSeconds of the processor, whole processes. Heddle merges equal states and interchangeable threads; GenMC runs one execution per trace, and in the last column, where threads get no argument that tells them apart, one for all that differ in who is who.',
    )
    return broken
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([peers])
