/** A little of `npm run validate:symbolic`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, SolverCheck } from './compare.ts'
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
