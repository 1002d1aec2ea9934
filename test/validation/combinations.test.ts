import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planOf } from '../../src/checking/check-options.ts'
import { checkProgram } from './check-program.ts'
import { setting } from './compare.ts'
import { parse } from './programs/notation.ts'

test('a preemption bound and a local bound do not go together under a reduction, which is why that is refused', () => {
  const bounds = { preemption: 1, 'local-depth': 3 }
  const lossy = checkProgram(parse('[w x; w x; r x; w x] || [w y; r y] || [w y]'), () => [setting('dpor', bounds)])
  assert.match(lossy.mismatch?.message ?? 'nothing', /2 of 11 local states missing/)
  for (const reduction of ['dpor', undefined])
    assert.throws(
      () => planOf({ bounds, ...(reduction === undefined ? {} : { reduction }) }),
      /only the fair bound can be combined/,
    )
})

test('bounds that are costs of traces go together, but not with fairness besides', () => {
  const together: Record<string, number>[] = [
    { depth: 5, 'local-depth': 3 },
    { 'local-depth': 3, 'local-context': 1 },
    { depth: 5, 'local-depth': 3, 'local-context': 1 },
  ]
  for (const bounds of together) {
    assert.deepEqual(planOf({ bounds }).bounds, bounds)
    assert.throws(
      () => planOf({ bounds: { ...bounds, fair: 1 } }),
      /only the fair bound can be combined with another one, and depth, local-depth, local-context with each other, got /,
    )
  }
})

test('without a reduction any bounds can be combined, and fairness always', () => {
  assert.deepEqual(planOf({ bounds: { preemption: 1, 'local-depth': 3 }, reduction: 'none' }).bounds, {
    preemption: 1,
    'local-depth': 3,
  })
  assert.deepEqual(planOf({ bounds: { fair: 1, context: 3 } }).bounds, { fair: 1, context: 3 })
})
