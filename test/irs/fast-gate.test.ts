import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomProgram } from '../validation/programs/generate.ts'
import { print } from '../validation/programs/notation.ts'
import { Random } from '../validation/programs/random.ts'
import { compile } from '../validation/programs/source.ts'
import { Left } from '../../src/irs/enforcement/wasm/fast-gate.ts'
import { FastTwin } from './fast-twin.ts'
import { Simulation } from './simulation.ts'
import { verified } from './verified.ts'

const SEEDS = Number(process.env['HEDDLE_IRS_SEEDS'] ?? 60)
const RUNS = 15

test('gates in WebAssembly decide and note what those in JavaScript do', (t) => {
  const left = Object.values(Left).map(() => 0)
  let refused = 0
  for (const profile of ['memory', 'bytes', 'locks', 'supplied', 'threads', 'joins', 'mixed']) {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = new Random(seed)
      const text = randomProgram(seed, profile)
      const program = compile(text)
      const { reader } = verified(program, { traces: 1 + random.below(60), maxDepth: 60, budgetMs: 500 })
      if (reader.set.traces === 0) continue
      const simulation = new Simulation(program, reader, (below) => random.below(below))
      const twin = (simulation.twin = new FastTwin(simulation, (below) => random.below(below)))
      for (let i = 0; i < RUNS; i++) assert.equal(simulation.run(), null, `${profile} ${seed}: ${print(text)}`)
      twin.left.forEach((times, how) => {
        left[how]! += times
      })
      refused += twin.refused
    }
  }
  t.diagnostic(JSON.stringify({ left, refused }))
  assert.ok(refused > 0 && left.every((times) => times > 0), JSON.stringify({ left, refused }))
})
