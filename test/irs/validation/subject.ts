import type { VerifyOptions } from '../../../src/irs/verifier/verify-options.ts'
import { ops } from '../../../src/program/operations/ops.ts'
import type { Program } from '../../../src/program/program.ts'
import { randomProgram } from '../../validation/programs/generate.ts'
import { profiles } from '../../validation/programs/profiles.ts'
import { print, type ProgramText } from '../../validation/programs/notation.ts'
import { Random } from '../../validation/programs/random.ts'
import { compile } from '../../validation/programs/source.ts'

/** Which outcomes of a program are wrong: one in so many (0: none), by a hash of the outcome and the salt. */
export interface WrongOutcomes {
  readonly every: number
  readonly salt: number
}

/** How a set comes to be. */
export interface SearchPlan {
  readonly search: Pick<VerifyOptions, 'reduction' | 'bounds' | 'maxDepth'>
  /** Stops when the set has so many traces, and is resumed. */
  readonly cuts: readonly number[]
  /** So many traces at the end. */
  readonly traces: number
}

/** A program with executions that are right and, mostly, some that are wrong; and how it is verified. */
export interface Subject {
  readonly text: ProgramText
  readonly wrong: WrongOutcomes
  readonly plan: SearchPlan
}

/** As a property of the program, in source. */
export function wrongSource({ every, salt }: WrongOutcomes): string {
  if (every === 0) return ''
  return `  after: (s, results) => {
    let h = ${salt}
    for (const c of JSON.stringify([Object.values(s).filter((part) => part instanceof Int32Array).flatMap((words) => [...words]), results])) h = Math.imul(h ^ c.charCodeAt(0), 0x01000193)
    if (((h ^ (h >>> 15)) >>> 3) % ${every} === 0) throw new Error('a wrong outcome')
  },
`
}

export function programOf({ text, wrong }: Subject): Program {
  return compile(text, ops, wrongSource(wrong))
}

/** Real workers do not run as many threads as some have. */
export const profileNames = Object.keys(profiles).filter((name) => profiles[name]!.many !== true)

/** Large enough that few searches are cut by it, small enough that a loop does not take for ever. */
const MAX_DEPTH = 80
const MOST_TRACES = 400

export function randomSubject(seed: number, profile: string): Subject {
  const random = new Random(seed)
  return {
    text: randomProgram(seed, profile),
    wrong: { every: random.pick([2, 3, 3, 5, 12, 0]), salt: random.below(1 << 16) },
    plan: randomPlan(random),
  }
}

function randomPlan(random: Random): SearchPlan {
  const search = random.pick<SearchPlan['search']>([
    { reduction: 'optimal' },
    { reduction: 'optimal' },
    { reduction: 'optimal' },
    { reduction: 'dpor' },
    { reduction: 'dpor' },
    { reduction: 'none' },
    { reduction: 'dpor', bounds: randomBounds(random) },
    { reduction: 'dpor', bounds: randomBounds(random) },
  ])
  const traces = random.chance(0.6) ? MOST_TRACES : 1 + random.below(30)
  const cuts = random.chance(0.7)
    ? []
    : Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(Math.min(traces, 25))).sort((a, b) => a - b)
  return {
    search: { maxDepth: MAX_DEPTH, ...search },
    cuts,
    traces,
  }
}

function randomBounds(random: Random): Readonly<Record<string, number>> {
  const small = random.below(4)
  return random.pick<Readonly<Record<string, number>>>([
    { preemption: small },
    { preemption: small },
    { context: 1 + random.below(6) },
    { delta: small },
    { fair: 1 + random.below(3) },
    { 'local-context': small },
    { 'local-depth': 2 + random.below(6) },
    { depth: 4 + random.below(20) },
    { preemption: small, fair: 1 + random.below(2) },
  ])
}

export function describe({ text, wrong, plan }: Subject): string {
  return `${print(text)}\n  wrong ${JSON.stringify(wrong)}, plan ${JSON.stringify(plan)}`
}
