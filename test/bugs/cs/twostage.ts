/**
 * twostage_bad and twostage_100_bad of SCTBench's CS family. All but one thread set one value under its lock and then a
 * second one, which depends on it, under another; the last one reads both in the same way. Bug: it can read the first
 * one already set and the second one not yet.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({
  lock1: mem.mutex('lock1'),
  lock2: mem.mutex('lock2'),
  data1: mem.int32('data1', 1),
  data2: mem.int32('data2', 1),
})
type Stages = ReturnType<typeof shared>

/** One lock after the other, or in the repaired form the second one inside the first. */
function write(nested: boolean) {
  return (s: Stages): void => {
    s.lock1.lock()
    s.data1[0] = 1
    if (!nested) s.lock1.unlock()
    s.lock2.lock()
    s.data2[0] = s.data1[0]! + 1
    s.lock2.unlock()
    if (nested) s.lock1.unlock()
  }
}

function read(nested: boolean) {
  return (s: Stages): void => {
    s.lock1.lock()
    const first = s.data1[0]!
    if (first === 0 || !nested) s.lock1.unlock()
    if (first === 0) return
    s.lock2.lock()
    const second = s.data2[0]!
    s.lock2.unlock()
    if (nested) s.lock1.unlock()
    assert.equal(second, first + 1) // BUG
  }
}

/** `n` is the number of threads. */
export function make({ fixed = false, n = 2 }: Variant = {}): Program {
  return program({
    name: `twostage(${n})`,
    shared,
    threads: [...Array.from({ length: n - 1 }, () => write(fixed)), read(fixed)],
  })
}

export default make()
