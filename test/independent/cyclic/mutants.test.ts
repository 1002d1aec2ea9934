/** Rules of the search of states that come again, each left out: the comparison with the reference must notice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareCyclic, CyclicExpectation } from './compare-cyclic.ts'
import { cyclicMutants, whileMutated } from './mutants.ts'

for (const [name, mutant] of Object.entries(cyclicMutants))
  test(`it is noticed when ${name}`, () => {
    const expectation = new CyclicExpectation(mutant.example, 300)
    const faults = (): readonly string[] => compareCyclic(expectation, { reduction: 'stateful' }).faults
    assert.deepEqual(faults(), [])
    assert.ok(whileMutated(mutant, faults).length > 0)
  })
