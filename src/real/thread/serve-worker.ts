import { parentPort } from 'node:worker_threads'
import { HeddleError, programError } from '../../base/errors.ts'
import { loadProgram } from '../../frontends/load-program.ts'
import { withGivenInput } from '../../program/inputs/bind-input.ts'
import type { WorkerData, WorkerLoaded } from '../protocol/messages.ts'
import { describeThrown } from '../protocol/thrown.ts'
import { printToStandardError } from './output.ts'
import type { DriverData, Driving } from './thread-driver.ts'
import { ThreadWorker } from './thread-worker.ts'
import { installCountedWaits } from './async-waits.ts'
import { installMarkedWait } from './wait-marks.ts'

/**
 * What a worker of a pool of our own does: it runs one thread at a time, for real. Its event loop turns only until the
 * program is loaded.
 */
export async function serveWorker<D extends DriverData>(
  data: WorkerData<D>,
  driving: Driving<D>,
  heddle: object,
): Promise<void> {
  installMarkedWait()
  installCountedWaits()
  printToStandardError()
  let worker: ThreadWorker
  try {
    driving.prepareRealm(data.driver, data.file, heddle)
    const program = withGivenInput(await loadProgram(data.file), data.input)
    worker = new ThreadWorker(program, data, (driven) => driving.newDriver(data.driver, driven))
  } catch (thrown) {
    const error =
      driving.explainRefusal(data.driver, data.file) ??
      (thrown instanceof HeddleError ? thrown : programError(String(thrown)))
    parentPort!.postMessage({ type: 'broken', thrown: describeThrown(error) } satisfies WorkerLoaded)
    return
  }
  parentPort!.postMessage({ type: 'ready' } satisfies WorkerLoaded)
  // Not at once: a rejection that nobody handled is reported by the event loop.
  setImmediate(() => worker.serve(() => undefined))
}
