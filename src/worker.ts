/**
 * `import 'heddle/worker'` in a worker of an application lets `enforce` and `open` use it: it serves the application as
 * before, and runs threads of a verified program while it is lent. Nothing of Heddle is loaded before that.
 */
import { parentPort } from 'node:worker_threads'
import type { Lease } from './real/pool/lent-workers.ts'
import { installCountedWaits } from './real/thread/async-waits.ts'
import { installMarkedWait } from './real/thread/wait-marks.ts'

// The application may keep a reference to `Atomics.wait` as soon as it has imported this.
installMarkedWait()
installCountedWaits()

const isLease = (message: unknown): message is Lease => (message as Partial<Lease> | null)?.heddle === 'lease'

parentPort?.on('message', (message: unknown) => {
  if (isLease(message)) void import('./entries/lent-worker.ts').then(({ serve }) => serve(message))
})
