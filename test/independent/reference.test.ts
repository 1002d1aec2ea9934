import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '../support/random.ts'
import { Expectation } from './expectation.ts'
import { readGuarantee } from './guarantee.ts'
import * as language from './language.ts'
import { type Block, type IndependentProgram, r0, r1 } from './language.ts'
import { print } from './notation.ts'
import { IllFormed } from './operations.ts'
import { randomProgram } from './random-program.ts'

/** The reference has to be right by itself: what is expected here is enumerated by hand, or known from the papers. */

const outcomes = (expectation: Expectation): string[] =>
  [...expectation.facts.keys()]
    .filter((fact) => fact.startsWith('outcome '))
    .map((fact) => fact.slice('outcome '.length))
    .sort()

/** Values of the only array, or how else executions end. */
const finals = (program: IndependentProgram): string[] =>
  outcomes(new Expectation(program))
    .map((text) => (text.startsWith('"') ? text : JSON.stringify((JSON.parse(text) as [unknown[][]])[0]![0])))
    .sort()

const increment: Block = [
  ['let', r0, ['read', 'x', 0]],
  ['write', 'x', 0, ['+', r0, 1]],
]
const inc = (threads: number): IndependentProgram => ({
  shared: [['int32', 'x', 1]],
  threads: Array<Block>(threads).fill(increment),
})

describe('reachable ends', () => {
  test('increments are lost', () => {
    assert.deepEqual(finals(inc(2)), ['[1]', '[2]'])
    assert.deepEqual(finals(inc(3)), ['[1]', '[2]', '[3]'])
  })

  test('store buffering is not sequentially consistent', () => {
    const program: IndependentProgram = {
      shared: [['int32', 'x', 2]],
      outcome: 'results',
      threads: [
        [
          ['write', 'x', 0, 1],
          ['let', r0, ['read', 'x', 1]],
          ['return', r0],
        ],
        [
          ['write', 'x', 1, 1],
          ['let', r0, ['read', 'x', 0]],
          ['return', r0],
        ],
      ],
    }
    assert.deepEqual(outcomes(new Expectation(program)), ['[0,1]', '[1,0]', '[1,1]'])
  })

  test('two locks in opposite orders', () => {
    const { facts, holders } = new Expectation({
      shared: [
        ['mutex', 'm'],
        ['mutex', 'n'],
      ],
      threads: {
        a: [
          ['lock', 'm'],
          ['lock', 'n'],
        ],
        b: [
          ['lock', 'n'],
          ['lock', 'm'],
        ],
      },
    })
    assert.deepEqual(facts.get('bug deadlock: a at lock n; b at lock m'), {
      preemption: 1,
      context: 1,
      depth: 2,
      delta: 1,
    })
    // Who ends while holding both leaves the other waiting for its first one.
    assert.deepEqual([...facts.keys()].sort(), [
      'bug deadlock: a at lock m',
      'bug deadlock: a at lock n; b at lock m',
      'bug deadlock: b at lock n',
      'held m by a',
      'held m by b',
      'held n by a',
      'held n by b',
      'outcome "deadlock"',
    ])
    assert.ok(holders.has('a at lock n held by b; b at lock m held by a'))
  })

  test('bytes of one word through several views', () => {
    assert.deepEqual(
      finals({
        shared: [['uint16', 'x', 1]],
        views: [
          ['uint8', 'low', 'x', 0, 1],
          ['dataview', 'd', 'x', 0, 2],
        ],
        threads: [[['write', 'low', 0, 255]], [['put', 'd', 'Uint16', 0, 'big', 1]]],
      }),
      ['[256]', '[511]'],
    )
  })

  test('Atomics compare and cut as ECMAScript says', () => {
    assert.deepEqual(
      outcomes(
        new Expectation({
          shared: [['int8', 'x', [44]]],
          outcome: 'results',
          threads: [
            [
              ['let', r0, ['cas', 'x', 0, 300, 5]],
              ['let', r1, ['store', 'x', 0, 300]],
              ['return', ['list', r0, r1]],
            ],
          ],
        }),
      ),
      ['[[44,300]]'],
    )
  })
})

