/** Runs `reality.ts` to its end: a builtin that ends the process, or hangs, is left out by the next one. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Progress, Touching } from './reality.ts'

export interface Reality {
  readonly tried: number
  readonly touching: readonly Touching[]
  /** At which the process ended. */
  readonly fatal: readonly string[]
}

const script = fileURLToPath(new URL('./reality.js', import.meta.url))
const LONGEST_MS = 120_000
const MOST_FATAL = 10

export function reality(): Reality {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-builtins-'))
  const touching: Touching[] = []
  const fatal: string[] = []
  try {
    for (let after = ''; ; ) {
      const cwd = mkdtempSync(join(folder, 'run-'))
      const file = join(folder, 'progress.json')
      spawnSync(process.execPath, ['--no-warnings', script, file, after], {
        cwd,
        stdio: 'ignore',
        timeout: LONGEST_MS,
        killSignal: 'SIGKILL',
      })
      const { at, tried, found } = JSON.parse(readFileSync(file, 'utf8')) as Progress
      touching.push(...found)
      if (at === null) return { tried, touching, fatal }
      fatal.push(at)
      if (fatal.length > MOST_FATAL) throw new Error(`too many builtins end the process: ${fatal.join(', ')}`)
      after = at
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
