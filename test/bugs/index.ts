/** The programs of the suite: where each comes from, what is wrong with it, and what shows it. */
import { type BuggyProgram, type Family, within } from './entry.ts'

type Entry = Omit<BuggyProgram, 'family'>

const optimal = { reduction: 'optimal' }

const philosophers = [2, 3, 4, 5, 6, 7].map(
  (n): Entry => ({
    name: `din_phil${n}_sat`,
    file: 'cs/philosophers.ts',
    n,
    threads: n,
    kind: n === 7 ? 'deadlock' : 'assertion',
    shown: within(1, { preemption: 0 }),
    ...(n <= 3 ? { repaired: {} } : {}),
  }),
)

const reorder = [3, 4, 5, 10, 20, 100].map(
  (n): Entry => ({
    name: n === 100 ? 'reorder_100' : `reorder_${n}_bad`, // which the study does not have
    file: 'cs/reorder.ts',
    n,
    threads: n,
    kind: 'assertion',
    shown: within(n === 100 ? 100 : 20, { context: 2 }),
    ...(n <= 5 ? { repaired: {} } : {}),
  }),
)

const cs: readonly Entry[] = [
  {
    name: 'account_bad',
    file: 'cs/account.ts',
    threads: 3,
    kind: 'assertion',
    shown: within(6, { preemption: 0 }),
    repaired: {},
  },
  {
    name: 'arithmetic_prog_bad',
    file: 'cs/arithmetic-progression.ts',
    threads: 2,
    kind: 'assertion',
    shown: within(1, { preemption: 0 }),
    repaired: {},
  },
  {
    name: 'bluetooth_driver_bad',
    file: 'cs/bluetooth-driver.ts',
    threads: 2,
    kind: 'assertion',
    shown: within(10, { preemption: 1 }),
    repaired: {},
  },
  {
    name: 'carter01_bad',
    file: 'cs/carter.ts',
    threads: 4,
    kind: 'deadlock',
    shown: within(10, { preemption: 1 }),
    repaired: {},
  },
  {
    name: 'circular_buffer_bad',
    file: 'cs/circular-buffer.ts',
    n: 7,
    threads: 2,
    kind: 'assertion',
    shown: within(50, { preemption: 1 }),
    repaired: { n: 4 },
  },
  {
    name: 'deadlock01_bad',
    file: 'cs/deadlock.ts',
    threads: 2,
    kind: 'deadlock',
    shown: within(10, { preemption: 1 }),
    repaired: {},
  },
  ...philosophers,
  {
    name: 'fsbench_bad',
    file: 'cs/fsbench.ts',
    n: 27,
    threads: 27,
    kind: 'assertion',
    shown: within(1, { preemption: 0 }),
    repaired: { n: 16, by: optimal },
  },
  {
    name: 'lazy01_bad',
    file: 'cs/lazy.ts',
    threads: 3,
    kind: 'assertion',
    shown: within(6, { preemption: 0 }),
    repaired: {},
  },
  {
    name: 'phase01_bad',
    file: 'cs/phase.ts',
    threads: 2,
    kind: 'deadlock',
    shown: within(1, { preemption: 0 }),
    repaired: {},
  },
  {
    name: 'queue_bad',
    file: 'cs/queue.ts',
    n: 20,
    threads: 2,
    kind: 'assertion',
    shown: within(100, { preemption: 1 }),
    repaired: { n: 4 },
  },
  ...reorder,
  {
    name: 'stack_bad',
    file: 'cs/stack.ts',
    n: 10,
    threads: 2,
    kind: 'assertion',
    shown: within(50, { preemption: 1 }),
    repaired: { n: 4 },
  },
  {
    name: 'sync01_bad',
    file: 'cs/sync01.ts',
    threads: 2,
    kind: 'deadlock',
    shown: within(1, { preemption: 0 }),
    repaired: {},
  },
  {
    name: 'sync02_bad',
    file: 'cs/sync02.ts',
    threads: 2,
    kind: 'deadlock',
    shown: within(1, { preemption: 0 }),
    repaired: {},
  },
  {
    name: 'token_ring_bad',
    file: 'cs/token-ring.ts',
    threads: 4,
    kind: 'assertion',
    shown: within(24, { preemption: 0 }),
    repaired: {},
  },
  {
    name: 'twostage_bad',
    file: 'cs/twostage.ts',
    n: 2,
    threads: 2,
    kind: 'assertion',
    shown: within(10, { preemption: 1 }),
    repaired: {},
  },
  {
    name: 'twostage_100_bad',
    file: 'cs/twostage.ts',
    n: 100,
    threads: 100,
    kind: 'assertion',
    shown: within(200, { context: 2 }),
  },
  {
    name: 'wronglock_3_bad',
    file: 'cs/wronglock.ts',
    n: 3,
    threads: 4,
    kind: 'assertion',
    shown: within(20, { context: 2 }),
    repaired: {},
  },
  {
    name: 'wronglock_bad',
    file: 'cs/wronglock.ts',
    n: 7,
    threads: 8,
    kind: 'assertion',
    shown: within(20, { context: 2 }),
  },
]

