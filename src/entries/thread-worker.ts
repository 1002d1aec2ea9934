/** What a worker of a pool begins with. */
import { workerData } from 'node:worker_threads'
import * as heddle from '../index.ts'
import { type EnforceData, enforcedDriving } from '../irs/enforcement/driver.ts'
import type { WorkerData } from '../real/protocol/messages.ts'
import { type PlainData, plainDriving } from '../real/thread/plain-driving.ts'
import { serveWorker } from '../real/thread/serve-worker.ts'

const isEnforced = (data: WorkerData<EnforceData | PlainData>): data is WorkerData<EnforceData> =>
  data.driver.kind === 'enforced'

const data = workerData as WorkerData<EnforceData | PlainData>
await (isEnforced(data)
  ? serveWorker(data, enforcedDriving, heddle)
  : serveWorker(data as WorkerData<PlainData>, plainDriving, heddle))
