import assert from 'node:assert/strict'
import { test } from 'node:test'
import { threadEndAddress, waitListAddress } from '../../src/program/controls.ts'
import { MAX_THREADS } from '../../src/program/program.ts'
import { CellMap } from '../../src/trace/cells.ts'

test('bytes, wait lists and thread ends have cells of their own', () => {
  for (const extent of [1, 4, 8, 24, 1000]) {
    const map = new CellMap(extent)
    const cells = new Set<number>()
    for (let address = 0; address < extent; address++) cells.add(map.cellOf(address))
    for (let word = 0; word < extent; word += 4) cells.add(map.cellOf(waitListAddress(word)))
    for (let slot = 0; slot < MAX_THREADS; slot++) {
      cells.add(map.cellOf(threadEndAddress(slot)))
      assert.equal(map.cellOf(threadEndAddress(slot)), map.threadEnd(slot))
    }
    assert.equal(cells.size, extent + Math.ceil(extent / 4) + MAX_THREADS)
    for (const cell of cells) assert.ok(cell >= 0 && cell < map.count)
  }
})

test('neighbouring words have different wait lists', () => {
  const map = new CellMap(16)
  assert.equal(map.cellOf(waitListAddress(8)), map.cellOf(waitListAddress(8)))
  assert.notEqual(map.cellOf(waitListAddress(8)), map.cellOf(waitListAddress(4)))
})
