import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runPlain, type RunPlainOptions, type RunResult } from '../../src/host/run.ts'

/** The compiled program `programs/NAME.ts`. */
export function programFile(name: string): string {
  const file = fileURLToPath(new URL(`./programs/${name}.js`, import.meta.url))
  if (!existsSync(file)) throw new Error(`there is no test program ${file}`)
  return file
}

export const runFixture = (name: string, options: RunPlainOptions = {}): Promise<RunResult> =>
  runPlain(programFile(name), options)

/** Runs until the given number of different outcomes was seen, at most `atMost` times; failures end it at once. */
export async function runUntilOutcomes(name: string, wanted: number, atMost = 40_000): Promise<RunResult> {
  let result = await runFixture(name, { repeat: 1000 })
  for (
    let repeat = 4000;
    result.outcomes.length < wanted && result.failures.length === 0 && repeat <= atMost;
    repeat *= 3
  ) {
    result = await runFixture(name, { repeat })
  }
  return result
}

const HEADER = `import assert from 'node:assert/strict'
import { threadId } from 'node:worker_threads'
import { choose, join, ops, program, spawn, yieldNow } from 'heddle'
`

/** Runs a program that is written out in the test, from a folder of its own: what comes after the imports. */
export async function runSource(source: string, options: RunPlainOptions = {}): Promise<RunResult> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-real-'))
  try {
    const file = join(folder, 'program.ts')
    writeFileSync(file, HEADER + source)
    return await runPlain(file, options)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
