/** `heddle check` with any number of files, patterns and programs in a file: one summary, one exit code. */
import { HeddleError } from '../../base/errors.ts'
import { visible } from '../../report/escape.ts'
import { table } from '../../report/text.ts'
import { jsonPieces } from '../../results/json.ts'
import { type Checked, CheckOutputs } from '../check-outputs.ts'
import { type Console, paintOf } from '../console.ts'
import { filesOf } from '../files-of.ts'
import type { OptionValues } from '../options.ts'
import { errorAsJson, errorText } from '../print-error.ts'
import { checkOne, exitCode } from './check.ts'

export interface Round {
  readonly code: number
  readonly checked: readonly Checked[]
}

export async function checkAllCommand(
  patterns: readonly string[],
  values: OptionValues,
  console: Console,
): Promise<number> {
  const files = patterns.flatMap(filesOf)
  const outputs = new CheckOutputs(values, console)
  if (files.length !== 1) return (await checkAll(files, values, console, outputs)).code
  const one = await checkNext(files[0]!, values, console, true)
  if (!('error' in one)) {
    await outputs.write([one])
    return codeOf(one)
  }
  const programs = programsIn(one.file, one.error)
  if (programs !== null) return (await checkAll(programs, values, console, outputs)).code
  await outputs.write([one])
  throw one.error
}

/** The same, once of many times: errors are printed, and nothing is once `changed` says that it would be out of date. */
export async function checkRound(
  patterns: readonly string[],
  values: OptionValues,
  console: Console,
  changed: AbortSignal,
): Promise<Round> {
  const files = patterns.flatMap(filesOf)
  return checkAll(files, values, console, new CheckOutputs(values, console), changed)
}

/** The addresses of the programs, when a file turns out to have several. */
const programsIn = (file: string, error: unknown): string[] | null =>
  error instanceof HeddleError && error.programs !== undefined ? error.programs.map((name) => `${file}#${name}`) : null

async function checkAll(
  files: readonly string[],
  values: OptionValues,
  console: Console,
  outputs: CheckOutputs,
  changed?: AbortSignal,
): Promise<Round> {
  const todo = [...files]
  const checked: Checked[] = []
  for (let file; (file = todo.shift()) !== undefined; ) {
    const one = await checkNext(file, values, console, false, changed)
    if (changed?.aborted === true) return { code: 3, checked }
    const programs = 'error' in one ? programsIn(file, one.error) : null
    if (programs !== null) {
      todo.unshift(...programs)
      continue
    }
    checked.push(one)
    if (isLast(one, values)) break
  }
  checked.push(...todo.map((file): Checked => ({ file, result: null, sources: null })))
  const code = worst(checked.map(codeOf))
  if (values.json) printJson(checked, code, console)
  else if (checked.length > 1 || changed === undefined) console.out.write(`${summary(checked, console)}\n`)
  await outputs.write(checked)
  return { code, checked }
}

/** An error of the only program is its command's, and printed there. */
async function checkNext(
  file: string,
  values: OptionValues,
  console: Console,
  isOnly: boolean,
  changed?: AbortSignal,
): Promise<Checked> {
  try {
    const { result, sources } = await checkOne(file, values, console, isOnly, changed)
    if (!values.json && !isOnly) console.out.write('\n')
    return { file, result, sources }
  } catch (error) {
    if (!isOnly && programsIn(file, error) === null) console.err.write(errorText(error))
    return { file, error }
  }
}

/** Ctrl-C ends everything, `--bail` what comes after the first program that is not verified. */
function isLast(one: Checked, values: OptionValues): boolean {
  if (!('error' in one) && (one.result === null || one.result.stopped === 'interrupted')) return true
  return values.bail === true && codeOf(one) !== 0
}

function codeOf(one: Checked): number {
  if ('error' in one) return 2
  return one.result === null ? 3 : exitCode(one.result)
}

/** A bug weighs most, then a program that could not be checked, then one that was not finished. */
const worst = (codes: readonly number[]): number => [1, 2, 3].find((code) => codes.includes(code)) ?? 0

function summary(checked: readonly Checked[], { out }: Console): string {
  const paint = paintOf(out)
  const colours = [paint.green, paint.red, paint.red, paint.yellow]
  const width = Math.max(...checked.map((one) => wordFor(one).length))
  const rows = checked.map((one) => [
    colours[codeOf(one)]!(wordFor(one)) + ' '.repeat(width - wordFor(one).length),
    visible(one.file),
    'error' in one || one.result === null ? '' : visible(one.result.program),
  ])
  const named = rows.map(([word, file, program]) => ({ word, rest: [file!, program!] }))
  const aligned = table(
    [{ title: '' }, { title: '' }],
    named.map(({ rest }) => rest),
  ).slice(1)
  const count = (code: number): number => checked.filter((one) => codeOf(one) === code).length
  const counts = [
    [count(0), 'verified'],
    [count(1), 'with a bug'],
    [count(2), 'that cannot be checked'],
    [count(3), 'not finished'],
  ].flatMap(([n, what]) => (n === 0 ? [] : [`${n} ${what}`]))
  return [
    ...named.map(({ word }, i) => `${word}  ${aligned[i]}`.trimEnd()),
    `${checked.length} programs: ${counts.join(', ')}`,
  ].join('\n')
}

function wordFor(one: Checked): string {
  if ('error' in one) return 'error'
  if (one.result === null) return 'not run'
  return { verified: 'verified', bug: 'bug', incomplete: 'not finished' }[one.result.outcome]
}

function printJson(checked: readonly Checked[], code: number, { out }: Console): void {
  const outcome = ['verified', 'bug', 'error', 'incomplete'][code]!
  const programs = checked.map((one) =>
    'error' in one
      ? { file: one.file, outcome: 'error', error: errorAsJson(one.error) }
      : { file: one.file, ...(one.result ?? { outcome: 'incomplete' }) },
  )
  for (const piece of jsonPieces({ schema: 1, outcome, programs })) out.write(piece)
}