describe('blocking', () => {
  test('notify wakes in the order in which the waiters came, whatever their views', () => {
    const program: IndependentProgram = {
      shared: [['bigint64', 'x', 1]],
      views: [['int32', 'w', 'x', 0, 1]],
      threads: {
        a: [
          ['let', r0, ['wait', 'w', 0, 0]],
          ['return', r0],
        ],
        b: [
          ['let', r0, ['wait', 'x', 0, 0n]],
          ['return', r0],
        ],
        c: [
          ['notify', 'w', 0, 1],
          ['notify', 'w', 0, 1],
        ],
      },
    }
    assert.deepEqual([...new Expectation(program).facts.keys()].filter((fact) => fact.startsWith('bug')).sort(), [
      'bug deadlock: a at Atomics.wait',
      'bug deadlock: a at Atomics.wait; b at Atomics.wait',
      'bug deadlock: b at Atomics.wait',
    ])
  })

  test('a timed wait times out or is notified', () => {
    assert.deepEqual(
      outcomes(
        new Expectation({
          shared: [['int32', 'x', 1]],
          outcome: 'results',
          threads: [
            [
              ['let', r0, ['wait', 'x', 0, 0, 10]],
              ['return', r0],
            ],
            [
              ['let', r0, ['notify', 'x', 0]],
              ['return', r0],
            ],
          ],
        }),
      ),
      ['["ok",1]', '["timed-out",0]'],
    )
  })

  test('a notification is for those who wait already, and one of them takes it', () => {
    const waits: Block = [
      ['lock', 'm'],
      ['sleep', 'c', 'm'],
      ['unlock', 'm'],
    ]
    const { bugs } = new Expectation({
      shared: [
        ['mutex', 'm'],
        ['condition', 'c'],
      ],
      threads: {
        a: waits,
        b: waits,
        c: [
          ['lock', 'm'],
          ['notifyOne', 'c'],
          ['unlock', 'm'],
        ],
      },
    })
    assert.deepEqual(
      bugs.sort(),
      ['a', 'b', 'both']
        .map((who) =>
          who === 'both'
            ? 'bug deadlock: a at condition reacquire c, m; b at condition reacquire c, m'
            : `bug deadlock: ${who} at condition reacquire c, m`,
        )
        .sort(),
    )
  })

  test('a second notification lets in who came after the first', () => {
    const waits: Block = [
      ['lock', 'm'],
      ['sleep', 'c', 'm'],
      ['unlock', 'm'],
    ]
    // a waits, is notified, b waits, is notified: both can go on, in whichever order they reacquire the mutex.
    const { facts } = new Expectation({
      shared: [
        ['mutex', 'm'],
        ['condition', 'c'],
        ['semaphore', 's', 0],
        ['semaphore', 't', 0],
      ],
      threads: {
        a: [
          ['lock', 'm'],
          ['release', 's'],
          ['sleep', 'c', 'm'],
          ['unlock', 'm'],
        ],
        b: [['acquire', 't'], ...waits],
        c: [
          ['acquire', 's'],
          ['lock', 'm'],
          ['notifyOne', 'c'],
          ['release', 't'],
          ['unlock', 'm'],
          ['lock', 'm'],
          ['notifyOne', 'c'],
          ['unlock', 'm'],
        ],
      },
    })
    assert.ok(facts.has('outcome [[],{"a":{"$undefined":true},"b":{"$undefined":true},"c":{"$undefined":true}}]'))
    assert.deepEqual(
      [...facts.keys()].filter((fact) => fact.startsWith('bug')),
      ['bug deadlock: b at condition reacquire c, m'],
    )
  })

  test('rounds of a barrier that more threads than parties use', () => {
    const meet: Block = [['meet', 'b']]
    const { bugs } = new Expectation({ shared: [['barrier', 'b', 2]], threads: { a: meet, b: meet, c: meet } })
    assert.deepEqual(
      bugs.sort(),
      ['a', 'b', 'c'].map((who) => `bug deadlock: ${who} at barrier pass b`),
    )
  })

  test('readers together, a writer alone; misuse ends the execution', () => {
    const { facts } = new Expectation({
      shared: [['rwlock', 'l']],
      threads: {
        a: [
          ['readLock', 'l'],
          ['writeUnlock', 'l'],
        ],
        b: [
          ['readLock', 'l'],
          ['readUnlock', 'l'],
        ],
      },
    })
    assert.deepEqual(
      [...facts.keys()],
      ['outcome "exception"', 'bug misuse in a: rwlock l: writeUnlock by a thread that does not hold the write lock'],
    )
  })
})

describe('threads', () => {
  test('join gives back what the task returned, and comes after its last event', () => {
    assert.deepEqual(
      outcomes(
        new Expectation({
          shared: [['int32', 'x', 1]],
          outcome: 'results',
          tasks: {
            k: [
              ['write', 'x', 0, 1],
              ['return', ['object', r0]],
            ],
          },
          threads: [
            [
              ['let', r0, ['spawn', 'k', 5]],
              ['let', r1, ['join', r0]],
              ['let', r0, ['read', 'x', 0]],
              ['return', ['list', r0, r1]],
            ],
          ],
        }),
      ),
      ['[[1,{"v":5}]]'],
    )
  })

  test('a join of what was never spawned has no meaning', () => {
    assert.throws(() => new Expectation({ shared: [['int32', 'x', 1]], threads: [[['join', r0]]] }), IllFormed)
  })

  test('caught errors go on, others end the execution', () => {
    const { facts } = new Expectation({
      shared: [['int32', 'x', 1]],
      outcome: 'results',
      threads: [
        [
          ['let', r0, ['read', 'x', 0]],
          ['try', [['if', ['==', r0, 1], [['throw', 'one']], []]], r1, []],
          ['return', r1],
        ],
        [
          ['write', 'x', 0, 1],
          ['let', r0, ['read', 'x', 0]],
          ['assert', ['==', r0, 2], 'two'],
        ],
      ],
    })
    assert.deepEqual([...facts.keys()], ['outcome "exception"', 'bug assertion in thread1: two'])
  })
})

