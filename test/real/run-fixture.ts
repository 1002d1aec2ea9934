import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runPlain, type RunPlainOptions, type RunResult } from '../../src/real/run-plain.ts'

/** The compiled program `programs/NAME.ts`. */
export function programFile(name: string): string {
  const file = fileURLToPath(new URL(`./programs/${name}.js`, import.meta.url))
  if (!existsSync(file)) throw new Error(`there is no test program ${file}`)
  return file
}

export const runFixture = (name: string, options: RunPlainOptions = {}): Promise<RunResult> => runPlain(programFile(name), options)

/** Runs until the given number of different outcomes was seen, at most `atMost` times; failures end it at once. */
export async function runUntilOutcomes(name: string, wanted: number, atMost = 40_000): Promise<RunResult> {
  let result = await runFixture(name, { repeat: 1000 })
  for (let repeat = 4000; result.outcomes.length < wanted && result.failures.length === 0 && repeat <= atMost; repeat *= 3) {
    result = await runFixture(name, { repeat })
  }
  return result
}
