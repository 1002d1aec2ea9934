/**
 * The same programs and constructs in the form that passes gates: they must do the same in the same order as in
 * exploration.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'

process.env['HEDDLE_TEST_DIRECT'] = '1'
await import('./oracle.test.ts')
await import('./constructs.test.ts')
await import('./table.test.ts')
await import('./spins/forms.test.ts')
const { load, memory, run } = await import('./harness.ts')

test('a bound function compares in the same order as the function itself', () => {
  const { sorts } = load(`exports.sorts = function (s, isBound) {
    const compare = function (x, y) { return ((x * 7) % 100 - (y * 7) % 100) + 0 * s.a[x & 3] }
    return Array.from({ length: 90 }, (_, i) => i).sort(isBound ? compare.bind(null) : compare)
  }`)
  const s = memory((mem) => ({ a: mem.int32('a', 4) }))
  const [direct, bound] = [run(sorts!, s, false), run(sorts!, s, true)]
  assert.ok(direct.log.length > 90)
  assert.deepEqual(bound, direct)
})
