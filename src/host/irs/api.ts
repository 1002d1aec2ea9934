/**
 * Verification and enforcement for use from code. What they need is loaded when they are called: programs import this
 * module too.
 */
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { usageError } from '../../base/errors.ts'
import type { RunResult } from '../../results/run-result.ts'
import type { GivenInput } from '../../program/inputs/input-values.ts'
import type { Inputs } from '../../real/run/run-director.ts'
import type { Inspection } from '../../results/inspection.ts'
import type { VerifyOptions } from '../../irs/verifier/verify-options.ts'
import type { VerifyResult } from '../../results/verify-result.ts'
import { checkEnforce, checkOpen, checkVerify } from './options.ts'
import type { Unit, UnitOptions } from './unit.ts'

export interface VerifyApiOptions extends Omit<VerifyOptions, 'out'> {
  /** The file of the set. */
  readonly set: string
  /** Stops the search at its next execution; what was verified stays in the set. */
  readonly signal?: AbortSignal
}

export interface EnforceOptions {
  readonly repeat?: number
  /** Takes in what is added to the set meanwhile. */
  readonly follow?: boolean
  /**
   * Watches every run: what happens in it is recorded and compared with the set, also where everything is verified and
   * nothing gated.
   */
  readonly monitor?: boolean
  /**
   * Watches the first run and this share of the others, above 0 and up to 1: which ones depends on their number and on
   * `seed`.
   */
  readonly watch?: number
  readonly seed?: number
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (runs: number) => void
  /** By name of the thread: what its first, second, … `choose` results in, of the values that were verified. */
  readonly inputs?: Inputs
  /** Values of the program's inputs, for which the set was made. */
  readonly input?: GivenInput
  /** Each run begins with what the one before left, which must be what was verified; otherwise memory is restored. */
  readonly keepMemory?: boolean
  /**
   * Memory whose contents are the application's: neither compared nor restored. What was verified must not depend on
   * it.
   */
  readonly data?: readonly string[]
  /** Workers of the application, which have imported `heddle/worker`: one for each thread. They are given back. */
  readonly pool?: readonly Worker[]
}

/** A set that programs can be run under. */
export interface Admissible {
  readonly set: string
  inspect(): Promise<Inspection>
  /** Runs the program that the file exports, on real workers, so that only executions happen that the set holds. */
  enforce(file: string | URL, options?: EnforceOptions): Promise<RunResult>
  /**
   * Makes workers ready to run the program again and again, whenever the application wants, each time under the set.
   */
  open(file: string | URL, options?: UnitOptions): Promise<Unit>
}

/** Explores a program's file and appends every complete, correct trace to the set at once. */
export async function verify(file: string | URL, asked: VerifyApiOptions): Promise<VerifyResult> {
  checkVerify(asked)
  const { set, signal, ...options } = asked
  const { verifyFile } = await import('./verify-file.ts')
  const result = await verifyFile(pathOf(file), { ...options, out: set }, { signal })
  signal?.throwIfAborted()
  return result ?? stopped()
}

export function admit(set: string | URL): Admissible {
  const path = pathOf(set)
  return {
    set: path,
    inspect: async () => {
      const [{ inspectSet }, { relativeInspection }] = await Promise.all([
        import('./inspect-set.ts'),
        import('../relative-at.ts'),
      ])
      return relativeInspection(inspectSet(path))
    },
    enforce: (file, options) => enforce(file, { ...options, set: path }),
    open: async (file, { follow, monitor, watch, seed, ...options } = {}) => {
      checkOpen({ follow, monitor, watch, seed, ...options })
      return (await import('./unit.ts')).Unit.open(pathOf(file), { set: path, follow, monitor, watch, seed }, options)
    },
  }
}

export async function enforce(
  file: string | URL,
  asked: EnforceOptions & { readonly set: string },
): Promise<RunResult> {
  checkEnforce(asked)
  const { set, ...options } = asked
  const { runAdmitted } = await import('../run.ts')
  const { follow, monitor, watch, seed, keepMemory, data, ...run } = options
  return runAdmitted(
    pathOf(file),
    { set, follow, monitor, watch, seed },
    { ...run, memory: { keep: keepMemory, data } },
  )
}

function pathOf(file: string | URL): string {
  if (typeof file !== 'string' && !(file instanceof URL))
    throw usageError(`expected the path or URL of a file, got ${String(file)}`)
  return file instanceof URL || file.startsWith('file://') ? fileURLToPath(file) : file
}

function stopped(): never {
  throw usageError('the verification ended before it could say anything')
}
