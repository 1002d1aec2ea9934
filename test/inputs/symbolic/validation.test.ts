/** A little of `npm run validate:symbolic`, and that wrong checks are noticed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, SolverCheck } from './compare.ts'
import { hunt } from './hunt.ts'
import { mutants } from './mutants.ts'
import { randomProgram } from './random-program.ts'

test('random programs: every input is in one region, whose search is its own', async () => {
  for (let seed = 1; seed <= 6; seed++) assert.equal(await compare(randomProgram(seed)), null, `seed ${seed}`)
})

test('the same, with interchangeable threads and values in memory', async () => {
  for (let seed = 1; seed <= 6; seed++)
    assert.equal(await compare(randomProgram(seed, 'twins'), undefined, 'default'), null, `seed ${seed}`)
})

test('the same, with the solver', async () => {
  assert.equal(await compare(randomProgram(2), SolverCheck), null)
})

/** Those that a program shows quickly: `npm run validate:symbolic -- --mutants` looks for all, with its first program. */
const shownBy: Readonly<Record<string, number>> = {
  'every third constraint is dropped': 3,
  'comparisons are not noted': 10,
  'pinned values are ignored': 2,
}

for (const [name, seed] of Object.entries(shownBy))
  test(`a mutant is noticed: ${name}`, async () => assert.notEqual(await hunt(mutants[name]!, seed, 1), null))
