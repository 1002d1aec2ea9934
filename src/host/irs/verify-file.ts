/** Verifies a file as the command line does: in a worker of its own, transformed. */
import { relativeBug } from '../relative-at.ts'
import { CheckFailed } from '../check-file.ts'
import { version } from '../../base/version.ts'
import { expectMessage, runInWorker, type SessionEnd, type SessionOptions } from '../worker-session.ts'
import { lockSet } from '../../irs/set/set-lock.ts'
import type { VerifyOptions } from '../../irs/verifier/verify-options.ts'
import type { VerifyResult } from '../../results/verify-result.ts'

/**
 * Null when it was ended before it could say anything; what is in the set stays there. Nobody else writes the set
 * meanwhile.
 */
export async function verifyFile(
  file: string,
  options: VerifyOptions,
  session: SessionOptions = {},
): Promise<VerifyResult | null> {
  const lock = lockSet(options.out)
  let end: SessionEnd
  try {
    end = await runInWorker(file, { kind: 'verify', options, version: version() }, session)
  } finally {
    lock.release()
  }
  if (end.how === 'failed') throw new CheckFailed(end.error, null)
  if (end.how === 'stopped') return null
  const { result } = expectMessage(end.message, 'verified')
  return { ...result, bugs: result.bugs.map(relativeBug) }
}
