import { setTimeout as sleep } from 'node:timers/promises'
import { HeddleError } from '../../base/errors.ts'
import type { SessionOptions } from '../worker-session.ts'
import { runAdmitted, type RunPlainOptions, type RunResult } from '../run.ts'
import { SetReader, setExists } from '../../irs/set/set-file.ts'
import type { VerifyOptions } from '../../irs/verifier/verify-options.ts'
import type { VerifyResult } from '../../results/verify-result.ts'
import { verifyFile } from './verify-file.ts'

const POLL_MS = 20

export interface VerifiedAndRun {
  /** Null when it was interrupted. */
  readonly verified: VerifyResult | null
  /** Null when nothing could be verified to run under. */
  readonly ran: RunResult | null
}

/** Runs the program under the set while the set grows, from its first trace on [IRS, II, scenario 5]. */
export async function verifyAndRun(
  file: string,
  options: VerifyOptions,
  session: SessionOptions,
  run: RunPlainOptions,
): Promise<VerifiedAndRun> {
  let ended = false
  const verifying = verifyFile(file, options, session).finally(() => {
    ended = true
  })
  verifying.catch(() => undefined) // it is awaited below
  while (!ended && tracesIn(options.out) === 0) await sleep(POLL_MS)
  if (ended && tracesIn(options.out) === 0) return { verified: await verifying, ran: null }
  const ran = await runAdmitted(file, { set: options.out, follow: true }, run)
  return { verified: await verifying, ran }
}

function tracesIn(file: string): number {
  if (!setExists(file)) return 0
  try {
    const reader = new SetReader(file)
    reader.close()
    return reader.set.traces
  } catch (error) {
    if (error instanceof HeddleError) return 0 // the verifier, which is about to write it anew, will say what is wrong
    throw error
  }
}
