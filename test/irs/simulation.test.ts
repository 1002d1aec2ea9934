import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeKey } from '../../src/execution/outcome-key.ts'
import type { Program } from '../../src/program/program.ts'
import { hashText } from '../../src/trace/schedule.ts'
import { randomProgram } from '../validation/programs/generate.ts'
import { print } from '../validation/programs/notation.ts'
import { Random } from '../validation/programs/random.ts'
import { compile } from '../validation/programs/source.ts'
import { Simulation } from './simulation.ts'
import { verified } from './verified.ts'

const SEEDS = Number(process.env['HEDDLE_IRS_SEEDS'] ?? 60)
const RUNS = 15

/** A program some of whose outcomes are wrong, one in `every`. */
function withErrors(program: Program, every: number): Program {
  const { outcome } = program
  return { ...program, after: (s, results) => {
    if ((hashText(outcomeKey(outcome!(s, results))) >>> 3) % every === 0) throw new Error('a wrong outcome')
  } }
}

interface Seen { programs: number; runs: number; opened: number; erroneous: number; partial: number }

function simulate(profile: string, seed: number, seen: Seen): void {
  const random = new Random(seed)
  const text = randomProgram(seed, profile)
  const program = withErrors(compile(text), random.pick([2, 3, 1000]))
  const traces = random.chance(0.5) ? 1 + random.below(40) : 400
  const { reader, result } = verified(program, { traces, maxDepth: 60, budgetMs: 500 })
  const { set } = reader
  if (set.traces === 0) return
  const simulation = new Simulation(program, reader, (below) => random.below(below))
  for (let i = 0; i < RUNS; i++) {
    const wrong = simulation.run()
    assert.equal(wrong, null, `${wrong}: ${profile} ${seed}, ${set.traces} traces: ${print(text)}`)
  }
  seen.programs++
  seen.runs += RUNS
  seen.opened += simulation.opened
  seen.erroneous += result.erroneous > 0 ? 1 : 0
  seen.partial += result.complete ? 0 : 1
}

for (const profile of ['memory', 'bytes', 'locks', 'sync', 'threads', 'control', 'joins', 'mixed']) {
  test(`random programs of ${profile} run only under their set, and always to the end`, (t) => {
    const seen: Seen = { programs: 0, runs: 0, opened: 0, erroneous: 0, partial: 0 }
    for (let seed = 1; seed <= SEEDS; seed++) simulate(profile, seed, seen)
    assert.ok(seen.programs > SEEDS / 8 && seen.erroneous > 0 && seen.partial > 0, JSON.stringify(seen))
    t.diagnostic(JSON.stringify(seen))
  })
}
