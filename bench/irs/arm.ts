import { loadProgram } from '../../src/frontends/load-program.ts'
import { Enforcement, type EnforcementOptions } from '../../src/irs/enforcement/director.ts'
import { SetReader } from '../../src/irs/set/set-file.ts'
import { Pool } from '../../src/real/pool/pool.ts'
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
    let enforcement: Enforcement | null = null
    if (options !== null) {
      const reader = new SetReader(options.set)
      enforcement = new Enforcement(program, shared.layout, reader, { warm: true, ...options })
    }
    const data = enforcement === null ? null : () => enforcement.dataForWorker()
    const pool = await Pool.create(file, program, shared, 0, data, ownWorkers, inTurn)
    const run = new RealRun(program, shared, pool, 10_000, async () => false, enforcement)
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
