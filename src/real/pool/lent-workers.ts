/**
 * The coordinator's side of workers that an application has made: they are asked for, and go back when they are not
 * needed.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { programError } from '../../base/errors.ts'
import { version } from '../../base/version.ts'
import type { DriverData } from '../thread/thread-driver.ts'
import type { LendingData, WorkerData, WorkerLoaded } from '../protocol/messages.ts'
import { loadError, type StartedWorker, type WorkerSource } from './worker-source.ts'

/** What a lent worker gets. The brand tells it from the application's own messages. */
export interface Lease<D extends DriverData = DriverData> {
  readonly heddle: 'lease'
  readonly version: string
  readonly data: WorkerData<D>
  readonly answers: MessagePort
}

/** To the thread that made the workers, and back. */
export type ToLender = { readonly index: number; readonly lease: Lease }
export type FromLender = { readonly index: number; readonly gone: string }

/** From the worker itself. */
export type FromLent = WorkerLoaded | { readonly type: 'returned' }

/** A worker answers at once unless it is busy with something else. */
const ANSWER_MS = 30_000
/** A thread gives up at its next operation; one that has none keeps its worker. */
const RETURN_MS = 3000

export class LentWorkers implements WorkerSource {
  readonly lends = true
  private readonly port: MessagePort
  private readonly onGone = new Map<number, (how: string) => void>()

  constructor({ port }: LendingData) {
    this.port = port
    port.on('message', ({ index, gone }: FromLender) => this.onGone.get(index)?.(gone))
    port.unref()
  }

  start(data: WorkerData, ports: readonly MessagePort[], lost: (how: string) => void): StartedWorker {
    const { port1, port2 } = new MessageChannel()
    const lease: Lease = { heddle: 'lease', version: version(), data, answers: port2 }
    const index = data.worker
    const gone = new Promise<string>((resolve) => {
      this.onGone.set(index, (how) => {
        resolve(how)
        lost(how)
      })
    })
    const answers = new Answers(port1)
    this.port.postMessage({ index, lease } satisfies ToLender, [...ports, port2])
    return {
      loaded: answers.loaded(index, gone),
      end: () => answers.returned(gone),
    }
  }
}

/** What one lent worker says. */
class Answers {
  private readonly port: MessagePort
  private readonly ready: Promise<void>
  private readonly back: Promise<void>

  constructor(port: MessagePort) {
    this.port = port
    let back = (): void => undefined
    this.back = new Promise((resolve) => {
      back = resolve
    })
    this.ready = new Promise((resolve, reject) => {
      port.on('message', (message: FromLent) => {
        if (message.type === 'ready') resolve()
        else if (message.type === 'broken') {
          reject(loadError(message))
          back()
        } else back()
      })
    })
    this.ready.catch(() => undefined)
  }

  async loaded(index: number, gone: Promise<string>): Promise<void> {
    const failed = gone.then((how) => {
      throw programError(`worker ${index + 1} of the pool cannot be used: ${how}`)
    })
    failed.catch(() => undefined)
    await Promise.race([
      this.ready,
      failed,
      late(ANSWER_MS, () => {
        throw programError(
          `worker ${index + 1} of the pool does not answer: it must import 'heddle/worker', and not be busy`,
        )
      }),
    ])
  }

  async returned(gone: Promise<string>): Promise<void> {
    await Promise.race([this.back, gone, late(RETURN_MS, () => undefined)])
    this.port.close()
  }
}

function late(ms: number, action: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(action())
      } catch (error) {
        reject(error as Error)
      }
    }, ms).unref()
  })
}
