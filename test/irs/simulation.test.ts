import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeKey } from '../../src/results/outcome-key.ts'
import type { Program } from '../../src/program/program.ts'
import { hashText } from '../../src/base/hash-text.ts'
import { randomProgram } from '../validation/programs/generate.ts'
import { print } from '../validation/programs/notation.ts'
import { Random } from '../validation/programs/random.ts'
import { compile } from '../validation/programs/source.ts'
import { type InputsBySlot, tracesWithOther } from '../../src/irs/enforcement/admission/inputs.ts'
import type { SetReader } from '../../src/irs/set/set-file.ts'
import { Simulation } from './simulation.ts'
import { verified } from './verified.ts'

const SEEDS = Number(process.env['HEDDLE_IRS_SEEDS'] ?? 60)
const RUNS = 15

/** A program some of whose outcomes are wrong, one in `every`. */
function withErrors(program: Program, every: number): Program {
  const { outcome } = program
  return {
    ...program,
    after: (s, results) => {
      if ((hashText(outcomeKey(outcome!(s, results))) >>> 3) % every === 0) throw new Error('a wrong outcome')
    },
  }
}

/** The values that declared threads chose in some trace. */
function inputsOf({ set }: SetReader, trace: number): InputsBySlot {
  const { first, starts, ends } = set.runsInOrder()
  const inputs = new Map<number, number[]>()
  for (let event = 0; event < set.events.count; event++) {
    const { handle } = set.threads[set.events.get('thread', event)]!
    const chosen = set.events.get('chosen', event)
    let isIn = false
    for (let r = first[event]!; r < first[event + 1]!; r++) isIn ||= starts[r]! <= trace && trace <= ends[r]!
    if (chosen > 0 && isIn) inputs.set(handle, [...(inputs.get(handle) ?? []), chosen - 1])
  }
  return inputs
}

test('random programs run under their set with the inputs that they are given, and always to the end', (t) => {
  const seen = { programs: 0, runs: 0, restricted: 0, opened: 0 }
  for (let seed = 1; seed <= 3 * SEEDS; seed++) {
    const random = new Random(seed)
    const text = randomProgram(seed, 'control')
    const program = withErrors(compile(text), random.pick([3, 1000]))
    const { reader } = verified(program, {
      traces: random.chance(0.5) ? 1 + random.below(40) : 400,
      maxDepth: 60,
      budgetMs: 500,
    })
    if (reader.set.traces === 0) continue
    const all = inputsOf(reader, random.below(reader.set.traces))
    const inputs = new Map([...all].filter(([handle]) => handle < program.threads.length))
    if (inputs.size === 0) continue
    const simulation = new Simulation(program, reader, (below) => random.below(below), inputs)
    for (let i = 0; i < RUNS; i++) {
      const wrong = simulation.run()
      assert.equal(
        wrong,
        null,
        `${wrong}: ${seed}, ${reader.set.traces} traces, inputs ${JSON.stringify([...inputs])}: ${print(text)}`,
      )
    }
    seen.programs++
    seen.runs += RUNS
    seen.restricted += tracesWithOther(reader.set, inputs).includes(1) ? 1 : 0
    seen.opened += simulation.opened
  }
  assert.ok(seen.programs > SEEDS / 8 && seen.restricted > 0 && seen.opened > 0, JSON.stringify(seen))
  t.diagnostic(JSON.stringify(seen))
})
