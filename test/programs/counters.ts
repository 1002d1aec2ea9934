import assert from 'node:assert/strict'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import type { Mutex } from '../../src/program/primitives/mutex.ts'
import { repeat } from './repeat.ts'

type Word = { x: Int32Array }

/** One thread writes x, n threads read it: 2^n traces. */
export const readers = (n: number): Program =>
  program({
    name: `readers(${n})`,
    shared: (mem: Mem) => ({ x: mem.int32('x', [0]) }),
    threads: [
      function* writer(s: Word) {
        yield* ops.write(s.x, 0, 1)
      },
      ...repeat(n, () => reader),
    ],
  })

function* reader(s: Word) {
  return yield* ops.read(s.x, 0)
}

/** n + 1 threads write x, one reads it: (n + 2)! traces. */
export const nWriters = (n: number): Program =>
  program({
    name: `N-writers(${n})`,
    shared: (mem: Mem) => ({ x: mem.int32('x', [0]) }),
    threads: [
      ...repeat(
        n + 1,
        (i) =>
          function* writer(s: Word) {
            yield* ops.write(s.x, 0, i + 1)
          },
      ),
      function* reader(s: Word) {
        return yield* ops.read(s.x, 0)
      },
    ],
  })

/** n threads read x and write x + 1: (n!)^2 traces. */
export const inc = (n: number): Program =>
  program({
    name: `inc(${n})`,
    shared: (mem: Mem) => ({ x: mem.int32('x', [0]) }),
    threads: repeat(n, () => increment),
    outcome: (s) => s.x[0],
  })

function* increment(s: Word) {
  yield* ops.write(s.x, 0, (yield* ops.read(s.x, 0)) + 1)
}

/** n threads add 1 atomically to x, then y, then z: (n!)^3 traces. */
export const cinc = (n: number): Program =>
  program({
    name: `cinc(${n})`,
    shared: (mem: Mem) => ({ xyz: mem.int32('xyz', 3) }),
    threads: repeat(n, () => incrementAll),
  })

function* incrementAll(s: { xyz: Int32Array }) {
  for (let i = 0; i < 3; i++) yield* ops.atomics.add(s.xyz, i, 1)
}

/** n threads each lock, read, write, unlock: n! traces. */
export const account = (n: number): Program =>
  program({
    name: `account(${n})`,
    shared: (mem: Mem) => ({ mutex: mem.mutex('mutex'), balance: mem.int32('balance', [0]) }),
    threads: repeat(
      n,
      (i) =>
        function* deposit(s: { mutex: Mutex; balance: Int32Array }) {
          yield* ops.lock(s.mutex)
          yield* ops.write(s.balance, 0, (yield* ops.read(s.balance, 0)) + 2 ** i)
          yield* ops.unlock(s.mutex)
        },
    ),
    outcome: (s) => s.balance[0],
  })

export const fibonacci = (n: number): number => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2))

/** x = y = 1; one thread n times x = x + y, one n times y = x + y, one reads x, then y: neither is ever too great. */
export const fibBench = (n: number): Program => {
  type Pair = { x: Int32Array; y: Int32Array }
  const most = fibonacci(2 * n + 2)
  return program({
    name: `fib_bench(${n})`,
    shared: (mem: Mem): Pair => ({ x: mem.int32('x', [1]), y: mem.int32('y', [1]) }),
    threads: [
      function* left(s) {
        for (let i = 0; i < n; i++) yield* ops.write(s.x, 0, (yield* ops.read(s.x, 0)) + (yield* ops.read(s.y, 0)))
      },
      function* right(s) {
        for (let i = 0; i < n; i++) yield* ops.write(s.y, 0, (yield* ops.read(s.x, 0)) + (yield* ops.read(s.y, 0)))
      },
      function* judge(s) {
        const [x, y] = [yield* ops.read(s.x, 0), yield* ops.read(s.y, 0)]
        assert(x <= most && y <= most)
      },
    ],
  })
}
