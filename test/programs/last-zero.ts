import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import { repeat } from './repeat.ts'

/**
 * a[0..n] are all 0; one reader scans a[n], a[n-1], … until it reads 0; writer j (1..n) does a[j] = a[j-1] + 1.
 * (n + 3) * 2^(n-2) traces (errata 24).
 */
export const lastZero = (n: number): Program =>
  program({
    name: `lastzero(${n})`,
    shared: (mem: Mem) => ({ a: mem.int32('a', n + 1) }),
    threads: [
      function* reader(s: { a: Int32Array }) {
        let i = n
        while ((yield* ops.read(s.a, i)) !== 0) i--
        return i
      },
      ...repeat(
        n,
        (j) =>
          function* writer(s: { a: Int32Array }) {
            yield* ops.write(s.a, j + 1, (yield* ops.read(s.a, j)) + 1)
          },
      ),
    ],
  })
