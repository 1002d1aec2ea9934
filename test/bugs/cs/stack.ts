/**
 * stack_bad of SCTBench's CS family. One thread pushes, another pops as soon as something was pushed once.
 * Bug: a flag says so for ever after, also when the stack is empty again.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const [overflow, underflow] = [-1, -2]

const shared = (size: number) => (mem: Mem) => ({
  lock: mem.mutex('lock'),
  top: mem.int32('top', 1),
  elements: mem.int32('elements', size),
  pushed: mem.int32('pushed', 1),
})
type Stack = ReturnType<ReturnType<typeof shared>>

function push(s: Stack, value: number): number {
  if (s.top[0] === s.elements.length) return overflow
  s.elements[s.top[0]!] = value
  s.top[0]!++
  return 0
}

function pop(s: Stack): number {
  if (s.top[0] === 0) return underflow
  s.top[0]!--
  return s.elements[s.top[0]!]!
}

/** `n` is the size of the stack, and the number of rounds. */
export function make({ fixed = false, n = 10 }: Variant = {}): Program {
  return program({
    name: `stack(${n})`,
    shared: shared(n),
    threads: {
      pusher(s) {
        for (let i = 0; i < n; i++) {
          s.lock.lock()
          assert.notEqual(push(s, i), overflow)
          s.pushed[0] = 1
          s.lock.unlock()
        }
      },
      popper(s) {
        for (let i = 0; i < n; i++) {
          s.lock.lock()
          if (fixed ? s.top[0]! > 0 : s.pushed[0] === 1) {
            assert.notEqual(pop(s), underflow) // BUG
          }
          s.lock.unlock()
        }
      },
    },
  })
}

export default make()
