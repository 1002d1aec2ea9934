/** Programs on real workers under a set for all inputs, with random ones of them: every run is watched. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HeddleError } from '../../../src/base/errors.ts'
import { verifyFile } from '../../../src/host/irs/verify-file.ts'
import { runAdmitted } from '../../../src/host/run.ts'
import { inputText, type InputDomains, type InputValues } from '../../../src/program/inputs/input-values.ts'
import { Random } from '../../frontends/oracle/random.ts'
import { load } from './compare.ts'
import { head, programs } from './programs.ts'
import { randomProgram } from './random-program.ts'

/** Workers are made once for so many runs of an input. */
const BATCH = 500

interface Tally {
  runs: number
  inputs: number
  /** All executions of the input are erroneous. */
  refused: number
  wrong: number
}

const randomInput = (domains: InputDomains, random: Random): InputValues =>
  Object.fromEntries(Object.entries(domains).map(([name, domain]) => [name, domain.at(random.below(domain.size))]))

/** Runs until there were so many; how many went wrong. */
export async function realRuns(total: number, seed: number): Promise<number> {
  const random = new Random(seed)
  const tally: Tally = { runs: 0, inputs: 0, refused: 0, wrong: 0 }
  const sources = Object.values(programs).map(([source]) => head + source)
  for (let round = 0; tally.runs < total; round++) {
    const source = round < sources.length ? sources[round]! : randomProgram(seed + round, 'memory')
    await runProgram(source, Math.ceil(total / 20), random, tally)
    console.log(`${tally.runs} runs of ${tally.inputs} inputs: ${tally.wrong} wrong, ${tally.refused} inputs refused`)
  }
  return tally.wrong
}

async function runProgram(source: string, most: number, random: Random, tally: Tally): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-runs-'))
  const [file, set] = [join(folder, 'program.cjs'), join(folder, 'set')]
  try {
    writeFileSync(file, source)
    const verified = await verifyFile(file, { out: set, inputs: 'symbolic', budgetMs: 20_000 })
    if (verified?.complete !== true || verified.traces === 0) return
    const domains = load(source, false).inputs!
    for (let runs = 0, tries = 0; runs < most && tries < 2 + most / BATCH; tries++) {
      const before = tally.runs
      await runInput(file, set, randomInput(domains, random), Math.min(BATCH, most - runs), tally)
      runs += tally.runs - before
    }
  } catch (error) {
    if (!(error instanceof HeddleError && error.kind === 'program')) throw error // nothing to verify
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runInput(file: string, set: string, input: InputValues, repeat: number, tally: Tally): Promise<void> {
  tally.inputs++
  try {
    const { runs, failures } = await runAdmitted(file, { set, monitor: true }, { repeat, input, timeoutMs: 20_000 })
    tally.runs += runs
    if (failures.length === 0 && runs === repeat) return
    tally.wrong++
    console.log(`${inputText(input)}: ${runs} of ${repeat} runs, ${JSON.stringify(failures)}`)
  } catch (error) {
    if (error instanceof HeddleError && /admits no execution for/.test(error.message)) tally.refused++
    else {
      tally.wrong++
      console.log(`${inputText(input)}: ${String(error)}`)
    }
  }
}
