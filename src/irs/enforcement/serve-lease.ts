/** What a lent worker does: it loads the verified program, once, and runs its threads until it is sent back. */
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { folderOf } from '../../base/program-address.ts'
import { HeddleError, programError, usageError } from '../../base/errors.ts'
import { installDeterminism, restartLoading } from '../../execution/determinism/determinism.ts'
import { loadProgram } from '../../frontends/load-program.ts'
import { type SourceFile, verifiedFiles } from '../../frontends/loader/program-sources.ts'
import { guardFiles, loadedFiles, registerLoader } from '../../frontends/loader/register-loader.ts'
import { installGatedBuiltins } from '../../frontends/plain/runtime/gated/gated-builtins.ts'
import { version } from '../../base/version.ts'
import { withGivenInput } from '../../program/inputs/bind-input.ts'
import type { Program } from '../../program/program.ts'
import type { FromLent, Lease } from '../../real/pool/lent-workers.ts'
import type { WorkerData } from '../../real/protocol/messages.ts'
import { ThreadWorker } from '../../real/thread/thread-worker.ts'
import { describeThrown } from '../../real/protocol/thrown.ts'
import { stopMarkingWaits } from '../../real/thread/wait-marks.ts'
import { type EnforceData, newEnforcedThread } from './driver.ts'

const programs = new Map<string, Program>()
/** By file that was loaded: the file of the program that it was loaded for. */
const loadedFor = new Map<string, string>()
let registered = false

export async function serveLease(lease: Lease<EnforceData>, heddle: object): Promise<void> {
  const answer = (message: FromLent): void => lease.answers.postMessage(message)
  let worker: ThreadWorker
  try {
    if (lease.version !== version())
      throw usageError(`a worker of the pool has heddle ${version()}, and the application ${lease.version}`)
    const { data } = lease
    const program = withGivenInput(await programOf(data, heddle), data.input)
    worker = new ThreadWorker(program, data, (driven) => newEnforcedThread(data.driver, driven))
  } catch (thrown) {
    const error = thrown instanceof HeddleError ? thrown : programError(String(thrown))
    answer({ type: 'broken', thrown: describeThrown(error) })
    return
  }
  answer({ type: 'ready' })
  await new Promise<void>((dismissed) => {
    worker.serve(dismissed)
  })
  stopMarkingWaits()
  answer({ type: 'returned' })
}

async function programOf({ file, driver: { files } }: WorkerData<EnforceData>, heddle: object): Promise<Program> {
  const root = folderOf(file)
  if (!registered) {
    registered = true
    registerLoader({ mode: 'enforce', heddle, lent: true })
    installGatedBuiltins(false, true)
    installDeterminism()
  }
  guardFiles(verifiedFiles(file, files))
  let program = programs.get(file)
  if (program === undefined) {
    checkUnshared(root, file, files)
    restartLoading()
    program = await loadProgram(file)
    checkTransformed(root, files)
    for (const { path } of files) loadedFor.set(resolve(root, path), file)
    programs.set(file, program)
  }
  checkUnchanged(root, program.name, files)
  return program
}

/**
 * What the worker imported for itself is not the code that was verified, which passes gates. What is loaded late may
 * not be there yet.
 */
function checkTransformed(root: string, files: readonly SourceFile[]): void {
  const known = loadedFiles()
  const { cache } = createRequire(import.meta.url)
  const missed = files.find(
    ({ path, late }) => !known.has(resolve(root, path)) && (late !== true || resolve(root, path) in cache),
  )
  if (missed === undefined) return
  throw programError(
    `a worker of the pool has imported ${missed.path} before: a worker that runs a verified program must leave loading it to heddle`,
  )
}

/** What a module keeps may be otherwise than it was verified after it was loaded, and used, for another program. */
function checkUnshared(root: string, file: string, files: readonly SourceFile[]): void {
  const shared = files.find(({ path }) => (loadedFor.get(resolve(root, path)) ?? file) !== file)
  if (shared === undefined) return
  throw programError(
    `a worker of the pool has loaded ${shared.path} for another program, ${loadedFor.get(resolve(root, shared.path))!}, and modules keep what is done with them: lend workers of its own to each of two programs that share files`,
  )
}

/** A module is loaded once, whatever becomes of its file. */
function checkUnchanged(root: string, program: string, files: readonly SourceFile[]): void {
  const known = loadedFiles()
  const other = files.find(
    ({ path, digest }) => known.has(resolve(root, path)) && known.get(resolve(root, path)) !== digest,
  )
  if (other === undefined) return
  throw programError(
    `${other.path} of program '${program}' is not what was verified in a worker of the pool, which loaded another version of it: make new workers, or verify again`,
  )
}
