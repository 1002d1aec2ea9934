/** Runs the commands that a document shows, with the files that it shows, and compares what they print. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main, start } from '../cli/heddle.ts'

export interface Shown {
  readonly command: string
  readonly expected: string
  readonly actual: string
}

/** In blocks of `ts` and `js`, the first line names the file; blocks of `console` begin with `$ ` and a command. */
const BLOCK = /^```(ts|js|console)\n([\s\S]*?)^```$/gm

export async function shownIn(document: string, folder: string): Promise<Shown[]> {
  const shown: Shown[] = []
  for (const [, language, text] of readFileSync(document, 'utf8').matchAll(BLOCK)) {
    if (language === 'console') shown.push(await run(text!, folder))
    else {
      const [, name] = /^\/\/ (\S+)\n/.exec(text!) ?? []
      if (name !== undefined) writeFileSync(join(folder, name), text!)
    }
  }
  return shown
}

async function run(text: string, folder: string): Promise<Shown> {
  const [first, ...rest] = text.split('\n')
  const command = first!.replace(/^\$ npx heddle /, '')
  const started = start(folder, 'sh', ['-c', `${process.execPath} ${main} ${command}`], { npm_command: 'exec' })
  const { stdout, stderr } = await started.ended
  return { command, expected: comparable(rest.join('\n')), actual: comparable(stdout + stderr) }
}

/** A line with nothing but `…` stands for any lines, also none. */
export function isShown(expected: string, actual: string): boolean {
  const parts = expected.split(/^…$/m).map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*?')}$`).test(actual)
}

/** Times differ from run to run, and the width of their column with them. */
export const comparable = (text: string): string =>
  text
    .replace(/\d+(\.\d+)? (ms|s)\b/g, 'TIME')
    .replace(/ +/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
