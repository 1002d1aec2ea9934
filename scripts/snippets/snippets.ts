/** Commands that documents show, with what they print, run as a reader would: with the files that the documents show. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Compiled, this lies in `dist/scripts/snippets`, or in another folder of the same depth. */
const checkout = fileURLToPath(new URL('../../../', import.meta.url))
const main = fileURLToPath(new URL('../../bundle/cli/main.js', import.meta.url))

export interface Shown {
  readonly command: string
  /** What the document shows, and what was printed, line by line. */
  readonly expected: string
  readonly actual: string
}

/** In blocks of `ts` and `js`, the first line names the file; blocks of `console` are commands after `$ `, and what they print. */
const BLOCK = /^```(ts|js|console)\n([\s\S]*?)^```$/gm

/** Runs all commands of a document, in a folder of their own with the examples of the repository. */
export async function shownIn(document: string, folder: string): Promise<Shown[]> {
  prepare(folder)
  const shown: Shown[] = []
  for (const [, language, text] of readFileSync(join(checkout, document), 'utf8').matchAll(BLOCK)) {
    if (language === 'console')
      for (const [command, expected] of commandsIn(text!)) shown.push(await run(command, expected, folder))
    else {
      const [, name] = /^\/\/ (\S+)\n/.exec(text!) ?? []
      if (name === undefined) continue
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text!)
    }
  }
  return shown
}

/** The examples, and Heddle as if it were installed. */
function prepare(folder: string): void {
  cpSync(join(checkout, 'examples'), join(folder, 'examples'), { recursive: true })
  const installed = join(folder, 'node_modules/heddle')
  mkdirSync(join(installed, 'dist'), { recursive: true })
  cpSync(join(checkout, 'package.json'), join(installed, 'package.json'))
  symlinkSync(dirname(dirname(main)), join(installed, 'dist/bundle'))
}

/** Each with what it is said to print. */
const commandsIn = (text: string): [command: string, expected: string][] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((one) => [one.slice(0, one.indexOf('\n')), one.slice(one.indexOf('\n') + 1)])

async function run(command: string, expected: string, folder: string): Promise<Shown> {
  const own = command.replace(/^npx heddle\b/, `${process.execPath} ${main}`)
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_|^(NO|FORCE)_COLOR$|^NODE_TEST_CONTEXT$/i.test(name)),
  )
  // Commands in reports begin as people write them.
  const child = spawn('sh', ['-c', `${own} 2>&1`], { cwd: folder, env: { ...env, npm_command: 'exec' } })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject).on('close', () => resolve())
  })
  return { command, expected, actual: withoutProgress(printed) }
}

/** A command that takes long, as on a busy machine, says how far it is. */
export const withoutProgress = (printed: string): string =>
  printed.replace(/^heddle: (?:(?:.*, )?[\d,]+ executions?\b.*, depth .*|[\d,]+ runs of .*)\n/gm, '')

/** A line with nothing but `…` stands for any lines, also none. */
export function isShown(expected: string, actual: string): boolean {
  const parts = comparable(expected)
    .split(/^…$/m)
    .map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*?')}$`).test(comparable(actual))
}

/** Times differ from run to run, sizes of sets with the folder, and the width of columns with both. */
export const comparable = (text: string): string =>
  text
    .replace(/[\d,]+(\.\d+)? (µs|ms|s)(?![\w])/g, 'TIME')
    .replace(/[\d,]+ bytes\b/g, 'SIZE')
    .replace(/ +/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
