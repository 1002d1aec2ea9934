/**
 * What a controlled execution costs, against bare generators that are resumed in the same order and do the same work.
 */
import { pathToFileURL } from 'node:url'
import { Execution } from '../src/execution/execution.ts'
import type { Mem } from '../src/program/memory/mem.ts'
import { ops } from '../src/program/operations/ops.ts'
import { program } from '../src/program/program.ts'
import { noOptimisations } from '../src/search/optimisations.ts'
import { Explorer, type OnExecution } from '../src/search/explorer.ts'
import { type Bench, main, median, table } from './bench.ts'

const THREADS = 3
const PER_ROUND = 2000
const ROUNDS = 60
const WARM_UP = 10

/** Every thread reads, adds and writes in an array that all share, and reads once more: five operations. */
const subject = program({
  name: 'three threads of five operations',
  shared: (mem: Mem) => ({ a: mem.int32('a', THREADS + 1) }),
  threads: Array.from(
    { length: THREADS },
    (_, t) =>
      function* (s: { a: Int32Array }) {
        const own = yield* ops.read(s.a, t)
        yield* ops.write(s.a, t, own + 1)
        const common = yield* ops.read(s.a, THREADS)
        yield* ops.write(s.a, THREADS, common + 1)
        return yield* ops.read(s.a, t)
      },
  ),
})

function* bare(a: Int32Array, t: number): Generator<undefined, number, undefined> {
  yield
  const own = a[t]!
  yield
  a[t] = own + 1
  yield
  const common = a[THREADS]!
  yield
  a[THREADS] = common + 1
  yield
  return a[t]!
}

function newExplorer(count: boolean, onExecution: OnExecution = () => false): Explorer {
  return new Explorer(
    new Execution(subject),
    { reduction: 'none', bounds: {}, optimise: noOptimisations, maxDepth: 10_000, count },
    onExecution,
  )
}

/** Runs the same executions beforehand, for their schedules. */
class Schedules {
  private schedules: Uint8Array[] = []
  private readonly explorer = newExplorer(false, (depth) => {
    this.schedules.push(Uint8Array.from(this.explorer.log.thread.subarray(0, depth)))
    return false
  })

  next(): Uint8Array[] {
    this.schedules = []
    for (let i = 0; i < PER_ROUND; i++) this.explorer.explore()
    return this.schedules
  }
}

const sharedArray = new Int32Array(new SharedArrayBuffer(4 * (THREADS + 1)))
const generators: Generator<undefined, number, undefined>[] = []

function runBare(schedule: Uint8Array): void {
  sharedArray.fill(0)
  for (let t = 0; t < THREADS; t++) {
    generators[t] = bare(sharedArray, t)
    generators[t]!.next()
  }
  for (let i = 0; i < schedule.length; i++) generators[schedule[i]!]!.next()
}

/** Processor time in µs: what else the machine does must not count. */
function timed(action: () => void): number {
  const start = process.cpuUsage()
  action()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/** Time per execution in µs for both arms, alternating, and the ratio round by round. */
function compare(count: boolean): { explored: number; bare: number; ratio: number } {
  const explorer = newExplorer(count)
  const schedules = new Schedules()
  const explored: number[] = []
  const bareTimes: number[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const same = schedules.next()
    const explore = (): void => {
      for (let i = 0; i < PER_ROUND; i++) explorer.explore()
    }
    const resume = (): void => {
      for (let i = 0; i < PER_ROUND; i++) runBare(same[i]!)
    }
    // Each arm is first in every other round.
    const first = timed(round % 2 === 0 ? explore : resume)
    const second = timed(round % 2 === 0 ? resume : explore)
    if (round < WARM_UP) continue
    explored.push((round % 2 === 0 ? first : second) / PER_ROUND)
    bareTimes.push((round % 2 === 0 ? second : first) / PER_ROUND)
  }
  return {
    explored: median(explored),
    bare: median(bareTimes),
    ratio: median(explored.map((time, i) => time / bareTimes[i]!)),
  }
}

const MOST = 5

export const engine: Bench = {
  name: 'Engine: 3 generator threads of 5 operations, explored and bare',
  run: () => {
    const plain = compare(false)
    const counting = compare(true)
    const row = (name: string, { explored, bare, ratio }: typeof plain): string[] => [
      name,
      explored.toFixed(2),
      bare.toFixed(2),
      `${ratio.toFixed(2)}x`,
    ]
    console.log(
      table(
        ['', 'explored, µs', 'bare, µs', 'ratio'],
        [row('executions only', plain), row('counting traces and local states', counting)],
      ),
    )
    console.log(
      `\nClaim: exploring costs at most ${MOST} times what the bare generators cost (executions only; median over ${ROUNDS} alternating rounds).`,
    )
    return plain.ratio <= MOST
      ? []
      : [`exploring costs ${plain.ratio.toFixed(2)} times the bare generators, more than ${MOST}`]
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([engine])
