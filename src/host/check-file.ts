/** Checks and replays a file as the command line does: in a worker of its own, transformed. */
import { HeddleError } from '../base/errors.ts'
import type { CheckResult, ReplayResult } from '../results/check-result.ts'
import type { ExploreOption } from '../checking/check-options.ts'
import type { GivenInput } from '../program/inputs/input-values.ts'
import type { CheckOptions } from '../checking/checker.ts'
import { withoutForeignFrames } from '../base/own-code.ts'
import type { SourceFile } from '../frontends/loader/program-sources.ts'
import type { Walked } from './protocol.ts'
import { relativeAt, relativeCheck, relativeReplay, relativeStack } from './relative-at.ts'
import { expectMessage, runInWorker, type SessionOptions } from './worker-session.ts'

export interface CheckedFile {
  /** Null when it was interrupted before anything was explored. */
  readonly result: CheckResult | null
  /** Why the worker had to be ended, with what was covered until a moment before; null when it ended by itself. */
  readonly killed: 'interrupted' | 'out of memory' | null
  /** Every file that was loaded; null when the worker had to be ended. */
  readonly sources: readonly SourceFile[] | null
}

/** A check that could not go on, with what it had covered until then. */
export class CheckFailed extends HeddleError {
  readonly partial: CheckResult | null

  constructor(error: HeddleError, partial: CheckResult | null) {
    super(
      error.kind,
      relativeStack(withoutForeignFrames(error.message)),
      error.at === undefined ? undefined : relativeAt(error.at),
    )
    if (error.stack !== undefined) this.stack = relativeStack(error.stack)
    this.programs = error.programs
    this.partial = partial
  }
}

export async function checkFile(
  file: string,
  options: CheckOptions,
  session: SessionOptions = {},
): Promise<CheckedFile> {
  const end = await runInWorker(file, { kind: 'check', options }, session)
  if (end.how === 'failed') throw new CheckFailed(end.error, end.snapshot && relativeCheck(end.snapshot))
  if (end.how === 'stopped')
    return { result: end.snapshot && relativeCheck(end.snapshot), killed: end.why, sources: null }
  const { result, sources } = expectMessage(end.message, 'checked')
  return { result: relativeCheck(result), killed: null, sources }
}

/**
 * Replays schedules of a program with all that can be said of their events, of so many of each. Null in place of one that
 * cannot be replayed, and for all when it was interrupted.
 */
export async function walkFile(
  file: string,
  walked: readonly Walked[],
  events: number,
  session: SessionOptions & { readonly explore?: ExploreOption } = {},
): Promise<(ReplayResult | null)[] | null> {
  const { explore = {} } = session
  const end = await runInWorker(file, { kind: 'walk', walked, events, explore }, session)
  if (end.how === 'failed') throw new CheckFailed(end.error, null)
  if (end.how === 'stopped') return null
  return expectMessage(end.message, 'walked').results.map((result) => result && relativeReplay(result))
}

/** Null when it was interrupted. */
export async function replayFile(
  file: string,
  schedule: string,
  session: SessionOptions & {
    readonly events?: number
    readonly explore?: ExploreOption
    readonly input?: GivenInput
    readonly details?: boolean
  } = {},
): Promise<ReplayResult | null> {
  const { events = Infinity, explore = {}, input = {}, details = false } = session
  const end = await runInWorker(file, { kind: 'replay', schedule, events, explore, input, details }, session)
  if (end.how === 'failed') throw new CheckFailed(end.error, null)
  return end.how === 'stopped' ? null : relativeReplay(expectMessage(end.message, 'replayed').result)
}
