/** The side of an application that lends its workers: it hands leases on to them, and tells when one is gone. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { usageError } from '../../base/errors.ts'
import type { FromLender, ToLender } from './lent-workers.ts'
import type { LendingData } from '../protocol/messages.ts'
import { describe } from './worker-source.ts'

export class Lender {
  readonly data: LendingData
  private readonly pool: readonly Worker[]
  private readonly port: MessagePort
  private readonly watches: (() => void)[] = []

  constructor(pool: readonly Worker[]) {
    checkPool(pool)
    const { port1, port2 } = new MessageChannel()
    for (const worker of pool) lent.add(worker)
    this.pool = pool
    this.port = port1
    this.data = { workers: pool.length, port: port2 }
    port1.on('message', (message: ToLender) => this.lend(message))
    port1.unref()
    pool.forEach((worker, index) => this.watch(worker, index))
  }

  private lend({ index, lease }: ToLender): void {
    const worker = this.pool[index]!
    if (worker.threadId < 0) return this.tell(index, 'it has ended')
    const { data } = lease
    worker.postMessage(lease, [lease.answers, data.port, ...data.driver.ports])
  }

  private watch(worker: Worker, index: number): void {
    const failed = (error: unknown): void => this.tell(index, `its worker broke: ${describe(error)}`)
    const exited = (code: number): void => this.tell(index, `its worker ended with code ${code}`)
    worker.on('error', failed)
    worker.on('exit', exited)
    this.watches.push(() => {
      worker.off('error', failed)
      worker.off('exit', exited)
    })
  }

  private tell(index: number, gone: string): void {
    this.port.postMessage({ index, gone } satisfies FromLender)
  }

  dispose(): void {
    for (const end of this.watches) end()
    for (const worker of this.pool) lent.delete(worker)
    this.port.close()
  }
}

function checkPool(pool: readonly Worker[]): void {
  if (!Array.isArray(pool) || !pool.every((worker) => worker instanceof Worker))
    throw usageError('`pool` must be an array of workers of node:worker_threads')
  if (new Set(pool).size < pool.length) throw usageError('`pool` has a worker twice')
  if (pool.some((worker) => lent.has(worker))) throw usageError('`pool` has a worker that is lent already')
}
const lent = new WeakSet<Worker>()
