/** The programs that one file of the suite makes: their plain code is transformed and checked in a worker. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { CheckOptions } from '../../src/checking/checker.ts'
import type { Bug, CheckResult } from '../../src/results/check-result.ts'
import type { Variant } from './variant.ts'

/** A schedule: which thread, by its place among the declared ones, goes on for how many events. */
export type Runs = readonly (readonly [thread: number, events: number])[]

export type Request = { readonly variant: Variant } & (
  | { readonly kind: 'check'; readonly options: CheckOptions }
  | { readonly kind: 'run'; readonly runs: Runs }
)

export type Answer = { readonly result: CheckResult | Bug | null } | { readonly error: string }

/** The folder of the suite's sources, which are checked as they are written. */
export const sources = join(checkout(dirname(fileURLToPath(import.meta.url))), 'test/bugs')

function checkout(path: string): string {
  return existsSync(join(path, 'package.json')) ? path : checkout(dirname(path))
}

export class Subject {
  private readonly worker: Worker

  /** `file` is relative to the folder of the suite. */
  constructor(file: string) {
    const workerData = pathToFileURL(join(sources, file)).href
    this.worker = new Worker(new URL('./checking-worker.js', import.meta.url), { workerData, execArgv: [] })
  }

  async check(variant: Variant, options: CheckOptions): Promise<CheckResult> {
    return (await this.ask({ kind: 'check', variant, options })) as CheckResult
  }

  /** The bug that a schedule leads to; null when it leads to none. */
  async run(variant: Variant, runs: Runs): Promise<Bug | null> {
    return (await this.ask({ kind: 'run', variant, runs })) as Bug | null
  }

  private async ask(request: Request): Promise<CheckResult | Bug | null> {
    this.worker.postMessage(request)
    const [answer] = (await once(this.worker, 'message')) as [Answer]
    if ('error' in answer) throw new Error(answer.error)
    return answer.result
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }
}
