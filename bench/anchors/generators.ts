/** The programs of known size, with generator threads. */
import type { Program } from '../../src/program/program.ts'
import { account, cinc, fibBench, inc, nWriters, readers } from '../../test/programs/counters.ts'
import { filesystem } from '../../test/programs/filesystem.ts'
import { indexer, lockedIndexer } from '../../test/programs/indexer.ts'
import { lastZero } from '../../test/programs/last-zero.ts'
import { philosophers } from '../../test/programs/philosophers.ts'
import { sigma } from '../../test/programs/sigma.ts'

export const generators: Readonly<Record<string, (n: number, rounds: number) => Program>> = {
  readers,
  lastzero: lastZero,
  indexer,
  'indexer with mutexes': lockedIndexer,
  filesystem,
  fib_bench: fibBench,
  inc,
  'N-writers': nWriters,
  cinc,
  sigma,
  account,
  philosophers,
}
