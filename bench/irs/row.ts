import { loadavg } from 'node:os'
import { join } from 'node:path'
import { verifyFile } from '../../src/host/irs/verify-file.ts'
import { Arm } from './arm.ts'
import { median, overhead, type Overhead } from './statistics.ts'
import { atomicFileOf, fileOf, type Subject } from './subjects.ts'

/**
 * Runs before times are kept. While the engine compiles, in each worker for itself, that takes more time than the
 * program: plain runs of Last Zero get four times faster until it is done.
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
  const set = await makeSet(file, join(folder, `${subject.name}-${traces}`), traces)
  const ways: { how: string; central: boolean }[] = [{ how: 'gates', central: false }]
  if (withScheduler) ways.push({ how: 'scheduler thread', central: true })
  const plain = await Arm.create('plain', file, 'plain')
  const atomics = await Arm.create('atomics', atomicFileOf(subject), 'plain')
  const few = await Arm.create('few workers', file, 'plain in turn')
  const arms: Arm[] = []
  for (const { how, central } of ways) arms.push(await Arm.create(how, file, { set: set.file, central }))
  const all = [plain, atomics, few, ...arms]
  for (let round = 0; round < WARM_UP + runs; round++) for (const arm of all) await arm.once()
  for (const arm of all) arm.times.splice(0, WARM_UP)
  for (const arm of all) await arm.dispose()
  const lines = ways.map(({ how }, i): Line => {
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
async function makeSet(file: string, set: string, traces: number): Promise<MadeSet> {
  const result = await verifyFile(file, {
    out: set,
    budgetMs: BUDGET_MS,
    ...(traces === Infinity ? {} : { traces }),
  })
  if (result === null) throw new Error('the verification was stopped')
  const { seconds, whole, bytes } = result
  return { file: set, traces: result.traces, seconds, whole, bytes }
}