describe('costs', () => {
  const least = (program: IndependentProgram, value: number, name: 'preemption' | 'context' | 'depth'): number =>
    Math.min(
      ...[...new Expectation(program).facts]
        .filter(([fact]) => fact.startsWith(`outcome [[[${value}]]`))
        .map(([, costs]) => costs[name]!),
    )

  test('a lost update takes one preemption and one switch more', () => {
    assert.deepEqual(
      [1, 2].map((value) => least(inc(2), value, 'preemption')),
      [1, 0],
    )
    assert.deepEqual(
      [1, 2].map((value) => least(inc(2), value, 'context')),
      [2, 1],
    )
    assert.deepEqual(
      [1, 2].map((value) => least(inc(2), value, 'depth')),
      [4, 4],
    )
  })

  test('a switch away from a thread that has just yielded is free', () => {
    const yielding: Block = [['let', r0, ['read', 'x', 0]], ['yield'], ['write', 'x', 0, ['+', r0, 1]]]
    assert.equal(least({ shared: [['int32', 'x', 1]], threads: [yielding, yielding] }, 1, 'preemption'), 0)
  })

  test('a fair bound keeps a thread from running ahead', () => {
    const program: IndependentProgram = {
      shared: [['int32', 'x', 1]],
      outcome: 'results',
      threads: [
        [['yield'], ['yield'], ['let', r0, ['read', 'x', 0]], ['return', r0]],
        [
          ['write', 'x', 0, 1],
          ['write', 'x', 0, 2],
        ],
      ],
    }
    const reached = (limit: number): string[] =>
      [...new Expectation(program).preemptionsWithinFair(limit).keys()].sort()
    // Within 0 or 1 the first thread cannot go on after its yields until the second one, which never yields, has ended.
    assert.deepEqual(reached(0), ['outcome [2,{"$undefined":true}]'])
    assert.deepEqual(reached(1), ['outcome [2,{"$undefined":true}]'])
    assert.equal(reached(2).length, 3)
  })
})

test('races are between accesses that can be next to each other, one of them plain', () => {
  const races = (a: Block, b: Block): number =>
    new Expectation({
      shared: [
        ['int32', 'x', 1],
        ['mutex', 'm'],
      ],
      views: [['int8', 'bytes', 'x', 0, 4]],
      threads: [a, b],
    }).graph.races.size
  assert.equal(races([['write', 'x', 0, 1]], [['read', 'x', 0]]), 1)
  assert.equal(races([['store', 'x', 0, 1]], [['read', 'x', 0]]), 1)
  assert.equal(races([['store', 'x', 0, 1]], [['load', 'x', 0]]), 0)
  assert.equal(races([['read', 'x', 0]], [['read', 'x', 0]]), 0)
  assert.equal(races([['cas', 'x', 0, 7, 1]], [['read', 'x', 0]]), 0)
  assert.equal(races([['store', 'x', 0, 1]], [['load', 'bytes', 1]]), 1, 'Atomics of different bytes')
  assert.equal(
    races(
      [
        ['lock', 'm'],
        ['write', 'x', 0, 1],
        ['unlock', 'm'],
      ],
      [
        ['lock', 'm'],
        ['read', 'x', 0],
        ['unlock', 'm'],
      ],
    ),
    0,
  )
})

test('a guarantee is read as what it says, and only if all of it is known', () => {
  const NONE = 'No assertion failure, deadlock, exception or misuse of a primitive is reachable'
  assert.deepEqual(readGuarantee(`${NONE} in any schedule.`), {
    claim: 'none reachable',
    bounds: {},
    also: [],
    synchronisationOnly: false,
    coarse: false,
  })
  const either = readGuarantee(`${NONE} with at most 1 preemption, or with at most 3 context switches.`)
  assert.deepEqual([either?.bounds, either?.also], [{ preemption: 1 }, [{ context: 3 }]])
  assert.equal(readGuarantee(`${NONE} with at most 1 preemption, or with luck.`), null)
  assert.deepEqual(
    readGuarantee(`${NONE} with no preemptions. Not all schedules with more preemptions were run.`)?.bounds,
    { preemption: 0 },
  )
  assert.deepEqual(
    readGuarantee(
      'Besides the 3 bugs found, no assertion failure, deadlock, exception or misuse of a primitive is reachable with local states that need at most 1 context switch.',
    )?.bounds,
    { 'local-context': 1 },
  )
  assert.equal(
    readGuarantee('12 executions were run; the search stopped at the first bug, so other bugs may be reachable.')
      ?.claim,
    'nothing',
  )
  assert.equal(readGuarantee(`${NONE} in any schedule, or so.`), null)
  assert.equal(readGuarantee('All is well.'), null)
})

test('what is printed can be pasted', () => {
  const { r0, r1, r2, r3, r4, r5, r6, r7 } = language
  for (let seed = 0; seed < 50; seed++) {
    const program = randomProgram(new Random(seed))
    const read = new Function('r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', `return (${print(program)})`) as (
      ...locals: unknown[]
    ) => unknown
    assert.deepEqual(read(r0, r1, r2, r3, r4, r5, r6, r7), program)
  }
})
