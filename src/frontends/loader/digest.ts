import { createHash } from 'node:crypto'
import { programError } from '../../base/errors.ts'

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Files of a verified program by absolute path, each with the digest of its bytes. */
export type VerifiedFiles = ReadonlyMap<string, string>

/**
 * No other code than what was verified is executed under a set, whenever it is loaded. `also`: files that are none of
 * the program's may be loaded as well.
 */
export function refuseOther(verified: VerifiedFiles | null, file: string, digest: string, also = false): void {
  if (verified === null || verified.get(file) === digest || (also && !verified.has(file))) return
  throw programError(
    `${file} ${verified.has(file) ? 'has changed since the program was verified' : 'was not loaded when the program was verified'}: verify it again`,
  )
}
