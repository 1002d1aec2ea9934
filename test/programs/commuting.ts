import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import { repeat } from './repeat.ts'

type Words = { x: Int32Array }

/** n threads try to be the first: one compare-and-swap each. */
export const election = (n: number): Program =>
  program({
    name: `election(${n})`,
    shared: (mem: Mem) => ({ x: mem.int32('x', [0]) }),
    threads: repeat(
      n,
      (i) =>
        function* candidate(s: Words) {
          return (yield* ops.atomics.compareExchange(s.x, 0, 0, i + 1)) === 0
        },
    ),
  })

/** n threads add 1 by compare-and-swap, again until it succeeds. */
export const swapCounter = (n: number): Program =>
  program({
    name: `swap counter(${n})`,
    shared: (mem: Mem) => ({ x: mem.int32('x', [0]) }),
    threads: repeat(
      n,
      () =>
        function* increment(s: Words) {
          for (;;) {
            const old = yield* ops.atomics.load(s.x, 0)
            if ((yield* ops.atomics.compareExchange(s.x, 0, old, old + 1)) === old) return
          }
        },
    ),
    outcome: (s) => s.x[0],
  })

/** An indexer in whose table many messages meet: n threads take the first free places from 0 or 1 on. */
export const fullIndexer = (n: number): Program =>
  program({
    name: `full indexer(${n})`,
    shared: (mem: Mem) => ({ x: mem.int32('x', n + 1) }),
    threads: repeat(
      n,
      (i) =>
        function* insert(s: Words) {
          let place = i % 2
          while ((yield* ops.atomics.compareExchange(s.x, place, 0, i + 1)) !== 0) place++
          return place
        },
    ),
  })

/** n threads add 1 to x, then y, then z, and do not look at what was there: cinc, with nothing to be seen. */
export const blindCounters = (n: number): Program =>
  program({
    name: `blind cinc(${n})`,
    shared: (mem: Mem) => ({ x: mem.int32('x', 3) }),
    threads: repeat(
      n,
      () =>
        function* increment(s: Words) {
          for (let i = 0; i < 3; i++) yield* ops.atomics.add(s.x, i, 1, 'unused')
        },
    ),
    outcome: (s) => [...s.x],
  })

/** n threads count in two places; one reads both. */
export const watchedCounters = (n: number): Program =>
  program({
    name: `watched counters(${n})`,
    shared: (mem: Mem) => ({ x: mem.int32('x', 2) }),
    threads: [
      ...repeat(
        n,
        () =>
          function* increment(s: Words) {
            for (let i = 0; i < 2; i++) yield* ops.atomics.add(s.x, i, 1, 'unused')
          },
      ),
      function* watch(s: Words) {
        return [yield* ops.atomics.load(s.x, 0), yield* ops.atomics.load(s.x, 1)]
      },
    ],
  })

/** Each of n threads sets its bit, then counts down; who comes to 0 knows that all bits are set. */
export const lastOneOut = (n: number): Program =>
  program({
    name: `last one out(${n})`,
    shared: (mem: Mem) => ({ x: mem.int32('x', [n, 0]) }),
    threads: repeat(
      n,
      (i) =>
        function* leave(s: Words) {
          yield* ops.atomics.or(s.x, 1, 1 << i, 'unused')
          return (yield* ops.atomics.sub(s.x, 0, 1)) === 1 ? yield* ops.atomics.load(s.x, 1) : null
        },
    ),
  })
