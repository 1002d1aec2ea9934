/** `heddle certify FILE`: re-runs what a certificate tells of, and confirms it or says what differs. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { usageError } from '../../base/errors.ts'
import { type Confirmation, confirmProgram } from '../../host/certificates/confirm.ts'
import { readCertificate } from '../../host/certificates/read-certificate.ts'
import { visible } from '../../report/escape.ts'
import { jsonLine } from '../../results/json.ts'
import { type Console, paintOf } from '../console.ts'
import { Interrupts } from '../interrupts.ts'
import type { OptionValues } from '../options.ts'
import { ProgressLine, searchProgress } from '../progress-line.ts'

const codes: Readonly<Record<Confirmation['verdict'], number>> = { confirmed: 0, refuted: 1, unrepeatable: 3 }
const words: Readonly<Record<Confirmation['verdict'], string>> = {
  confirmed: 'confirmed',
  refuted: 'not confirmed',
  unrepeatable: 'not repeated',
}

export async function certifyCommand(file: string, values: OptionValues, { out, err }: Console): Promise<number> {
  const certificate = readCertificate(contentsOf(file), file)
  const progress = new ProgressLine(err)
  const interrupts = new Interrupts(() => progress.clear())
  const confirmations: Confirmation[] = []
  try {
    for (const program of certificate.programs) {
      const one = await confirmProgram(program, dirname(resolve(file)), {
        signal: interrupts.stop,
        kill: interrupts.kill,
        output: err,
        onProgress: (now) => progress.update((width) => searchProgress(now, undefined, width)),
      })
      progress.clear()
      confirmations.push(one)
      if (values.json !== true) out.write(report(one, paintOf(out), program.claims.guarantee))
    }
  } finally {
    progress.clear()
    interrupts.dispose()
  }
  const code = [1, 3].find((worse) => confirmations.some(({ verdict }) => codes[verdict] === worse)) ?? 0
  const outcome = (['confirmed', 'refuted', 'unrepeatable'] as const).find((verdict) => codes[verdict] === code)
  if (values.json === true) out.write(jsonLine({ schema: 1, outcome, programs: confirmations }))
  return code
}

function report(
  { address, program, verdict, reasons }: Confirmation,
  paint: ReturnType<typeof paintOf>,
  guarantee: string,
): string {
  const colour = { confirmed: paint.green, refuted: paint.red, unrepeatable: paint.yellow }[verdict]
  const lines = verdict === 'confirmed' ? [guarantee] : reasons
  return `${colour(paint.bold(words[verdict]))}  ${visible(program)} (${visible(address)})\n${lines.map((line) => `  ${visible(line)}\n`).join('')}`
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw usageError(
      code === 'ENOENT'
        ? `there is no file ${file}; expected a certificate: heddle check FILE --certificate ${file}`
        : `${file} cannot be read (${code})`,
    )
  }
}
