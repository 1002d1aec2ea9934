/** What is measured: the programs of [IRS, Table I], and two that do more than touch memory. */
import { fileURLToPath } from 'node:url'

export interface Subject {
  readonly name: string
  /** How many traces, smallest first; Infinity for all. */
  readonly rows: readonly number[]
  /** The paper's overheads in percent, where it has them. */
  readonly paper: Readonly<Record<number, number>>
  /** Whether the program accesses memory with Atomics anyway. */
  readonly isAtomic?: boolean
}

export const subjects: readonly Subject[] = [
  { name: 'last-zero', rows: [1, 128, 1024, 16384, Infinity], paper: { 1: 230, 128: 168, 1024: 157, 16384: 113 } },
  {
    name: 'indexer',
    rows: [1, 16, 256, 2048, Infinity],
    paper: { 1: 1321, 16: 1178, 256: 367, 2048: 314 },
    isAtomic: true,
  },
  { name: 'bounded-queue', rows: [1, 16, 64, Infinity], paper: {} },
  { name: 'parallel-sort', rows: [1, 4, Infinity], paper: {} },
]

const fileAt = (path: string): string => fileURLToPath(new URL(`../programs/${path}.js`, import.meta.url))

export const fileOf = ({ name }: Subject): string => fileAt(name)

/** The same program with Atomics: what enforcement has to be compared with where nothing is constrained. */
export const atomicFileOf = ({ name, isAtomic }: Subject): string =>
  fileAt(isAtomic === true ? name : `atomics/${name}`)
