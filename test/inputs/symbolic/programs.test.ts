/** Programs with inputs whose regions are known: by brute force over the domain, and by thinking. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, load, regionsOf } from './compare.ts'
import { head, programs } from './programs.ts'

for (const [name, [source, regions]] of Object.entries(programs)) {
  test(name, async () => {
    assert.equal(await compare(head + source), null)
    const found = await regionsOf(load(head + source, true))
    assert.equal(found.length, regions)
  })
}
