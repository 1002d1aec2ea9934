/** What a lent worker does: it loads the verified program, once, and runs its threads until it is sent back. */
import { dirname, resolve } from 'node:path'
import { HeddleError, programError, usageError } from '../errors.ts'
import { installDeterminism } from '../execution/determinism.ts'
import { loadProgram } from '../frontends/load-program.ts'
import { loadedFiles, registerLoader } from '../frontends/loader/register-loader.ts'
import { installGatedBuiltins } from '../frontends/plain/runtime/gated-builtins.ts'
import { sourcesOf } from '../host/program-identity.ts'
import { version } from '../host/version.ts'
import { setThreadControl } from '../program/controls.ts'
import type { Program } from '../program/program.ts'
import type { FromLent, Lease } from './lent-workers.ts'
import { ThreadWorker } from './thread-worker.ts'
import { describeThrown } from './thrown.ts'
import { stopMarkingWaits } from './wait-marks.ts'

interface Loaded {
  readonly program: Program
  /** Of its files as they were when it was loaded: a module is loaded once. */
  readonly sources: string
}

const programs = new Map<string, Loaded>()
let registered = false

export async function serveLease(lease: Lease): Promise<void> {
  const answer = (message: FromLent): void => lease.answers.postMessage(message)
  let worker: ThreadWorker
  try {
    if (lease.version !== version()) throw usageError(`a worker of the pool has heddle ${version()}, and the application ${lease.version}`)
    worker = new ThreadWorker(await programOf(lease), lease.data)
  } catch (thrown) {
    const error = thrown instanceof HeddleError ? thrown : programError(String(thrown))
    answer({ type: 'broken', thrown: describeThrown(error) })
    return
  }
  answer({ type: 'ready' })
  worker.serve()
  setThreadControl(null)
  stopMarkingWaits()
  answer({ type: 'returned' })
}

async function programOf(lease: Lease): Promise<Program> {
  const { file } = lease.data
  const root = dirname(resolve(file))
  if (!registered) {
    registered = true
    registerLoader({ mode: 'enforce' })
    installGatedBuiltins(false)
    installDeterminism()
  }
  let loaded = programs.get(file)
  if (loaded === undefined) {
    loaded = { program: await loadProgram(file), sources: sourcesOf(root, lease.files) }
    checkTransformed(root, lease.files)
    programs.set(file, loaded)
  }
  if (loaded.sources !== lease.sources) throw programError(`a file of program '${loaded.program.name}' has changed since a worker of the pool loaded it: make new workers`)
  return loaded.program
}

/** What the worker imported for itself is not the code that was verified, which passes gates. */
function checkTransformed(root: string, files: readonly string[]): void {
  const known = new Set(loadedFiles())
  const missed = files.find((file) => !known.has(resolve(root, file)))
  if (missed === undefined) return
  throw programError(`a worker of the pool has imported ${missed} before: a worker that runs a verified program must leave loading it to heddle`)
}
