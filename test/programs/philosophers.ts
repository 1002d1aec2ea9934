import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import type { Mutex } from '../../src/program/primitives/mutex.ts'
import { repeat } from './repeat.ts'

/**
 * n philosophers around a table, each `rounds` times: takes the forks beside him in the forks' order, and puts them
 * down.
 */
export const philosophers = (n: number, rounds = 1): Program =>
  program({
    name: `philosophers(${n}${rounds === 1 ? '' : `, ${rounds} rounds`})`,
    shared: (mem: Mem) => ({ forks: repeat(n, (i) => mem.mutex(`fork${i}`)) }),
    threads: repeat(
      n,
      (i) =>
        function* philosopher(s: { forks: Mutex[] }) {
          const [first, second] = [i, (i + 1) % n].sort((a, b) => a - b) as [number, number]
          for (let round = 0; round < rounds; round++) {
            yield* ops.lock(s.forks[first]!)
            yield* ops.lock(s.forks[second]!)
            yield* ops.unlock(s.forks[second]!)
            yield* ops.unlock(s.forks[first]!)
          }
        },
    ),
  })

/** As above, but everybody takes the left fork first: they can all starve. */
export const hungryPhilosophers = (n: number): Program =>
  program({
    name: `hungry philosophers(${n})`,
    shared: (mem: Mem) => ({ forks: repeat(n, (i) => mem.mutex(`fork${i}`)) }),
    threads: repeat(
      n,
      (i) =>
        function* philosopher(s: { forks: Mutex[] }) {
          yield* ops.lock(s.forks[i]!)
          yield* ops.lock(s.forks[(i + 1) % n]!)
          yield* ops.unlock(s.forks[(i + 1) % n]!)
          yield* ops.unlock(s.forks[i]!)
        },
    ),
  })