const chess: readonly Entry[] = [
  {
    name: 'WorkStealQueue',
    file: 'chess/wsq.ts',
    n: 2,
    threads: 3,
    kind: 'assertion',
    shown: within(200, { preemption: 1 }),
    repaired: { n: 1, by: optimal },
  },
  {
    name: 'InterlockedWorkStealQueue',
    file: 'chess/iwsq.ts',
    n: 2,
    threads: 3,
    kind: 'assertion',
    yields: true,
    shown: within(500, { preemption: 1, fair: 2 }),
  },
  {
    name: 'InterlockedWorkStealQueueWithState',
    file: 'chess/iwsq-with-state.ts',
    n: 2,
    threads: 3,
    kind: 'exception',
    yields: true,
    shown: within(400, { context: 4, fair: 2 }),
  },
  {
    name: 'StateWorkStealQueue',
    file: 'chess/swsq.ts',
    n: 2,
    threads: 3,
    kind: 'exception',
    yields: true,
    shown: within(400, { context: 4, fair: 2 }),
  },
]

const concBugs: readonly Entry[] = [
  {
    name: 'aget-bug2',
    file: 'conc-bugs/aget.ts',
    n: 3,
    threads: 3,
    kind: 'assertion',
    shown: within(10, { context: 1 }),
    repaired: {},
  },
  {
    name: 'pbzip2-0.9.4',
    file: 'conc-bugs/pbzip2.ts',
    n: 1,
    threads: 4,
    kind: 'exception',
    yields: true,
    shown: within(10, { preemption: 0, fair: 2 }),
  },
  {
    name: 'stringbuffer-jdk1.4',
    file: 'conc-bugs/stringbuffer.ts',
    threads: 2,
    kind: 'assertion',
    shown: within(10, { context: 2 }),
    repaired: {},
  },
]

const inspect: readonly Entry[] = [
  {
    name: 'ctrace-test',
    file: 'inspect/ctrace.ts',
    threads: 3,
    kind: 'assertion',
    shown: within(10, { preemption: 1 }),
    repaired: {},
  },
  {
    name: 'qsort_mt',
    file: 'inspect/qsort-mt.ts',
    n: 32,
    threads: 3,
    kind: 'assertion',
    shown: within(20, { preemption: 1 }),
    repaired: { by: optimal },
  },
]

/** A and E both get place 1: the header of the file says who A, D and E are. */
const [A, D, E] = [0, 1, 2]
const safestack: readonly Entry[] = [
  {
    name: 'SafeStack',
    file: 'misc/safestack.ts',
    n: 3,
    threads: 3,
    kind: 'assertion',
    yields: true,
    shown: {
      schedule: [
        [A, 2],
        [D, 9],
        [A, 1],
        [E, 7],
        [D, 4],
        [E, 2],
        [A, 1],
        [D, 3],
        [E, 10],
        [D, 3],
        [E, 1],
      ],
    },
  },
]

