import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HeddleError } from '../../../src/base/errors.ts'
import { digestOf } from '../../../src/frontends/loader/digest.ts'
import type { ProgramSources } from '../../../src/frontends/loader/program-sources.ts'
import { version } from '../../../src/base/version.ts'
import { verifyFile } from '../../../src/host/irs/verify-file.ts'
import { SetReader } from '../../../src/irs/set/set-file.ts'
import { Verifier } from '../../../src/irs/verifier/verifier.ts'
import type { VerifyOptions } from '../../../src/irs/verifier/verify-options.ts'
import type { Program } from '../../../src/program/program.ts'
import { runAdmitted, type RunResult } from '../../../src/host/run.ts'
import { Random } from '../../validation/programs/random.ts'
import { PAUSES } from './paused-form.ts'
import { isModule, randomRealPlan, type RealPlan, sourceOf } from './real-plan.ts'
import { programOf, randomSubject, type Subject } from './subject.ts'
import { type Linearization, linearizations, traceOutcomes } from './trace-outcomes.ts'

export interface RealVerdict {
  /** Null, or what is wrong. */
  readonly wrong: string | null
  readonly runs: number
  readonly traces: number
  readonly erroneous: number
  readonly whole: boolean
  readonly partial: boolean
  readonly opened: number
}

const BUDGET_MS = 2000

/**
 * Verifies a random program, and runs it as often as asked on real workers. Every run must come to what one of the
 * set's traces comes to. Null when there are none.
 */
export async function checkReally(
  seed: number,
  profile: string,
  runs: number,
  timeoutMs = 120_000,
): Promise<RealVerdict | null> {
  const subject = randomSubject(seed, profile)
  if (!isModule(subject)) return null
  const folder = mkdtempSync(join(tmpdir(), 'heddle-irs-real-'))
  try {
    const plan = randomRealPlan(seed, subject)
    return await new RealSubject(folder, subject, plan, new Random(seed), timeoutMs).check(runs)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

class RealSubject {
  private readonly subject: Subject
  private readonly plan: RealPlan
  private readonly random: Random
  private readonly file: string
  private readonly set: string
  private readonly program: Program
  private readonly timeoutMs: number

  constructor(folder: string, subject: Subject, plan: RealPlan, random: Random, timeoutMs: number) {
    this.timeoutMs = timeoutMs
    this.subject = subject
    this.plan = plan
    this.random = random
    this.file = join(folder, 'program.mjs')
    this.set = join(folder, 'set')
    this.program = programOf(subject)
    writeFileSync(this.file, sourceOf(subject, plan))
  }

  async check(runs: number): Promise<RealVerdict | null> {
    const { cuts, traces } = this.subject.plan
    for (const [i, step] of [...cuts.filter((cut) => cut < traces), traces].entries()) await this.verify(step, i > 0)
    const before = this.read()
    if (before.set.traces === 0) return null
    const inputs = this.plan.inputs ? this.someInputs(linearizations(before.set)) : {}
    const result = await this.run(runs, inputs)
    const reader = this.read()
    const admissible = linearizations(reader.set).filter((trace) => this.hasInputs(trace, inputs))
    const { set, notes } = reader
    const seen = {
      traces: set.traces,
      erroneous: notes.erroneous,
      whole: set.isWhole,
      partial: notes.completion === null,
    }
    if (typeof result === 'string') return { ...seen, wrong: result, runs: 0, opened: 0 }
    const wrong = wrongIn(result, runs, traceOutcomes(this.program, admissible))
    return { ...seen, wrong, runs: result.runs, opened: result.enforcement!.opened }
  }

  private read(): SetReader {
    const reader = new SetReader(this.set)
    reader.close()
    return reader
  }

  /** Generator threads can be verified here; plain code is transformed in a worker of its own. */
  private async verify(traces: number, resume: boolean): Promise<void> {
    const options: VerifyOptions = { ...this.subject.plan.search, out: this.set, traces, resume, budgetMs: BUDGET_MS }
    if (this.plan.plain) {
      await verifyFile(this.file, options)
      return
    }
    const verifier = new Verifier(this.program, options, this.sources(), version())
    while (!verifier.run(1000));
  }

  private sources(): ProgramSources {
    const files = [{ path: 'program.mjs', digest: digestOf(readFileSync(this.file)) }]
    return { files: () => files, count: () => 1, changedSince: () => null }
  }

  private async run(repeat: number, inputs: Readonly<Record<string, number[]>>): Promise<RunResult | string> {
    const { pauses, follow, enforcement } = this.plan
    if (pauses) process.env[PAUSES] = '1'
    try {
      const options = { repeat, timeoutMs: this.timeoutMs, inputs }
      const running = runAdmitted(this.file, { ...enforcement, follow, set: this.set }, options)
      const verifying = follow ? this.verify(2 * this.subject.plan.traces, true) : null
      return (await Promise.all([running, verifying]))[0]
    } catch (error) {
      if (!(error instanceof HeddleError)) throw error
      return `${error.kind} error: ${error.message}`
    } finally {
      delete process.env[PAUSES]
    }
  }

  /** What declared threads choose first in one of the traces. */
  private someInputs(traces: readonly Linearization[]): Record<string, number[]> {
    const trace = this.random.pick(traces)
    const all = this.program.threads.map(({ name }, handle) => [name, chosenBy(trace, handle)] as const)
    const some = (values: readonly number[]): number[] => values.slice(0, 1 + this.random.below(values.length))
    return Object.fromEntries(all.flatMap(([name, values]) => (values.length > 0 ? [[name, some(values)]] : [])))
  }

  private hasInputs(trace: Linearization, inputs: Readonly<Record<string, number[]>>): boolean {
    return this.program.threads.every(({ name }, handle) => {
      const values = chosenBy(trace, handle)
      return (inputs[name] ?? []).every((value, i) => values[i] === undefined || values[i] === value)
    })
  }
}

const chosenBy = (trace: Linearization, handle: number): number[] =>
  trace.flatMap((step) => (step.handle === handle && step.chooses ? [step.choice] : []))

function wrongIn(result: RunResult, asked: number, admissible: ReadonlySet<string>): string | null {
  const { runs, failures, outcomes } = result
  if (failures.length > 0) {
    const { runs: failed, kind, message, thread } = failures[0]!
    return `${failed} of ${runs} runs failed: ${kind}, ${message} (${thread ?? 'no thread'})`
  }
  if (runs !== asked) return `only ${runs} of ${asked} runs`
  const other = outcomes.find(({ value }) => !admissible.has(JSON.stringify(value)))
  if (other === undefined) return null
  const some = [...admissible].slice(0, 5).join(' ')
  return `${other.runs} of ${runs} runs came to ${JSON.stringify(other.value)}; the set's traces come to ${some}`
}
