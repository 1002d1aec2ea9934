/**
 * Each construct of the table as it is written, in a realm of its own, against what the transform makes of it: values,
 * errors with their messages, and the order of shared accesses.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demands } from '../../src/frontends/plain/demands.ts'
import { filesOf } from './constructs/construct.ts'
import { contexts, within } from './constructs/contexts.ts'
import { table } from './constructs/table.ts'
import { isDirect } from './harness.ts'
import { compare } from './oracle/compare.ts'

for (const construct of table) {
  test(construct.name, () => {
    for (const { mode, source } of filesOf(construct)) {
      const { refusal, difference } = compare(source, { fresh: true, guesses: true })
      // What exploration refuses is never run under gates, but may work there.
      const mayWork = isDirect || demands.construct
      const refused = construct.refused ?? (isDirect ? construct.ungated : undefined)
      if (refused !== undefined && !(mayWork && refusal === null && difference === null)) {
        assert(refusal !== null, `${mode}: not refused`)
        assert.match(refusal.message, refused)
        assert.match(refusal.at ?? '', /:\d+:\d+$/)
        continue
      }
      assert.equal(refusal, null, mode)
      assert.equal(difference, null, `${mode}: ${difference}\n${source}`)
    }
  })
}

/**
 * One in so many is tried in another context as well; `npm run validate:transform -- --constructs` tries all in all.
 */
const SAMPLE = 8

const names = Object.keys(contexts)
for (const [i, construct] of table.entries()) {
  if (i % SAMPLE !== 0) continue
  const placed = within(names[(i / SAMPLE) % names.length]!, construct)
  test(placed.name, () => {
    for (const { mode, source } of filesOf(placed)) {
      const { difference } = compare(source, { fresh: true })
      assert.equal(difference, null, `${mode}: ${difference}\n${source}`)
    }
  })
}

test('no two constructs have the same name', () => {
  const names = table.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  )
})
