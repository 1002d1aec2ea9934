/**
 * lazy01_bad of SCTBench's CS family. Two threads add 1 and 2 to a number under a lock.
 * Bug: a third one claims that the number never reaches 3.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({ lock: mem.mutex('lock'), data: mem.int32('data', 1) })

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'lazy',
    shared,
    threads: {
      one(s) {
        s.lock.lock()
        s.data[0]!++
        s.lock.unlock()
      },
      two(s) {
        s.lock.lock()
        s.data[0]! += 2
        s.lock.unlock()
      },
      check(s) {
        s.lock.lock()
        assert.ok(s.data[0]! < (fixed ? 4 : 3)) // BUG
        s.lock.unlock()
      },
    },
  })
}

export default make()
