/**
 * A worker of a pool of our own: it runs one thread at a time, for real. Its event loop turns only until the program is
 * loaded.
 */
import '../thread/wait-marks.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { HeddleError, programError, usageError } from '../../base/errors.ts'
import { installDeterminism } from '../../execution/determinism/determinism.ts'
import { programSources, verifiedFiles } from '../../frontends/loader/program-sources.ts'
import { registerLoader } from '../../frontends/loader/register-loader.ts'
import { installGatedBuiltins } from '../../frontends/plain/runtime/gated/gated-builtins.ts'
import { loadProgram } from '../../frontends/load-program.ts'
import { leaveViewsUnmarked } from '../../program/memory/shared-tag.ts'
import type { WorkerData, WorkerLoaded } from '../protocol/messages.ts'
import { printToStandardError } from '../thread/output.ts'
import { ThreadWorker } from '../thread/thread-worker.ts'
import { describeThrown } from '../protocol/thrown.ts'

const data = workerData as WorkerData

async function main(): Promise<void> {
  printToStandardError()
  let worker: ThreadWorker
  try {
    registerLoader(
      data.enforce === null
        ? { mode: 'strip' }
        : { mode: 'enforce', verified: verifiedFiles(data.file, data.enforce.files) },
    )
    if (data.enforce === null) leaveViewsUnmarked()
    else {
      installGatedBuiltins(data.enforce.free)
      installDeterminism()
    }
    worker = new ThreadWorker(await loadProgram(data.file), data)
  } catch (thrown) {
    const error = changed() ?? (thrown instanceof HeddleError ? thrown : programError(String(thrown)))
    parentPort!.postMessage({ type: 'broken', thrown: describeThrown(error) } satisfies WorkerLoaded)
    return
  }
  parentPort!.postMessage({ type: 'ready' } satisfies WorkerLoaded)
  // Not at once: a rejection that nobody handled is reported by the event loop.
  setImmediate(() => worker.serve(() => undefined))
}

/** The loader has refused a file: under a set nothing runs but what was verified, whenever the worker is made. */
function changed(): HeddleError | null {
  const what = data.enforce === null ? null : programSources(data.file).changedSince(data.enforce.files)
  return what === null
    ? null
    : usageError(
        `the program is not the one that was verified any more: ${what}. Run it anew under a set that was verified since`,
      )
}

await main()
