import { usageError } from '../../base/errors.ts'
import { version } from '../../base/version.ts'
import { type Certificate, CERTIFICATE, digestOfCertificate } from '../../results/certificate.ts'

/** Only what this version has written, to the letter, can be confirmed. */
export function readCertificate(text: string, file: string): Certificate {
  let value: Certificate
  try {
    value = JSON.parse(text) as Certificate
  } catch (error) {
    throw usageError(
      `${file} is no JSON (${text.trim() === '' ? 'it is empty' : (error as Error).message}); expected ${EXPECTED}`,
    )
  }
  if (value === null || typeof value !== 'object' || value.kind !== CERTIFICATE || !Array.isArray(value.programs))
    throw usageError(`${file} is no certificate; expected ${EXPECTED}`)
  if (value.schema !== 1 || value.heddle !== version())
    throw usageError(
      `${file} was made by heddle ${String(value.heddle)}, and this is ${version()}, which may count differently: confirm it with npx heddle@${String(value.heddle)} certify ${file}`,
    )
  if (value.digest !== digestOfCertificate(value))
    throw usageError(`${file} has been changed since it was made, or is damaged: its digest is another one`)
  return value
}

const EXPECTED = 'what `heddle check --certificate FILE` writes'
