/**
 * Each construct of the table as it is written, in a realm of its own, against what the transform makes of it: values,
 * errors with their
 * messages, and the order of shared accesses.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesOf } from './constructs/construct.ts'
import { table } from './constructs/table.ts'
import { isDirect } from './harness.ts'
import { compare } from './oracle/compare.ts'

for (const construct of table) {
  test(construct.name, () => {
    for (const { mode, source } of filesOf(construct)) {
      const { refusal, difference } = compare(source, { fresh: true })
      // What exploration refuses is never run under gates, but may work there.
      if (construct.refused !== undefined && !(isDirect && refusal === null && difference === null)) {
        assert(refusal !== null, `${mode}: not refused`)
        assert.match(refusal.message, construct.refused)
        assert.match(refusal.at ?? '', /:\d+:\d+$/)
        continue
      }
      assert.equal(refusal, null, mode)
      assert.equal(difference, null, `${mode}: ${difference}\n${source}`)
    }
  })
}

test('no two constructs have the same name', () => {
  const names = table.map(({ name }) => name)
  assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), [])
})
