/** What a worker begins with whose threads are woken by the scheduler thread. */
import { workerData } from 'node:worker_threads'
import * as heddle from '../../../src/index.ts'
import { enforcedDriving, newEnforcedThread } from '../../../src/irs/enforcement/driver.ts'
import type { WorkerData } from '../../../src/real/protocol/messages.ts'
import { serveWorker } from '../../../src/real/thread/serve-worker.ts'
import type { CentralData } from './central-director.ts'
import { CentralWakeups } from './central-wakeups.ts'

const data = workerData as WorkerData<CentralData>
const requests = new Int32Array(data.driver.requests)

await serveWorker(
  data,
  {
    ...enforcedDriving,
    newDriver: (driver, worker) =>
      newEnforcedThread(driver, worker, (...parts) => new CentralWakeups(requests, ...parts)),
  },
  heddle,
)
