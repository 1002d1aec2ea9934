import { loadavg } from 'node:os'
import { join } from 'node:path'
import { verifyFile } from '../../src/host/irs/verify-file.ts'
import type { OrderName } from '../../src/irs/order-data.ts'
import { Arm } from './arm.ts'
import { median, overhead, type Overhead } from './statistics.ts'
import { atomicFileOf, fileOf, type Subject } from './subjects.ts'

/**
 * Runs before times are kept. While the engine compiles, in each worker for itself, that takes more time than the
 * program: plain runs of Last Zero get four
 * times faster until it is done.
 */
const WARM_UP = 1500
const BUDGET_MS = 600_000

interface MadeSet {
  readonly file: string
  readonly traces: number
  readonly seconds: number
  readonly whole: boolean
  readonly bytes: number
}

/** One way to run under a set, with what came out. */
export interface Line {
  readonly how: string
  readonly set: MadeSet
  readonly microseconds: number
  readonly overPlain: Overhead
  readonly overAtomics: Overhead
  /** Over the program as it is, on as few workers as gates let run. */
  readonly overFew: Overhead
}

export interface Row {
  readonly lines: readonly Line[]
  readonly plain: number
  readonly atomics: number
  readonly few: number
  /** Processes that wanted to run meanwhile. */
  readonly load: number
}

/** Measures all ways to run under so many traces, taking turns run by run with the program as it is. */
export async function measureRow(
  subject: Subject,
  traces: number,
  folder: string,
  runs: number,
  withScheduler: boolean,
): Promise<Row> {
  const file = fileOf(subject)
  const sets = new Map<OrderName, MadeSet>()
  const orders: readonly OrderName[] = traces === Infinity ? ['relaxing'] : ['relaxing', 'depth-first']
  for (const order of orders)
    sets.set(order, await makeSet(file, join(folder, `${subject.name}-${traces}-${order}`), traces, order))
  const ways = orders.map((order) => ({ how: order as string, set: sets.get(order)!, options: {} }))
  if (withScheduler)
    ways.push({ how: 'relaxing, scheduler thread', set: sets.get('relaxing')!, options: { scheduler: 'thread' } })
  const plain = await Arm.create('plain', file, null)
  const atomics = await Arm.create('atomics', atomicFileOf(subject), null)
  const few = await Arm.create('few workers', file, null, true)
  const arms: Arm[] = []
  for (const { how, set, options } of ways) arms.push(await Arm.create(how, file, { set: set.file, ...options }))
  const all = [plain, atomics, few, ...arms]
  for (let round = 0; round < WARM_UP + runs; round++) for (const arm of all) await arm.once()
  for (const arm of all) arm.times.splice(0, WARM_UP)
  for (const arm of all) await arm.dispose()
  const lines = ways.map(({ how, set }, i): Line => {
    const { times } = arms[i]!
    return {
      how,
      set,
      microseconds: median(times),
      overPlain: overhead(times, plain.times),
      overAtomics: overhead(times, atomics.times),
      overFew: overhead(times, few.times),
    }
  })
  return {
    lines,
    plain: median(plain.times),
    atomics: median(atomics.times),
    few: median(few.times),
    load: loadavg()[0]!,
  }
}

/** A set of so many traces, made anew, with the time that took. */
async function makeSet(file: string, set: string, traces: number, order: OrderName): Promise<MadeSet> {
  const result = await verifyFile(file, {
    out: set,
    budgetMs: BUDGET_MS,
    order,
    ...(traces === Infinity ? {} : { traces }),
  })
  if (result === null) throw new Error('the verification was stopped')
  const { seconds, whole, bytes } = result
  return { file: set, traces: result.traces, seconds, whole, bytes }
}
