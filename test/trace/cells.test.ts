import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALIGNMENT, MAX_THREADS, NOWHERE, threadEnd, threadOf } from '../../src/dependence/cells.ts'
import { Layout } from '../../src/program/memory/layout.ts'
import { attach } from '../../src/program/memory/mem.ts'

test('bytes, primitives, wait lists and thread ends have cells of their own', () => {
  const layout = new Layout()
  const { mem, end } = attach(layout)
  mem.int8('one', 1)
  mem.mutex('m')
  mem.int32('words', 5)
  mem.int8('odd', 1003)
  end()
  const cells = [NOWHERE]
  for (let slot = 0; slot < MAX_THREADS; slot++) cells.push(threadEnd(slot))
  for (const allocation of layout.allocations) {
    assert.equal(allocation.base % ALIGNMENT, 0)
    for (let i = 0; i < allocation.extent; i++) cells.push(allocation.base + i)
    if (allocation.model !== null) continue
    for (let i = 0; i < allocation.extent; i += 4) cells.push(allocation.waitListOf(allocation.base + i))
  }
  assert.equal(new Set(cells).size, cells.length)
  for (const cell of cells) assert.ok(cell >= 0 && cell < layout.cells, `${cell} of ${layout.cells}`)
})

test('the bytes of a word share a wait list, neighbouring words do not', () => {
  const layout = new Layout()
  const { mem, end } = attach(layout)
  mem.int32('words', 4)
  end()
  const words = layout.allocations[0]!
  const list = (at: number): number => words.waitListOf(words.base + at)
  assert.equal(list(8), list(11))
  assert.notEqual(list(8), list(4))
})

test('a cell tells whose end it is', () => {
  for (let slot = 0; slot < MAX_THREADS; slot++) assert.equal(threadOf(threadEnd(slot)), slot)
  for (const cell of [-1, NOWHERE, MAX_THREADS + ALIGNMENT]) assert.equal(threadOf(cell), -1)
})
