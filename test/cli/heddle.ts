/** Runs the built command line as people do, in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

const built = (path: string): string => fileURLToPath(new URL(`../../${path}/`, import.meta.url))

/** What users have, beside the compiled tests, whatever the folder of the build is called. */
export const bundle = built('bundle')
export const main = join(bundle, 'cli/main.js')

const newest = (path: string): number =>
  Math.max(
    ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => statSync(join(path, file)).mtimeMs),
  )

if (!existsSync(main) || newest(built('src')) > newest(bundle))
  throw new Error('the bundle is older than what it is made of: npm run build, or npm run bundle after compiling')

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ran>
  /** Resolves when stderr has contained the text. */
  saw(text: string): Promise<void>
}

/** A folder with these files, gone after the test. */
export function folder(t: TestContext, files: Readonly<Record<string, string>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'heddle-test-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  // A package of its own, whatever there may be in the folders above.
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  return path
}

export function start(cwd: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(command, args, {
    cwd,
    env: { ...withoutNpm(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { stdout: '', stderr: '' }
  let noticed = (): void => undefined
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk
      noticed()
    })
  }
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...text }))
  })
  const saw = (wanted: string): Promise<void> =>
    new Promise((resolve, reject) => {
      noticed = () => {
        if (text.stderr.includes(wanted)) resolve()
      }
      noticed()
      child.on('close', () => reject(new Error(`'${wanted}' was never printed, but:\n${text.stdout}${text.stderr}`)))
    })
  return { child, ended, saw }
}

/** `heddle ARGS` */
export const heddle = (cwd: string, ...args: readonly string[]): Promise<Ran> =>
  start(cwd, process.execPath, [main, ...args]).ended

/** The tests themselves may run under npm, which the command line would notice. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_|^(NO|FORCE)_COLOR$|^NODE_TEST_CONTEXT$/i.test(name)),
  )
}
