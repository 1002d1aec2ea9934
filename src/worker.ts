/**
 * `import 'heddle/worker'` in a worker of an application lets `enforce` and `open` use it: it serves the application as
 * before, and
 * runs threads of a verified program while it is lent. Nothing of Heddle is loaded before that.
 */
import './real/thread/wait-marks.ts'
import { parentPort } from 'node:worker_threads'
import type { Lease } from './real/pool/lent-workers.ts'

const isLease = (message: unknown): message is Lease => (message as Partial<Lease> | null)?.heddle === 'lease'

parentPort?.on('message', (message: unknown) => {
  if (isLease(message)) void import('./real/pool/serve-lease.ts').then(({ serveLease }) => serveLease(message))
})
