/**
 * Some random programs in a worker of their own. What the runtime knows of loaded files is kept as long as the thread
 * lives, as is right for a check, which loads a few; here they are tens of thousands.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Campaign, type Tally } from './campaign.ts'

interface Batch {
  readonly first: number
  readonly count: number
  readonly shown: number
  readonly verbose: boolean
}

type Message = { readonly said: string } | { readonly tally: Tally }

export function runBatch(batch: Batch, say: (text: string) => void): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: batch })
    worker.on('message', (message: Message) => ('said' in message ? say(message.said) : resolve(message.tally)))
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`a batch ended with code ${code} before its result`)))
  })
}

if (!isMainThread) {
  const { first, count, shown, verbose } = workerData as Batch
  const post = (message: Message): void => parentPort!.postMessage(message)
  const campaign = new Campaign({ shown, say: (said) => post({ said }) })
  for (let i = 0; i < count; i++) campaign.runRandom(first + i, verbose)
  post({ tally: campaign.tally })
}
