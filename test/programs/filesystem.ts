import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import type { Mutex } from '../../src/program/primitives/mutex.ts'
import { repeat } from './repeat.ts'

const INODES = 32
const BLOCKS = 26

interface Disk {
  inodeLocks: Mutex[]
  blockLocks: Mutex[]
  inodes: Int32Array
  busy: Int32Array
}

/**
 * Each thread gives its inode a free block, under the inode's lock and each tried block's lock [Flanagan and Godefroid,
 * POPL 2005]. Up to 13 threads never meet; 2^(n-13) traces for 13 <= n <= 26 (errata 24).
 */
export const filesystem = (n: number): Program =>
  program({
    name: `filesystem(${n})`,
    shared: (mem: Mem): Disk => ({
      inodeLocks: repeat(INODES, (i) => mem.mutex(`inodeLock${i}`)),
      blockLocks: repeat(BLOCKS, (i) => mem.mutex(`blockLock${i}`)),
      inodes: mem.int32('inodes', INODES),
      busy: mem.int32('busy', BLOCKS),
    }),
    threads: repeat(
      n,
      (tid) =>
        function* create(s: Disk) {
          const i = tid % INODES
          yield* ops.lock(s.inodeLocks[i]!)
          if ((yield* ops.read(s.inodes, i)) === 0) {
            let b = (i * 2) % BLOCKS
            while (!(yield* tryBlock(s, i, b))) b = (b + 1) % BLOCKS
          }
          yield* ops.unlock(s.inodeLocks[i]!)
        },
    ),
  })

function* tryBlock(s: Disk, inode: number, b: number) {
  yield* ops.lock(s.blockLocks[b]!)
  const free = (yield* ops.read(s.busy, b)) === 0
  if (free) {
    yield* ops.write(s.busy, b, 1)
    yield* ops.write(s.inodes, inode, b + 1)
  }
  yield* ops.unlock(s.blockLocks[b]!)
  return free
}
