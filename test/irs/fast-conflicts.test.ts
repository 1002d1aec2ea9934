import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Access, Accesses, conflict } from '../../src/dependence/accesses.ts'
import { GateState } from '../../src/irs/enforcement/gate/gate-state.ts'
import { instantiate, newFastParts } from '../../src/irs/enforcement/wasm/fast-gate.ts'
import { Random } from '../validation/programs/random.ts'

const PAIRS = 200_000

interface Conflicts {
  conflicts(cell: number, bytes: number, access: number, slot: number): number
}

test('WebAssembly and the dependence relation agree on which accesses conflict', () => {
  const sizes = { cells: 64, models: 1, log: 0 }
  const parts = newFastParts(GateState.bytes(sizes), 64)!
  const state = new GateState(sizes, parts.memory.buffer)
  const { conflicts } = instantiate(parts) as unknown as Conflicts
  const random = new Random(11)
  const access = (): Access => random.pick([Access.read, Access.write])
  let found = 0
  for (let i = 0; i < PAIRS; i++) {
    const slot = random.below(64)
    const performed = new Accesses().range(random.below(16), 1 + random.below(8), 1, access())
    const waiting = new Accesses()
    if (random.chance(0.8)) waiting.range(random.below(16), 1 + random.below(8), random.pick([1, 4]), access())
    if (random.chance(0.4)) waiting.also(random.below(24), access())
    waiting.write(state.words, state.touch(slot))
    const { cell, bytes, access: how } = performed
    const decided = conflicts(cell, bytes, how, slot)
    const expected = conflict(performed, waiting)
    assert.equal(decided !== 0, expected, JSON.stringify({ performed, waiting }))
    if (expected) found++
  }
  assert.ok(found > PAIRS / 10 && found < (PAIRS * 9) / 10, `${found} of ${PAIRS} pairs conflict`)
})
