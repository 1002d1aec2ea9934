/**
 * phase01_bad of SCTBench's CS family. Two threads go through two phases, each with a lock of its own.
 * Bug: the lock of the first phase is not given back.
 */
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({ first: mem.mutex('first'), second: mem.mutex('second') })

function phases(fixed: boolean) {
  return (s: ReturnType<typeof shared>): void => {
    s.first.lock() // BUG
    s.first.unlock()
    s.first.lock() // BUG
    if (fixed) s.first.unlock()
    s.second.lock()
    s.second.unlock()
    s.second.lock()
    s.second.unlock()
  }
}

export function make({ fixed = false }: Variant = {}): Program {
  return program({ name: 'phase', shared, threads: [phases(fixed), phases(fixed)] })
}

export default make()
