/** Verifies a file as the command line does: in a worker of its own, transformed. */
import type { HeddleError } from '../../base/errors.ts'
import { relativeAt, relativeBug } from '../relative-at.ts'
import { CheckFailed } from '../check-file.ts'
import { version } from '../../base/version.ts'
import { expectMessage, runInWorker, type SessionEnd, type SessionOptions } from '../worker-session.ts'
import { identityOf, isAboutProgram, refuseSet } from '../../irs/set/refused-set.ts'
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
  const before = identityOf(options.out)
  let end: SessionEnd
  try {
    end = await runInWorker(file, { kind: 'verify', options, version: version() }, session)
    const now = identityOf(options.out)
    // Of a set that was to be replaced nothing is known, nor of one of another version of the program.
    const isOfProgram = now !== null && (options.resume === true || now !== before)
    if (end.how === 'failed' && end.whenExplored && isOfProgram && isAboutProgram(end.error))
      refuseSet(options.out, whyRefused(end.error))
  } finally {
    lock.release()
  }
  if (end.how === 'failed') throw new CheckFailed(end.error, null)
  if (end.how === 'stopped') return null
  const { result } = expectMessage(end.message, 'verified')
  return {
    ...result,
    fixed: result.fixed.map(({ source, at }) => ({ source, at: at === null ? null : relativeAt(at) })),
    bugs: result.bugs.map(relativeBug),
  }
}

const whyRefused = ({ message, at }: HeddleError): string =>
  at === undefined ? message : `${relativeAt(at)}: ${message}`
