/**
 * `check` and `replay` for use from code. What they need is loaded when they are called: programs import this module
 * too.
 */
import { fileURLToPath } from 'node:url'
import { usageError } from '../base/errors.ts'
import { called, isProgram, type Program } from '../program/program.ts'
import type { CheckResult, ReplayResult } from '../results/check-result.ts'
import type { GivenInput } from '../program/inputs/input-values.ts'
import type { ExploreOption } from '../checking/check-options.ts'
import type { CheckOptions } from '../checking/checker.ts'
import { checkOptionsOf, rejectUnknown, replayKeys } from '../host/api-options.ts'
import type { Progress } from '../host/protocol.ts'

export interface CheckApiOptions extends Omit<CheckOptions, 'sourceHash'> {
  /** How long a thread may run without a shared operation, in milliseconds; watched when a file is checked. */
  stepTimeoutMs?: number
  /** Loops that wait for other threads, as `FILE:LINE`: each of their rounds yields. */
  yieldAt?: readonly string[]
  /** Stops the search at its next execution; the promise resolves to what was covered. */
  signal?: AbortSignal
  /** Called about ten times a second. */
  onProgress?: (progress: Progress) => void
}

export interface ReplayApiOptions {
  /** As it was given to the check that made the schedule. */
  explore?: ExploreOption
  /** Values of the program's inputs: those that the bug names. */
  input?: GivenInput
  stepTimeoutMs?: number
  /** As it was given to the check that made the schedule. */
  yieldAt?: readonly string[]
  signal?: AbortSignal
}

/** What `heddle check --json` prints, and as text what it prints otherwise. */
export interface CheckApiResult extends CheckResult {
  readonly report: string
}

/**
 * Explores a program. A file is transformed and checked in a worker, as the command line does; a program object is
 * checked in this thread, in slices.
 */
export async function check(
  programOrFile: Program | string | URL,
  options: CheckApiOptions = {},
): Promise<CheckApiResult> {
  const search = checkOptionsOf(options)
  const { signal, onProgress, stepTimeoutMs, yieldAt } = options
  signal?.throwIfAborted()
  const target = targetOf(programOrFile, 'check')
  if (typeof target !== 'string') {
    const { checkProgram } = await import('../host/check-program.ts')
    const { withReport } = await import('./with-report.ts')
    return withReport(await checkProgram(target, search, { signal, onProgress }), null, search)
  }
  if ([search.priority].flat().some((one) => typeof one === 'function'))
    throw usageError(
      'check: a file is checked in a worker, which a priority function cannot be sent to; import the program and check that',
    )
  const { checkFile } = await import('../host/check-file.ts')
  const { withReport } = await import('./with-report.ts')
  const { result, killed } = await checkFile(target, search, { signal, onProgress, stepTimeoutMs, yieldAt })
  return result === null ? nothingCovered(killed, signal) : withReport(result, target, search, yieldAt)
}

/** Runs a program under one schedule, as a result names it, and resolves to its events and how it ended. */
export async function replay(
  programOrFile: Program | string | URL,
  schedule: string,
  options: ReplayApiOptions = {},
): Promise<ReplayResult> {
  rejectUnknown('replay', options, replayKeys)
  if (typeof schedule !== 'string')
    throw usageError(`replay expects a schedule as its second argument, got ${String(schedule)}`)
  const { signal, stepTimeoutMs, explore, yieldAt, input } = options
  signal?.throwIfAborted()
  const target = targetOf(programOrFile, 'replay')
  if (typeof target !== 'string') {
    const { replayProgramHere } = await import('../host/check-program.ts')
    return replayProgramHere(target, schedule, explore, input)
  }
  const { replayFile } = await import('../host/check-file.ts')
  return (
    (await replayFile(target, schedule, { signal, stepTimeoutMs, explore, yieldAt, input })) ??
    nothingCovered('interrupted', signal)
  )
}

function targetOf(value: unknown, caller: string): Program | string {
  if (value instanceof URL || (typeof value === 'string' && value.startsWith('file://')))
    return addressAt(new URL(value))
  if (typeof value === 'string') return value
  if (isProgram(value)) return called(value, 'program')
  throw usageError(
    `${caller} expects what program({ … }) returned, or the path or URL of a file that exports it by default, got ${describe(value)}`,
  )
}

/** `file:///bank.ts#transfer` names a program as `bank.ts#transfer` does. */
const addressAt = (url: URL): string => fileURLToPath(url) + decodeURIComponent(url.hash)

const describe = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value

function nothingCovered(why: string | null, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted()
  throw usageError(`ended (${why}) before anything was explored`)
}
