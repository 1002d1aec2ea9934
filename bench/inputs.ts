/**
 * Runs of one input under a set for all inputs, and under a set of that input alone, which take turns run by run:
 * conditions are evaluated while a set is read, so the two should take the same time. And how long reading takes.
 *
 *   node dist/bench/inputs.js [--runs N]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { registerLoader } from '../src/frontends/loader/register-loader.ts'
import { loadProgram } from '../src/frontends/load-program.ts'
import { verifyFile } from '../src/host/irs/verify-file.ts'
import * as heddle from '../src/index.ts'
import { buildIndex } from '../src/irs/enforcement/admission/build-index.ts'
import { holdsFor } from '../src/irs/set/regions.ts'
import { SetReader } from '../src/irs/set/set-file.ts'
import { withInput } from '../src/program/inputs/bind-input.ts'
import type { Program } from '../src/program/program.ts'
import { Arm } from './irs/arm.ts'
import { median, overhead } from './irs/statistics.ts'

const at = process.argv.indexOf('--runs')
const runs = at < 0 ? 1000 : Number(process.argv[at + 1])
const WARM_UP = 1500
const READS = 15
const TRACES = [16, 256, Infinity]
const input = { amount: 7 }

async function made(file: string, set: string, traces: number, symbolic: boolean): Promise<string> {
  const which = symbolic ? { inputs: 'symbolic' as const, inputLog: [input] } : { input }
  const limit = traces === Infinity ? {} : { traces }
  if ((await verifyFile(file, { out: set, budgetMs: 600_000, ...which, ...limit })) === null)
    throw new Error('the verification was stopped')
  return set
}

/** Milliseconds of the processor until there is an index, as a median. */
function readingTime(set: string, program: Program): { milliseconds: number; traces: number; bytes: number } {
  const times: number[] = []
  let found = { traces: 0, bytes: 0 }
  for (let i = 0; i < READS; i++) {
    const start = process.cpuUsage()
    const reader = new SetReader(set, holdsFor(program))
    buildIndex(reader.set)
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1000)
    found = { traces: reader.set.traces, bytes: reader.bytes }
    reader.close()
  }
  return { milliseconds: median(times), ...found }
}

function over(times: readonly number[], base: readonly number[]): string {
  const { percent, low, high } = overhead(times, base)
  return `${percent.toFixed(1)}% (${low.toFixed(1)} … ${high.toFixed(1)})`
}

registerLoader({ mode: 'strip', heddle })
const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-inputs-'))
try {
  const file = fileURLToPath(new URL('programs/withdrawals.js', import.meta.url))
  const program = withInput(await loadProgram(file), input)
  for (const traces of TRACES) {
    const sets = [
      await made(file, join(folder, `own-${traces}`), traces, false),
      await made(file, join(folder, `all-${traces}`), traces, true),
    ]
    const arms: Arm[] = []
    // The first one once more, which shows what a difference is that means nothing.
    for (const set of [...sets, sets[0]!]) arms.push(await Arm.create(set, file, { set }, input))
    for (let round = 0; round < WARM_UP + runs; round++) for (const arm of arms) await arm.once()
    for (const arm of arms) {
      arm.times.splice(0, WARM_UP)
      await arm.dispose()
    }
    const [own, all, again] = arms.map(({ times }) => times) as [number[], number[], number[]]
    console.log(
      `${traces} traces, runs: ${median(own).toFixed(0)} µs under a set of the input, ${over(all, own)} under one for all inputs, ` +
        `${over(again, own)} under the first once more, load ${loadavg()[0]!.toFixed(0)}`,
    )
    for (const [i, set] of sets.entries()) {
      const { milliseconds, traces: admitted, bytes } = readingTime(set, program)
      console.log(
        `  ${i === 0 ? 'of the input' : 'for all inputs'}: ${admitted} traces admitted, ${bytes} bytes, read in ${milliseconds.toFixed(1)} ms`,
      )
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
