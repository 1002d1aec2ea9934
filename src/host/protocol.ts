/** What the main thread and the worker that explores tell each other. */
import { HeartbeatWord } from '../execution/heartbeat.ts'
import type { ErrorKind } from '../base/errors.ts'
import type { SourceFile } from '../frontends/loader/program-sources.ts'
import type { CheckResult, ReplayResult } from '../results/check-result.ts'
import type { ExploreOption } from '../checking/check-options.ts'
import type { GivenInput } from '../program/inputs/input-values.ts'
import type { CheckOptions } from '../checking/checker.ts'
import type { CheckProgress } from '../checking/program-check.ts'
import type { VerifyOptions } from '../irs/verifier/verify-options.ts'
import type { VerifyResult } from '../results/verify-result.ts'

/**
 * Words that both sides see while the worker is busy: first the engine's heartbeat, then ours. The worker writes them,
 * except for `stop`.
 */
export const Word = { ...HeartbeatWord, phase: 8 } as const
export const WORDS = 16

/** What the worker is doing. Only while it explores does a standstill mean that the program is stuck. */
export const Phase = { loading: 0, exploring: 1, reporting: 2 } as const

/** A schedule, and the input that it was made for. */
export interface Walked {
  readonly schedule: string
  readonly input: GivenInput
}

export type WorkerTask =
  | { readonly kind: 'check'; readonly options: CheckOptions }
  /** Of so many events it is told what they did. */
  | {
      readonly kind: 'replay'
      readonly schedule: string
      readonly events: number
      readonly explore: ExploreOption
      readonly input: GivenInput
      readonly details: boolean
    }
  /** Replays with details, for pages. */
  | {
      readonly kind: 'walk'
      readonly walked: readonly Walked[]
      readonly events: number
      readonly explore: ExploreOption
    }
  | { readonly kind: 'verify'; readonly options: VerifyOptions; readonly version: string }

export interface WorkerRequest {
  readonly file: string
  readonly task: WorkerTask
  /** What the transform is to make suspendable besides. */
  readonly demands: readonly string[]
  readonly words: SharedArrayBuffer
}

export type Progress = CheckProgress

/** An error as a message can carry it. */
export interface TransferredError {
  readonly kind: ErrorKind
  readonly message: string
  readonly at: string | undefined
  readonly stack: string | undefined
  readonly demands: readonly string[] | undefined
  readonly programs: readonly string[] | undefined
}

export type WorkerMessage =
  /** What the main thread needs to name a thread and a place when the worker can no longer answer. */
  | { readonly type: 'names'; readonly threads: readonly string[]; readonly sites: readonly string[] }
  | { readonly type: 'progress'; readonly progress: Progress }
  /** What is covered so far, should the worker have to be killed. */
  | { readonly type: 'snapshot'; readonly result: CheckResult }
  | { readonly type: 'checked'; readonly result: CheckResult; readonly sources: readonly SourceFile[] }
  | { readonly type: 'replayed'; readonly result: ReplayResult }
  /** Null for a schedule that could not be replayed. */
  | { readonly type: 'walked'; readonly results: readonly (ReplayResult | null)[] }
  | { readonly type: 'verified'; readonly result: VerifyResult }
  | { readonly type: 'failed'; readonly error: TransferredError }
