/**
 * Orders that draw executions at random: how far the estimate of all traces is from their number, where that is known,
 * and how many executions they run in the time of a search.
 */
import { pathToFileURL } from 'node:url'
import { check, type Program } from '../src/index.ts'
import { sampledOrderNames } from '../src/search/orders/index.ts'
import { account, cinc, fibBench, inc, nWriters, readers } from '../test/programs/counters.ts'
import { type Bench, main, median, number, table } from './bench.ts'

const SEEDS = 5
const SHARES = [0.1, 1, 4]

const counted: readonly Program[] = [readers(10), nWriters(5), inc(4), cinc(3), account(6), fibBench(3)]

/** By order: the median over seeds of what is seen and estimated, as percentages of all. */
async function estimates(program: Program): Promise<string[][]> {
  const { traces } = await check(program, { reduction: 'optimal' })
  const rows: string[][] = []
  for (const share of SHARES) {
    const executions = Math.round(share * traces!)
    const cells: string[] = []
    for (const order of sampledOrderNames) {
      const seen: number[] = []
      const estimated: number[] = []
      for (let seed = 1; seed <= SEEDS; seed++) {
        const { sampling } = await check(program, { order, seed, maxExecutions: executions, budgetMs: Infinity })
        seen.push(sampling!.traces!.distinct / traces!)
        estimated.push(sampling!.traces!.estimated! / traces!)
      }
      cells.push(`${percent(median(seen))} ${percent(median(estimated))}`)
    }
    rows.push([program.name, number(traces!), number(executions), ...cells])
  }
  return rows
}

const percent = (share: number): string => `${Math.round(share * 100)}%`

export const estimate: Bench = {
  name: 'What a sample says about all traces',
  run: async () => {
    console.log(`Traces seen and estimated (Chao1), of all, median of ${SEEDS} seeds.\n`)
    const rows: string[][] = []
    for (const program of counted) rows.push(...(await estimates(program)))
    console.log(table(['program', 'traces', 'executions', ...sampledOrderNames], rows))
    return []
  },
}

const EXECUTIONS = 20_000
const ROUNDS = 3

/** Executions in a second of processor time. */
async function rate(program: Program, options: object): Promise<number> {
  const before = process.cpuUsage()
  const { executions } = await check(program, { ...options, maxExecutions: EXECUTIONS, budgetMs: Infinity })
  return executions / (process.cpuUsage(before).user / 1e6)
}

export const speed: Bench = {
  name: 'Executions of a sample in the time of one execution of the default search',
  run: async () => {
    console.log(`${number(EXECUTIONS)} executions each, alternating, median of ${ROUNDS} rounds.\n`)
    const rows: string[][] = []
    for (const program of [nWriters(10), inc(6), cinc(5), account(8), fibBench(6)]) {
      const searches = [{}, ...sampledOrderNames.map((order) => ({ order }))]
      const rates: number[][] = searches.map(() => [])
      for (let round = 0; round < ROUNDS; round++)
        for (const [i, options] of searches.entries()) rates[i]!.push(await rate(program, options))
      const [own, ...others] = rates.map(median)
      rows.push([program.name, ...others.map((one) => (one / own!).toFixed(2))])
    }
    console.log(table(['program', ...sampledOrderNames], rows))
    return []
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([estimate, speed])
