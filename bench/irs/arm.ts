import { entryUrl } from '../../src/base/own-code.ts'
import { loadProgram } from '../../src/frontends/load-program.ts'
import { Enforcement, type EnforcementOptions } from '../../src/irs/enforcement/director.ts'
import { SetReader } from '../../src/irs/set/set-file.ts'
import { Pool } from '../../src/real/pool/pool.ts'
import { InTurnDirector, PlainDirector } from '../../src/real/run/plain-director.ts'
import { RealRun } from '../../src/real/run/real-run.ts'
import { ownWorkers } from '../../src/real/pool/worker-source.ts'
import { SharedObject } from '../../src/real/thread/shared-object.ts'

/** One way to run a program, with its own warm workers, ready to run at any time: arms take turns, run by run. */
export class Arm {
  readonly name: string
  readonly times: number[] = []
  readonly enforcement: Enforcement | null
  private readonly run: RealRun
  private readonly pool: Pool

  private constructor(name: string, run: RealRun, pool: Pool, enforcement: Enforcement | null) {
    this.name = name
    this.run = run
    this.pool = pool
    this.enforcement = enforcement
  }

  /** `inTurn`: on as few workers as gates let run, for a plain run. */
  static async create(name: string, file: string, options: EnforcementOptions | null, inTurn = false): Promise<Arm> {
    const program = await loadProgram(file)
    const shared = new SharedObject(program, null)
    const enforcement =
      options === null
        ? null
        : new Enforcement({ file, program, layout: shared.layout, memory: {} }, new SetReader(options.set), {
            warm: true,
            ...options,
          })
    const director = enforcement ?? (inTurn ? new InTurnDirector(program.threads.length) : new PlainDirector())
    const source = ownWorkers(entryUrl('thread-worker'))
    const pool = await Pool.create(file, program, shared, 0, () => director.dataForWorker(), source)
    const run = new RealRun(program, shared, pool, 10_000, async () => false, director)
    return new Arm(name, run, pool, enforcement)
  }

  async once(): Promise<void> {
    const end = await this.run.once()
    if (end.type !== 'completed') throw new Error(`${this.name}: ${JSON.stringify(end)}`)
    this.times.push(end.microseconds)
  }

  async dispose(): Promise<void> {
    await this.pool.dispose()
    this.enforcement?.dispose()
  }
}
