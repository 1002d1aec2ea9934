import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SetReader } from '../../../src/irs/set/set-file.ts'
import { Verifier } from '../../../src/irs/verifier/verifier.ts'
import type { VerifyResult } from '../../../src/results/verify-result.ts'
import type { Program } from '../../../src/program/program.ts'
import { Random } from '../../validation/programs/random.ts'
import { shrink } from '../../validation/shrink.ts'
import { Simulation } from '../simulation.ts'
import { verifyInto } from '../verified.ts'
import { falseFinish } from './false-finish.ts'
import { programOf, type Subject } from './subject.ts'
import { linearizations, traceOutcomes } from './trace-outcomes.ts'

/** What is validated, other than verifier and gates as they are: a mutant. */
export interface Parts {
  readonly verifier?: typeof Verifier
  readonly simulation?: typeof Simulation
}

export interface Verdict {
  /** Null, or what is wrong. */
  readonly wrong: string | null
  /** The set, if anything could be verified. */
  readonly set: {
    readonly traces: number
    readonly result: VerifyResult
    readonly opened: number
    readonly runs: number
  } | null
}

const BUDGET_MS = 1000
const MOST_EXECUTIONS = 3000

/** Follows the plan: verifies, stops, resumes. */
export function verifySubject(
  program: Program,
  { plan }: Subject,
  out: string,
  type: typeof Verifier,
): { reader: SetReader; result: VerifyResult } {
  const { search, cuts, traces } = plan
  const steps = [...cuts.filter((cut) => cut < traces), traces]
  let last: { reader: SetReader; result: VerifyResult } | null = null
  for (const [i, step] of steps.entries())
    last = verifyInto(program, { ...search, out, traces: step, budgetMs: BUDGET_MS, resume: i > 0 }, type)
  return last!
}

/**
 * Verifies a program and runs it under the set, in a simulation in which any thread that may go goes next. Every run
 * must come to what one of the set's traces comes to, by value; and no prefix may be called finished from which
 * something else can be reached.
 */
export function checkSubject(
  subject: Subject,
  runs: number,
  seed: number,
  { verifier = Verifier, simulation = Simulation }: Parts = {},
): Verdict {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-irs-'))
  try {
    const program = programOf(subject)
    const { reader, result } = verifySubject(program, subject, join(folder, 'set'), verifier)
    if (reader.set.traces === 0) return { wrong: null, set: null }
    const random = new Random(seed)
    const simulated = new simulation(program, reader, (below) => random.below(below))
    const wrong =
      falseFinish(program, reader, subject.plan.search.maxDepth!, MOST_EXECUTIONS) ??
      wrongRun(program, reader, simulated, runs)
    return { wrong, set: { traces: reader.set.traces, result, opened: simulated.opened, runs } }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function wrongRun(program: Program, { set }: SetReader, simulation: Simulation, runs: number): string | null {
  const outcomes = traceOutcomes(program, linearizations(set))
  for (let i = 0; i < runs; i++) {
    const wrong = simulation.run()
    if (wrong !== null) return `run ${i + 1}: ${wrong}`
    if (!outcomes.has(simulation.outcome!))
      return `run ${i + 1} came to ${simulation.outcome!}, which no trace of the set comes to`
  }
  return null
}

/** The smallest program that shrinking finds for the same plan. */
export function shrinkSubject(subject: Subject, runs: number, seed: number, parts: Parts = {}): Subject {
  const fails = (candidate: Subject): boolean => {
    try {
      return checkSubject(candidate, runs, seed, parts).wrong !== null
    } catch {
      return false // what cannot be verified at all shows nothing
    }
  }
  return { ...subject, text: shrink(subject.text, (text) => fails({ ...subject, text })) }
}
