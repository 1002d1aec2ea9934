import { entryUrl } from '../../src/base/own-code.ts'
import { loadProgram } from '../../src/frontends/load-program.ts'
import { Enforcement, type EnforcementOptions } from '../../src/irs/enforcement/director.ts'
import { holdsFor } from '../../src/irs/set/regions.ts'
import { SetReader } from '../../src/irs/set/set-file.ts'
import { withInput } from '../../src/program/inputs/bind-input.ts'
import type { InputValues } from '../../src/program/inputs/input-values.ts'
import { Pool } from '../../src/real/pool/pool.ts'
import { InTurnDirector, PlainDirector } from '../../src/real/run/plain-director.ts'
import type { DirectedProgram, RunDirector } from '../../src/real/run/run-director.ts'
import { RealRun } from '../../src/real/run/real-run.ts'
import { ownWorkers } from '../../src/real/pool/worker-source.ts'
import { SharedObject } from '../../src/real/thread/shared-object.ts'
import { CentralDirector } from './central/central-director.ts'

/** The program as it is, on a worker for each thread or on as few as gates let run; or under a set. */
export type Way = 'plain' | 'plain in turn' | (EnforcementOptions & { readonly central?: boolean })

function directed(way: Way, program: DirectedProgram): { director: RunDirector; entry: URL } {
  const entry = entryUrl('thread-worker')
  if (way === 'plain') return { director: new PlainDirector(), entry }
  if (way === 'plain in turn') return { director: new InTurnDirector(program.program.threads.length), entry }
  const { central = false, ...options } = { warm: true, ...way }
  if (!central)
    return { director: new Enforcement(program, new SetReader(options.set, holdsFor(program.program)), options), entry }
  const director = new CentralDirector(program, options)
  return { director, entry: new URL('./central/thread-worker.js', import.meta.url) }
}

/** One way to run a program, with its own warm workers, ready to run at any time: arms take turns, run by run. */
export class Arm {
  readonly name: string
  readonly times: number[] = []
  readonly director: RunDirector
  private readonly run: RealRun
  private readonly pool: Pool

  private constructor(name: string, run: RealRun, pool: Pool, director: RunDirector) {
    this.name = name
    this.run = run
    this.pool = pool
    this.director = director
  }

  /** `input`: of a program that has inputs. */
  static async create(name: string, file: string, way: Way, input: InputValues = {}): Promise<Arm> {
    const program = withInput(await loadProgram(file), input)
    const shared = new SharedObject(program, null)
    const { director, entry } = directed(way, { file, program, layout: shared.layout, memory: {} })
    const pool = await Pool.create(file, program, shared, 0, () => director.dataForWorker(), ownWorkers(entry))
    const run = new RealRun(program, shared, pool, 10_000, async () => false, director)
    return new Arm(name, run, pool, director)
  }

  async once(): Promise<void> {
    const end = await this.run.once()
    if (end.type !== 'completed') throw new Error(`${this.name}: ${JSON.stringify(end)}`)
    this.times.push(end.microseconds)
  }

  async dispose(): Promise<void> {
    await this.pool.dispose()
    this.director.dispose()
  }
}
