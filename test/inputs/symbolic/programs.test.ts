/** Programs with inputs whose regions are known: by brute force over the domain, and by thinking. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SymbolicCheck } from '../../../src/checking/inputs/symbolic-check.ts'
import { compare, load, optionsFor, regionsOf } from './compare.ts'
import { head, programs } from './programs.ts'

const options = optionsFor('optimal')

for (const [name, [source, regions, listed]] of Object.entries(programs)) {
  test(name, async () => {
    assert.equal(await compare(head + source), null)
    const found = await regionsOf(load(head + source, true))
    assert.equal(found.length, regions)
    // Each input has the very search of its region, so that these are all behaviours there are.
    const behaviours = new Set(
      found.map(({ result }) => JSON.stringify([result.transitions, result.traces, result.bugs.length])),
    )
    const check = new SymbolicCheck(load(head + source, true), options)
    while (!check.run(Infinity)) await check.waiting()
    const { inputs } = check.result()
    assert.equal(inputs!.regions!.length, listed, JSON.stringify(inputs!.regions))
    assert.equal(
      inputs!.regions!.reduce((sum, { explored }) => sum + explored, 0),
      regions,
    )
    assert.ok(listed >= behaviours.size)
  })
}
