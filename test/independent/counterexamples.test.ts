import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { check, ops, program } from '../../src/index.ts'
import { faultsOf } from './campaign.ts'
import { type IndependentProgram, r0, r1 } from './language.ts'
import type { Search } from './searches.ts'

/**
 * Programs about which a check and the reference once disagreed, each as small as it got. A name says what was wrong.
 */
const LIMITS = { maxExecutions: 2000, budgetMs: 60_000 }

const all = { allBugs: true } as const
/** What every program is checked with here, besides the searches that were wrong about it. */
const USUAL: readonly Search[] = [
  {},
  all,
  { reduction: 'none', ...all },
  { reduction: 'dpor', ...all },
  { reduction: 'optimal', ...all },
  { commute: 'all', ...all },
  { commute: 'all', reduction: 'optimal', ...all },
  { bounds: { preemption: 1 }, ...all },
]

function counterexample(name: string, program: IndependentProgram, searches: readonly Search[] = []): void {
  describe(name, () => {
    for (const search of [...USUAL, ...searches]) {
      test(JSON.stringify(search), async () => assert.deepEqual(await faultsOf(program, search, LIMITS), []))
    }
  })
}

counterexample('a join that returns true is no tryAcquire of the semaphore at the first address', {
  shared: [
    ['semaphore', 's', 1],
    ['int32', 'x', 1],
  ],
  threads: {
    a: [
      ['let', r0, ['spawn', 'k']],
      ['join', r0],
      ['acquire', 's'],
      ['write', 'x', 0, 1],
      ['release', 's'],
    ],
    b: [
      ['acquire', 's'],
      ['write', 'x', 0, 2],
      ['release', 's'],
    ],
  },
  tasks: { k: [['return', true]] },
})

counterexample('updates that commute come before a compare-and-swap in any order', {
  shared: [['int32', 'x', 1]],
  threads: {
    a: [['add', 'x', 0, 1]],
    b: [['add', 'x', 0, 2]],
    c: [
      ['let', r0, ['cas', 'x', 0, 2, 9]],
      ['return', r0],
    ],
    d: [
      ['let', r0, ['cas', 'x', 0, 1, 9]],
      ['return', r0],
    ],
  },
})

counterexample('a deadlock at a join is not one at a lock of the first allocation', {
  shared: [['mutex', 'm']],
  threads: {
    a: [
      ['let', r0, ['spawn', 'k']],
      ['let', r1, ['tryLock', 'm']],
      ['if', ['==', r1, true], [['join', r0]], [['lock', 'm']]],
    ],
  },
  tasks: {
    k: [
      ['lock', 'm'],
      ['lock', 'm'],
    ],
  },
})

counterexample('a deadlock at a readLock is not one at a writeLock', {
  shared: [['rwlock', 'l']],
  threads: {
    a: [
      ['readLock', 'l'],
      ['writeLock', 'l'],
    ],
    b: [
      ['writeLock', 'l'],
      ['writeLock', 'l'],
    ],
  },
})

counterexample(
  'where only synchronisation is interleaved, a racy program may have bugs that are not listed',
  {
    shared: [['int32', 'x', 1]],
    threads: {
      a: [
        ['write', 'x', 0, 7],
        ['write', 'x', 0, 0],
      ],
      b: [
        ['let', r1, ['read', 'x', 0]],
        ['assert', ['<', r1, 4], 'a value between'],
      ],
    },
  },
  [{ switch: 'sync', ...all }, { switch: 'sync', reduction: 'optimal', ...all }, { switch: 'sync' }],
)

test('a function that checks for two callers fails for each of them', async () => {
  const must = (condition: boolean, message: string): void => assert(condition, message)
  const { bugs } = await check(
    program({
      name: 'two callers',
      shared: (mem) => ({ x: mem.int32('x', 1) }),
      threads: {
        *a(s) {
          const seen = yield* ops.read(s.x, 0)
          must(seen === 2, 'before the write')
          must(seen === 0, 'after the write')
        },
        *b(s) {
          yield* ops.write(s.x, 0, 2)
        },
      },
    }),
    { allBugs: true },
  )
  assert.deepEqual(bugs.map(({ message }) => message).sort(), ['after the write', 'before the write'])
})
