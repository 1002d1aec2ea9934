/** `heddle report RESULT.json -o page.html` */
import { readFileSync } from 'node:fs'
import { usageError } from '../../base/errors.ts'
import { checkedPage, replayedPage, uncheckedPage } from '../../report/html/page-program.ts'
import { setPage } from '../../report/html/page-set.ts'
import { SourceLines } from '../../report/source-lines.ts'
import { readResult, type ReadProgram } from '../../results/read-result.ts'
import type { PageProgram } from '../../report/html/page-data.ts'
import type { Console } from '../console.ts'
import { viewOf, writePage } from '../html-page.ts'
import type { OptionValues } from '../options.ts'
import { refuseUnwritable } from '../output-file.ts'

export async function reportCommand(file: string, values: OptionValues, { err }: Console): Promise<number> {
  const out = values.out!
  refuseUnwritable('--out', out)
  const read = readResult(contentsOf(file), file)
  const sets = read.flatMap((one) => ('inspection' in one ? [setPage(one.inspection, new SourceLines())] : []))
  const programs = read.flatMap((one) => ('inspection' in one ? [] : [pageOf(one, values)]))
  writePage('--out', out, programs, sets)
  err.write(`heddle: wrote ${out}\n`)
  return 0
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw usageError(
      code === 'ENOENT'
        ? `there is no file ${file}; expected the result of a check: heddle check FILE --json > ${file}`
        : `${file} cannot be read (${code ?? String(error)})`,
    )
  }
}

/** The program itself is not run again: its executions are told as far as the result does. */
function pageOf(one: Exclude<ReadProgram, { inspection: unknown }>, values: OptionValues): PageProgram {
  const view = viewOf(one.file, values)
  if ('check' in one) return checkedPage(one.file, one.check, new Map(), view)
  if ('replay' in one) return replayedPage(one.file, one.replay, view)
  return uncheckedPage(one.file ?? 'the program', one.error)
}
