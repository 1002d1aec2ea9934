/** What it costs to watch every event of a search for data races: the same search with and without, in turns. */
import { pathToFileURL } from 'node:url'
import { detectorFor, RaceList } from '../src/checking/races.ts'
import { Execution } from '../src/execution/execution.ts'
import type { Program } from '../src/program/program.ts'
import { Explorer } from '../src/search/explorer.ts'
import { account, cinc, fibBench, inc, nWriters, readers } from '../test/programs/counters.ts'
import { filesystem } from '../test/programs/filesystem.ts'
import { indexer } from '../test/programs/indexer.ts'
import { lastZero } from '../test/programs/last-zero.ts'
import { philosophers } from '../test/programs/philosophers.ts'
import { sigma } from '../test/programs/sigma.ts'
import { type Bench, main, median, number, table } from './bench.ts'

const programs: readonly Program[] = [
  lastZero(11),
  fibBench(4),
  inc(5),
  nWriters(6),
  cinc(4),
  sigma(6),
  readers(12),
  indexer(15),
  account(7),
  philosophers(5, 2),
  filesystem(18),
]
const ROUNDS = 9
/** In each round, a search is repeated until it has made so many transitions: the same ones, watched or not. */
const TRANSITIONS = 150_000
/** By how much watching may slow down a search, on the average over the programs. */
const MOST = 1.1

type Search = 'optimal' | 'preemption 2'

/** Processor time in seconds, and how many races were seen. */
function run(program: Program, search: Search, watched: boolean): { seconds: number; races: number } {
  const optimise = { trans: true, alt: true, release: search === 'optimal', bound: true, sleep: true, cache: true }
  const [reduction, bounds] = search === 'optimal' ? (['optimal', {}] as const) : (['dpor', { preemption: 2 }] as const)
  let transitions = 0
  let races = 0
  const start = process.cpuUsage()
  while (transitions < TRANSITIONS) {
    const execution = new Execution(program)
    const list = new RaceList(execution)
    const ended = (): boolean => {
      list.executionEnded(() => ({ threads: [], choices: [], fingerprints: [] }))
      return false
    }
    const detector = watched ? { races: detectorFor(execution, list) } : {}
    const options = { reduction, bounds, optimise, maxDepth: 10_000, count: true, ...detector }
    const explorer = new Explorer(execution, options, ended)
    while (!explorer.finished && transitions + explorer.counters.transitions < TRANSITIONS) explorer.explore()
    transitions += explorer.counters.transitions
    races = Math.max(races, list.size)
  }
  const { user, system } = process.cpuUsage(start)
  return { seconds: (user + system) / 1e6, races }
}

function measure(program: Program, search: Search): { cells: string[]; ratio: number } {
  const arms = [false, true].map((watched) => ({ watched, times: [] as number[], races: 0 }))
  for (let round = -1; round < ROUNDS; round++) {
    for (const arm of arms) {
      const { seconds, races } = run(program, search, arm.watched)
      if (round >= 0) arm.times.push(seconds) // before, code is compiled
      arm.races = races
    }
  }
  const [without, watched] = arms.map(({ times }) => times) as [number[], number[]]
  const ratio = median(watched.map((seconds, i) => seconds / without[i]!))
  const times = [without, watched].map((seconds) => median(seconds).toFixed(3))
  return { cells: [program.name, search, number(arms[1]!.races), ...times, ratio.toFixed(2)], ratio }
}

export const races: Bench = {
  name: `Watching for data races: processor time of ${number(TRANSITIONS)} transitions, median of ${ROUNDS} rounds`,
  run: () => {
    const searches: readonly Search[] = ['optimal', 'preemption 2']
    const rows = programs.flatMap((program) => searches.map((search) => measure(program, search)))
    console.log(
      table(
        ['program', 'search', 'races', 'without', 'watched', 'ratio'],
        rows.map(({ cells }) => cells),
      ),
    )
    const mean = Math.exp(rows.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / rows.length)
    console.log(`\nOn the average (geometric mean) ${mean.toFixed(3)} times as long. Claim: at most ${MOST}.`)
    return mean <= MOST ? [] : [`watching for races takes ${mean.toFixed(2)} times as long`]
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([races])
