import { type MessagePort, Worker } from 'node:worker_threads'
import { programError } from '../../base/errors.ts'
import type { WorkerData, WorkerLoaded } from '../protocol/messages.ts'
import { heddleErrorFrom } from '../protocol/thrown.ts'

/** A worker that runs threads, whoever made it. */
export interface StartedWorker {
  /** Resolves when the program is loaded there. */
  readonly loaded: Promise<void>
  /** The worker is gone, or gives itself back when nobody needs it; `control` tells it to. */
  end(): Promise<void>
}

/** Where the workers of a pool come from. `lost` is called when one is there no more, although nobody ended it. */
export interface WorkerSource {
  start(data: WorkerData, ports: readonly MessagePort[], lost: (how: string) => void): StartedWorker
  /** Whether workers are to be sent back, instead of being terminated. */
  readonly lends: boolean
}

/** Makes workers with this entry module, and terminates them. */
export const ownWorkers = (entry: URL): WorkerSource => ({
  lends: false,
  start: (workerData, ports, lost) => {
    const worker = new Worker(entry, { workerData, transferList: [...ports] })
    let ended = false
    worker.on('error', (error) => lost(`its worker broke: ${describe(error)}`))
    worker.on('exit', (code) => {
      if (!ended) lost(`it ended its worker with process.exit(${code})`)
    })
    return {
      loaded: loaded(worker),
      end: async () => {
        ended = true
        await worker.terminate()
      },
    }
  },
})

function loaded(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: WorkerLoaded) => {
      if (message.type === 'ready') resolve()
      else reject(loadError(message))
    })
    worker.once('error', (error) => reject(programError(`the program failed while it was loaded: ${describe(error)}`)))
    worker.once('exit', (code) =>
      reject(programError(`the program ended its worker with process.exit(${code}) while it was loaded`)),
    )
  })
}

export function loadError({ thrown }: WorkerLoaded & { type: 'broken' }): Error {
  return thrown.error === null ? programError(thrown.message) : heddleErrorFrom(thrown)
}

export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