const parsec: readonly Entry[] = [
  {
    name: 'streamcluster',
    file: 'parsec/streamcluster.ts',
    n: 4,
    threads: 4,
    kind: 'deadlock',
    shown: within(1, { preemption: 0 }),
  },
  {
    name: 'streamcluster2',
    file: 'parsec/streamcluster2.ts',
    n: 4,
    threads: 4,
    kind: 'assertion',
    shown: within(1, { preemption: 0 }),
    repaired: { n: 2 },
  },
  {
    name: 'streamcluster3',
    file: 'parsec/streamcluster3.ts',
    n: 4,
    threads: 4,
    kind: 'assertion',
    shown: within(1, { preemption: 0 }),
    repaired: { n: 2 },
  },
]

const splash2: readonly Entry[] = [
  {
    name: 'fft',
    file: 'splash2/fft.ts',
    n: 7,
    threads: 2,
    kind: 'assertion',
    shown: within(5, { preemption: 1 }),
    repaired: { n: 2 },
  },
]

const radbench: readonly Entry[] = [
  {
    name: 'bug6',
    file: 'radbench/rwlock.ts',
    threads: 2,
    kind: 'deadlock',
    shown: within(10, { preemption: 1 }),
    repaired: {},
  },
]

const javaScript: readonly Entry[] = [
  {
    name: 'control value',
    file: 'javascript/control-value.ts',
    threads: 2,
    kind: 'deadlock',
    shown: within(5, { preemption: 1 }),
    repaired: {},
  },
  {
    name: 'ready barrier',
    file: 'javascript/ready-barrier.ts',
    n: 3,
    threads: 3,
    kind: 'deadlock',
    shown: within(10, { preemption: 0 }),
    repaired: {},
  },
  {
    name: 'sequence barrier',
    file: 'javascript/sequence-barrier.ts',
    n: 3,
    threads: 3,
    kind: 'assertion',
    shown: within(200, { delta: 2 }),
    repaired: { n: 2 },
  },
  {
    name: 'spurious wake',
    file: 'javascript/spurious-wake.ts',
    threads: 3,
    kind: 'assertion',
    shown: within(10, { preemption: 0 }),
    repaired: {},
  },
  {
    name: 'stale waiter',
    file: 'javascript/stale-waiter.ts',
    threads: 4,
    kind: 'deadlock',
    shown: within(20, { preemption: 1 }),
    repaired: {},
  },
  {
    name: 'tile ring',
    file: 'javascript/tile-ring.ts',
    n: 4,
    threads: 2,
    kind: 'assertion',
    shown: within(20, { preemption: 2 }),
    repaired: {},
  },
  {
    name: 'torn ring',
    file: 'javascript/torn-ring.ts',
    threads: 2,
    kind: 'assertion',
    shown: within(5, { preemption: 1 }),
    repaired: {},
  },
  {
    name: 'wait list',
    file: 'javascript/wait-list.ts',
    threads: 2,
    kind: 'deadlock',
    shown: within(5, { preemption: 1 }),
    repaired: {},
  },
]

const of = (family: Family, entries: readonly Entry[]): BuggyProgram[] => entries.map((entry) => ({ family, ...entry }))

export const buggyPrograms: readonly BuggyProgram[] = [
  ...of('CS', cs),
  ...of('CHESS', chess),
  ...of('conc-bugs', concBugs),
  ...of('inspect', inspect),
  ...of('safestack', safestack),
  ...of('parsec', parsec),
  ...of('splash2', splash2),
  ...of('radbench', radbench),
  ...of('JavaScript', javaScript),
]
