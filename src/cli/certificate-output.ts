import { dirname, resolve } from 'node:path'
import { type CheckedForCertificate, makeCertificate } from '../host/certificates/make-certificate.ts'
import type { Checked } from './check-outputs.ts'
import { searchOptions } from './commands/search-options.ts'
import type { OptionValues } from './options.ts'
import { writeOutput } from './output-file.ts'

/** Writes it, or says why there is none: a certificate tells of all programs of the command, or is not there. */
export function writeCertificate(file: string, checked: readonly Checked[], values: OptionValues): string | null {
  const programs: CheckedForCertificate[] = []
  for (const one of checked) {
    if ('error' in one) return `${one.file} cannot be checked`
    if (one.result === null) return `${one.file} was not checked`
    if (one.sources === null) return `the check of ${one.file} had to be ended, and does not tell what was loaded`
    programs.push({
      address: one.file,
      result: one.result,
      sources: one.sources,
      options: searchOptions(values),
      yieldAt: values.yield ?? [],
      stepTimeoutMs: values['step-timeout']!,
    })
  }
  const certificate = makeCertificate(programs, dirname(resolve(file)))
  writeOutput('--certificate', file, `${JSON.stringify(certificate, null, 2)}\n`)
  return null
}
