import { Worker } from 'node:worker_threads'
import type { EnforceData } from '../../../src/irs/enforcement/driver.ts'
import { Enforcement, type EnforcementOptions, type StartPlan } from '../../../src/irs/enforcement/director.ts'
import { SetReader } from '../../../src/irs/set/set-file.ts'
import type { DirectedProgram } from '../../../src/real/run/run-director.ts'
import { RequestWord } from './central-wakeups.ts'
import type { SchedulerData } from './scheduler.ts'

export interface CentralData extends EnforceData {
  readonly requests: SharedArrayBuffer
}

/** Enforcement as the paper has it: a thread of its own decides when a thread that must wait may go on [IRS, IV]. */
export class CentralDirector extends Enforcement {
  private readonly requests = new SharedArrayBuffer(4 * RequestWord.words)
  private readonly scheduler: Worker

  constructor(directed: DirectedProgram, options: EnforcementOptions) {
    super(directed, new SetReader(options.set), { ...options, withoutWebAssembly: true })
    const { index } = super.dataForWorker()
    const workerData: SchedulerData = {
      state: this.state.buffer,
      sizes: this.state.sizes,
      index,
      requests: this.requests,
    }
    this.scheduler = new Worker(new URL('./scheduler.js', import.meta.url), { workerData })
    this.scheduler.unref()
  }

  override dataForWorker(): CentralData {
    return { ...super.dataForWorker(), requests: this.requests }
  }

  /** Threads come to their gates by themselves. */
  protected override makePlan(): StartPlan {
    return { first: this.program.threads.map((_, slot) => slot), waiting: [] }
  }

  override dispose(): void {
    void this.scheduler.terminate()
    super.dispose()
  }
}
