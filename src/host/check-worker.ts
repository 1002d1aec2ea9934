/**
 * The worker in which a file is checked or replayed. It takes longer to load than the command line, which therefore
 * starts it first and says later what it is for (`docs/decisions/startup.md`).
 */
import { Worker } from 'node:worker_threads'
import { entryUrl } from '../base/own-code.ts'
import { measured } from './coverage/measured-coverage.ts'
import type { WorkerRequest } from './protocol.ts'

let early: Worker | null = null

/** Whether it is needed turns out later; it does not keep the process alive. */
export function startEarly(): void {
  early = started()
  early.unref()
}

export function checkWorker(request: WorkerRequest): Worker {
  const worker = early ?? started()
  early = null
  worker.ref()
  worker.postMessage(request)
  return worker
}

const started = (): Worker =>
  measured(
    () =>
      new Worker(entryUrl('check-worker'), {
        stdout: true,
        stderr: true,
        argv: [],
        execArgv: [], // the flags of this process (--import, --test, …) are not meant for the program
      }),
  )
