import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HashSet } from '../../src/base/hash-set.ts'
import { Random } from '../support/random.ts'

test('agrees with a Set, however the hashes cluster', () => {
  const random = new Random(1)
  for (const spread of [1, 3, 100, 0x1_0000_0000]) {
    const set = new HashSet()
    const model = new Set<string>()
    for (let i = 0; i < (spread < 100 ? 3000 : 20_000); i++) {
      const lo = random.below(3000) - 1500
      const hi = (random.below(spread) * Math.floor(0x1_0000_0000 / spread)) | 0
      const known = model.has(`${lo},${hi}`)
      // Both zero and (1, 0) are one element: the empty mark costs one hash of 2^64.
      if (hi === 0 && (lo === 0 || lo === 1)) continue
      assert.equal(set.has(lo, hi), known)
      assert.equal(set.add(lo, hi), !known)
      model.add(`${lo},${hi}`)
      assert.equal(set.size, model.size)
    }
    for (const key of model) {
      const [lo, hi] = key.split(',').map(Number) as [number, number]
      assert.ok(set.has(lo, hi))
      assert.ok(!set.has(lo, hi ^ 0x40000000) || model.has(`${lo},${hi ^ 0x40000000}`))
    }
  }
})

test('a hash of zeros is an element like others', () => {
  const set = new HashSet()
  assert.equal(set.has(0, 0), false)
  assert.equal(set.add(0, 0), true)
  assert.equal(set.add(0, 0), false)
  assert.equal(set.has(0, 0), true)
  assert.equal(set.size, 1)
})

test('costs at most 16 bytes per element, at every size', () => {
  const random = new Random(2)
  const set = new HashSet()
  for (let i = 0; i < 300_000; i++) {
    set.add(random.word(), random.word())
    if (set.size > 1024) assert.ok(set.bytes <= 16 * set.size, `${set.bytes} bytes for ${set.size} elements`)
  }
})

test('can be cleared', () => {
  const set = new HashSet()
  for (let i = 1; i < 5000; i++) set.add(i, -i)
  set.clear()
  assert.equal(set.size, 0)
  assert.equal(set.has(7, -7), false)
  assert.equal(set.add(7, -7), true)
})
