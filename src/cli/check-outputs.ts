/** What a check command writes for other tools: files, and annotations among what it prints. */
import { relative, resolve } from 'node:path'
import { version } from '../base/version.ts'
import type { CheckedProgram, OutputView } from '../report/outputs/check-output.ts'
import { inputArguments } from '../program/inputs/input-values.ts'
import { annotations, type OutputFileName, outputFiles } from '../report/outputs/index.ts'
import type { CheckedFile } from '../host/check-file.ts'
import type { CheckResult } from '../results/check-result.ts'
import type { Console } from './console.ts'
import type { OptionValues } from './options.ts'
import { refuseUnwritable, refuseTwice, writeOutput } from './output-file.ts'
import { errorAsJson } from './print-error.ts'
import { replayCommand } from './replay-command.ts'

/** A program of the command: its result, which is null when it was not run, or why it cannot be checked. */
export type Checked =
  | { readonly file: string; readonly result: CheckResult | null; readonly sources: CheckedFile['sources'] }
  | { readonly file: string; readonly error: unknown }

export class CheckOutputs {
  private readonly values: OptionValues
  private readonly console: Console
  private readonly files: readonly (readonly [name: OutputFileName, file: string])[]

  /** Throws before anything is searched when a file cannot be written in the end. */
  constructor(values: OptionValues, console: Console) {
    this.values = values
    this.console = console
    this.files = (Object.keys(outputFiles) as OutputFileName[]).flatMap((name) => {
      const file = values[name]
      return file === undefined ? [] : [[name, file] as const]
    })
    const others = (['html', 'certificate'] as const).flatMap((name) =>
      values[name] === undefined ? [] : [[name, values[name]] as const],
    )
    const all: (readonly [string, string])[] = [...this.files, ...others]
    refuseTwice(all)
    for (const [name, file] of all) refuseUnwritable(`--${name}`, file)
  }

  async write(checked: readonly Checked[]): Promise<void> {
    const programs = checked.map((one) => this.programOf(one))
    const view: OutputView = { fromRoot, version: version() }
    const { annotate, json } = this.values
    // JSON is alone on stdout; GitHub's runner reads both.
    const lines = annotate === undefined ? '' : annotations[annotate]!.render(programs, view)
    if (lines !== '') (json ? this.console.err : this.console.out).write(json ? lines : `\n${lines}`)
    for (const [name, file] of this.files) writeOutput(`--${name}`, file, outputFiles[name].render(programs, view))
    const { html, certificate } = this.values
    if (html !== undefined) {
      const { checkedPages, writePage } = await import('./html-page.ts')
      writePage('--html', html, await checkedPages(checked, this.values))
    }
    if (certificate !== undefined) {
      const { writeCertificate } = await import('./certificate-output.ts')
      const why = writeCertificate(certificate, checked, this.values)
      if (why !== null) this.console.err.write(`heddle: no certificate was written: ${why}\n`)
    }
  }

  private programOf(one: Checked): CheckedProgram {
    const { explore, yield: yields, 'all-bugs': allBugs } = this.values
    return {
      file: one.file,
      result: 'error' in one ? null : one.result,
      error: 'error' in one ? errorAsJson(one.error) : null,
      replayCommand: (schedule, input = {}) =>
        replayCommand(one.file, schedule, undefined, explore, yields, inputArguments(input)),
      allBugs: allBugs === true,
    }
  }
}

/** GitHub's services name files from the root of the repository, wherever in it the command was given. */
function fromRoot(file: string, root = process.env.GITHUB_WORKSPACE): string {
  if (root === undefined || root === '') return file
  const path = relative(root, resolve(file))
  return path.startsWith('..') ? file : path
}
