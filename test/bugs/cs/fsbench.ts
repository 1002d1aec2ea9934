/**
 * fsbench_bad of SCTBench's CS family; the file system of Flanagan and Godefroid, POPL 2005, with 27 threads, 32 inodes
 * and 26 blocks. Bug: there are only as many inode locks as blocks, and the last thread uses one beyond them.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const [blocks, inodes] = [26, 32]

const shared = (mem: Mem) => ({
  inodeLocks: Array.from({ length: blocks }, (_, i) => mem.mutex(`inodeLock ${i}`)),
  blockLocks: Array.from({ length: blocks }, (_, i) => mem.mutex(`blockLock ${i}`)),
  busy: mem.int32('busy', blocks),
  inode: mem.int32('inode', inodes),
})

function create(thread: number, fixed: boolean) {
  return (s: ReturnType<typeof shared>): void => {
    const i = thread % (fixed ? blocks : inodes)
    assert.ok(i < blocks, 'there is no lock for this inode') // BUG
    s.inodeLocks[i]!.lock()
    if (s.inode[i] === 0) {
      for (let j = 0, b = (i * 2) % blocks; j < blocks / 2; j++, b = (b + 1) % blocks) {
        s.blockLocks[b]!.lock()
        const isFree = s.busy[b] === 0
        if (isFree) {
          s.busy[b] = 1
          s.inode[i] = b + 1
        }
        s.blockLocks[b]!.unlock()
        if (isFree) break
      }
    }
    s.inodeLocks[i]!.unlock()
  }
}

/** `n` is the number of threads. */
export function make({ fixed = false, n = 27 }: Variant = {}): Program {
  return program({
    name: `fsbench(${n})`,
    shared,
    threads: Array.from({ length: n }, (_, thread) => create(thread, fixed)),
  })
}

export default make()
