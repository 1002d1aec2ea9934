/** A project in which Heddle is installed, with the test runners of the checkout. */
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bundle, folder, type Ran, start } from '../cli/heddle.ts'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))

/** `without`: packages that are not installed. */
export function project(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  without: readonly string[] = [],
): string {
  const path = folder(t, { 'package.json': '{ "type": "module" }', ...files })
  const modules = join(path, 'node_modules')
  mkdirSync(join(modules, 'heddle/dist'), { recursive: true })
  for (const name of readdirSync(join(checkout, 'node_modules')))
    if (name !== 'heddle' && !name.startsWith('.') && !without.includes(name))
      symlinkSync(join(checkout, 'node_modules', name), join(modules, name))
  cpSync(join(checkout, 'package.json'), join(modules, 'heddle/package.json'))
  // Copied, not linked: runners treat what lies in node_modules in another way than the project's own code.
  cpSync(bundle, join(modules, 'heddle/dist/bundle'), { recursive: true })
  return path
}

/** Without colours: messages are looked at. */
const plain = { NO_COLOR: '1' }

export const vitest = (path: string, ...args: readonly string[]): Promise<Ran> =>
  start(path, process.execPath, ['node_modules/vitest/vitest.mjs', ...args], plain).ended

export const nodeTest = (path: string, ...args: readonly string[]): Promise<Ran> =>
  start(path, process.execPath, ['--test', ...args], plain).ended

export const heddleIn = (path: string, ...args: readonly string[]): Promise<Ran> =>
  start(path, process.execPath, ['node_modules/heddle/dist/bundle/cli/main.js', ...args], plain).ended

/** Runs the command that a report says to replay with. */
export async function replayPrinted(path: string, report: string): Promise<Ran> {
  const [, command] = /npx heddle (replay .*)/.exec(report) ?? []
  if (command === undefined) throw new Error(`no command to replay with in: ${report}`)
  return start(path, 'sh', ['-c', `${process.execPath} node_modules/heddle/dist/bundle/cli/main.js ${command}`]).ended
}
