import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'

type Shared = { index: Int32Array; a: Int32Array }

/**
 * The main thread n times: index = index + 1 (from -1), then spawns a thread that does a[index] = 1: (2n-1)!! traces.
 */
export const sigma = (n: number): Program =>
  program({
    name: `sigma(${n})`,
    shared: (mem: Mem): Shared => ({ index: mem.int32('index', [-1]), a: mem.int32('a', n) }),
    threads: {
      *main(s: Shared) {
        for (let i = 0; i < n; i++) {
          yield* ops.write(s.index, 0, (yield* ops.read(s.index, 0)) + 1)
          yield* ops.spawn('set')
        }
      },
    },
    tasks: {
      *set(s: Shared) {
        yield* ops.write(s.a, yield* ops.read(s.index, 0), 1)
      },
    },
    outcome: (s) => [...s.a],
  })
