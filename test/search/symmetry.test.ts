import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checker } from '../../src/checking/checker.ts'
import { replayProgram } from '../../src/checking/replay.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { type Program, program, type Self } from '../../src/program/program.ts'
import { ignores, symmetryOf } from '../../src/program/threads/symmetry.ts'
import { cinc, inc } from '../programs/counters.ts'

function check(subject: Program, allBugs = false): CheckResult {
  const checker = new Checker(subject, { reduction: 'stateful', budgetMs: Infinity, allBugs })
  while (!checker.run(10_000));
  return checker.result()
}

const valuesOf = ({ outcomes }: CheckResult): unknown[] => outcomes.map(({ value }) => value).sort()

type Word = { x: Int32Array }
const word = (mem: Mem): Word => ({ x: mem.int32('x', [0, 0]) })

test('which functions do not look at their second argument', () => {
  const f = (text: string): boolean => ignores(new Function(`return (${text})`)(), 1)
  for (const text of [
    's => 1',
    '(s) => s.x',
    '() => 1',
    'function (s) {}',
    'function* named(s) {}',
    '({ a, b: c }) => a',
    '(s, _) => s',
    '(s, self, { n }) => n',
    '(s, ) => s',
  ])
    assert.equal(f(text), true, text)
  for (const text of [
    '(s, self) => self.id',
    'function (s) { return arguments[1] }',
    '(...all) => all[1]',
    '(s, { id }) => id',
    '(s, self = 1) => 1',
    '(s = 1, self) => self',
    '(s, self) => eval("self")',
    'Math.max',
    'function (s, t) { return () => t }',
    String.raw`(s, self) => s\u0065lf.id`,
    String.raw`function (s) { return argum\u0065nts[1] }`,
  ])
    assert.equal(f(text), false, text)
  assert.equal(ignores(((_s: unknown, self: Self) => self.id).bind(null), 1), false)
})

test('threads that run the same function are explored up to who is who', () => {
  const result = check(inc(8))
  assert.equal(result.outcome, 'verified')
  assert.deepEqual(valuesOf(result), [1, 2, 3, 4, 5, 6, 7, 8])
  assert.ok(result.transitions < 10_000, String(result.transitions))
  assert.ok(check(cinc(4)).transitions < 1000)
})

test('threads that ask who they are are told apart', () => {
  function* worker(s: Word, self: Self) {
    yield* ops.write(s.x, 0, self.id + 1)
  }
  const subject = program({ name: 'named', shared: word, threads: [worker, worker, worker], outcome: (s) => s.x[0] })
  assert.deepEqual(symmetryOf(subject).groups, [])
  assert.deepEqual(valuesOf(check(subject)), [1, 2, 3])
})

test('threads that are given values of their own are told apart', () => {
  function* worker(s: Word) {
    const mine = Math.floor(Math.random() * 1e9)
    yield* ops.read(s.x, 0)
    yield* ops.write(s.x, 1, mine)
  }
  const subject = program({ name: 'random', shared: word, threads: [worker, worker, worker], outcome: (s) => s.x[1] })
  assert.equal(valuesOf(check(subject)).length, 3)
})

test('who returned what is all there, where somebody sees it', () => {
  function* first(s: Word) {
    return yield* ops.atomics.add(s.x, 0, 1)
  }
  const threads = [first, first, first]
  assert.equal(check(program({ name: 'results', shared: word, threads })).outcomes.length, 6)
  const looks = program({ name: 'looks', shared: word, threads, outcome: (_s, results) => results[1] })
  assert.deepEqual(valuesOf(check(looks)), [0, 1, 2])
  const after = program({
    name: 'after',
    shared: word,
    threads,
    outcome: () => 0,
    after(_s, results) {
      if (results[2] === 0) throw new Error('the last thread was first')
    },
  })
  assert.equal(check(after).outcome, 'bug')
})

test('a thread that is joined by its number is told apart', () => {
  function* worker(s: Word) {
    return yield* ops.atomics.add(s.x, 0, 1)
  }
  function* waits(s: Word) {
    yield* ops.write(s.x, 1, ((yield* ops.join(1)) as number) + 1)
  }
  const threads = [worker, worker, worker, waits]
  const subject = program({ name: 'joined', shared: word, threads, outcome: (s) => s.x[1] })
  assert.deepEqual(valuesOf(check(subject)), [1, 2, 3])
})

test('a bug in one of several interchangeable threads is one bug', () => {
  function* worker(s: Word) {
    if ((yield* ops.atomics.add(s.x, 0, 1)) === 1) throw new Error('second')
  }
  const subject = program({ name: 'bug', shared: word, threads: [worker, worker, worker], outcome: (s) => s.x[0] })
  assert.equal(check(subject, true).bugs.length, 1)
})

test('state outside of memory that seems to tell threads apart is still noticed', () => {
  let calls = 0
  function* worker(s: Word) {
    if (calls++ === 0) yield* ops.write(s.x, 0, 1)
    yield* ops.write(s.x, 1, 1)
  }
  const subject = program({ name: 'hidden', shared: word, threads: [worker, worker], outcome: (s) => s.x[0] })
  assert.throws(() => check(subject), /not deterministic/)
})

test('a text is no object that reads like it', () => {
  function* worker(s: Word) {
    return [{}, '=O{}', 'last'][yield* ops.atomics.load(s.x, 0)]
  }
  function* writer(s: Word) {
    yield* ops.atomics.store(s.x, 0, 1)
    yield* ops.atomics.store(s.x, 0, 2)
    yield* ops.atomics.store(s.x, 1, 1)
  }
  const subject = program({ name: 'texts', shared: word, threads: { worker, writer } })
  const seen = check(subject).outcomes.map(({ value }) => JSON.stringify((value as { worker: unknown }).worker))
  assert.deepEqual(seen.sort(), ['"=O{}"', '"last"', '{}'])
})

test('an object that a result has twice is not two that are equal', () => {
  function* worker(s: Word) {
    const inner = {}
    return (yield* ops.atomics.exchange(s.x, 0, 1)) === 0 ? [inner, inner] : [{}, {}]
  }
  const isOne = (result: unknown): boolean => (result as unknown[])[0] === (result as unknown[])[1]
  const subject = program({
    name: 'one or two',
    shared: word,
    threads: [worker, worker],
    outcome: (_, results) => results.map(isOne).join(' '),
  })
  assert.deepEqual(valuesOf(check(subject)), ['false true', 'true false'])
})

// --- Threads that are spawned ---------------------------------------------------------------------------------------

function* adds(s: Word) {
  yield* ops.write(s.x, 0, (yield* ops.read(s.x, 0)) + 1)
}

/** A first thread that spawns `count` of them, with what `given` says; the sum of x is the outcome. */
const spawns = (
  count: number,
  task: (s: Word, given: never, self: Self) => unknown,
  given?: (i: number) => unknown,
): Program =>
  program({
    name: 'spawns',
    shared: word,
    threads: [
      function* () {
        for (let i = 0; i < count; i++) yield* ops.spawn('task', given?.(i))
      },
    ],
    tasks: { task: task as never },
    outcome: (s) => [...s.x],
  })

test('threads that are spawned from one task are explored up to who is who', () => {
  const result = check(spawns(6, adds))
  assert.deepEqual(
    valuesOf(result),
    [1, 2, 3, 4, 5, 6].map((n) => [n, 0]),
  )
  assert.ok(result.transitions < 5000, String(result.transitions))
})

test('spawned threads that are given different values are told apart', () => {
  function* stores(s: Word, given: number) {
    yield* ops.atomics.compareExchange(s.x, 0, 0, given)
  }
  assert.deepEqual(valuesOf(check(spawns(3, stores as never, (i) => i + 1))), [
    [1, 0],
    [2, 0],
    [3, 0],
  ])
  assert.deepEqual(valuesOf(check(spawns(3, stores as never, (i) => (i === 0 ? -0 : 0)))), [[0, 0]])
})

test('objects that spawned threads are given are not compared', () => {
  function* stores(s: Word, given: { n: number }) {
    yield* ops.atomics.compareExchange(s.x, 0, 0, given.n)
  }
  assert.deepEqual(valuesOf(check(spawns(2, stores as never, (n) => ({ n: n + 1 })))), [
    [1, 0],
    [2, 0],
  ])
})

test('spawned threads that ask who they are are told apart', () => {
  function* names(s: Word, _: unknown, self: Self) {
    yield* ops.atomics.compareExchange(s.x, 0, 0, self.id)
  }
  assert.equal(check(spawns(3, names as never)).outcomes.length, 3)
})

test('whoever joins one of several spawned threads tells them apart', () => {
  const joins = (which: number): Program =>
    program({
      name: 'joins one',
      shared: word,
      threads: [
        function* (s: Word) {
          const handles: number[] = []
          for (let i = 0; i < 3; i++) handles.push(yield* ops.spawn('ticket'))
          yield* ops.write(s.x, 1, 1 + ((yield* ops.join(handles[which]!)) as number))
        },
      ],
      tasks: {
        *ticket(s: Word) {
          return yield* ops.atomics.add(s.x, 0, 1)
        },
      },
      outcome: (s) => s.x[1],
    })
  for (const which of [0, 1, 2]) assert.deepEqual(valuesOf(check(joins(which))), [1, 2, 3])
})

test('a handle that goes through memory is joined by whoever reads it', () => {
  const subject = program({
    name: 'handed over',
    shared: word,
    threads: [
      function* (s: Word) {
        yield* ops.spawn('ticket')
        yield* ops.write(s.x, 1, yield* ops.spawn('ticket'))
      },
      function* (s: Word) {
        const handle = yield* ops.read(s.x, 1)
        return handle === 0 ? -1 : yield* ops.join(handle)
      },
    ],
    tasks: {
      *ticket(s: Word) {
        return yield* ops.atomics.add(s.x, 0, 1)
      },
    },
    outcome: (_, results) => results[1],
  })
  assert.deepEqual(valuesOf(check(subject)), [-1, 0, 1])
})

test('interchangeable threads that spawn are told apart', () => {
  function* parent(s: Word) {
    if ((yield* ops.atomics.add(s.x, 0, 1)) === 0) yield* ops.write(s.x, 1, yield* ops.spawn('child'))
  }
  const subject = program({
    name: 'parents',
    shared: word,
    threads: [parent, parent],
    tasks: {
      *child(s: Word) {
        yield* ops.atomics.add(s.x, 0, 10)
      },
    },
    outcome: (s) => s.x[1],
  })
  assert.equal(check(subject).outcomes.length, 2)
})

test('a bug in one of several spawned threads is one bug, and in threads of two tasks two', () => {
  function* fails(s: Word) {
    if ((yield* ops.atomics.add(s.x, 0, 1)) === 1) throw new Error('second')
  }
  assert.equal(check(spawns(3, fails), true).bugs.length, 1)
})

test('threads of two tasks, one of which is there in each execution, race as themselves', () => {
  function* writes(s: Word) {
    yield* ops.write(s.x, 0, 2)
  }
  const subject = program({
    name: 'one or the other',
    shared: word,
    threads: [
      function* (s: Word) {
        yield* ops.spawn((yield* ops.read(s.x, 0)) === 0 ? 'one' : 'other')
      },
      function* (s: Word) {
        yield* ops.write(s.x, 0, 1)
      },
    ],
    tasks: {
      one: writes,
      *other(s: Word) {
        yield* writes(s)
      },
    },
    outcome: (s) => s.x[0],
  })
  assert.equal(check(subject).races.length, 3)
})

// --- Results that somebody sees -------------------------------------------------------------------------------------

function* ticket(s: Word) {
  const mine = yield* ops.atomics.add(s.x, 0, 1)
  yield* ops.write(s.x, 1, mine)
  return mine
}

test('who returned what is found out by running threads in each other’s places, up to a limit', () => {
  for (const n of [3, 4, 5]) {
    const subject = program({ name: 'tickets', shared: word, threads: Array<typeof ticket>(n).fill(ticket) })
    const { outcomes, outcome, transitions } = check(subject)
    assert.equal(outcome, 'verified')
    assert.equal(outcomes.length, [6, 24, 120][n - 3])
    assert.ok(transitions < 300, String(transitions))
  }
  const seven = program({
    name: 'seven',
    shared: word,
    threads: Array<typeof ticket>(7).fill(ticket),
    outcome: (_, r) => r[6],
  })
  assert.deepEqual(valuesOf(check(seven)), [0, 1, 2, 3, 4, 5, 6])
})

test('a postcondition that one of several arrangements breaks is a bug, and its schedule replays', () => {
  const subject = program({
    name: 'the second is first',
    shared: word,
    threads: { a: ticket, b: ticket, c: ticket },
    after(_, { b, a, c }) {
      if (b === 0 && a === 2 && c === 1) throw new Error('b, c, a')
    },
  })
  const { bugs } = check(subject)
  assert.equal(bugs.length, 1)
  assert.equal(replayProgram(subject, bugs[0]!.schedule).bug?.message, 'Error: b, c, a')
})

test('results that are objects are arranged, too, and what looks at them may change them', () => {
  function* boxed(s: Word) {
    return { at: [yield* ops.atomics.add(s.x, 0, 1)] }
  }
  const subject = program({
    name: 'boxes',
    shared: word,
    threads: [boxed, boxed, boxed],
    outcome: (_, results) => results.map((result) => (result as { at: number[] }).at.pop()).join(''),
  })
  assert.deepEqual(valuesOf(check(subject)), ['012', '021', '102', '120', '201', '210'])
})

test('an execution that has told threads apart does not stand for those in which they change places', () => {
  function* parent(s: Word) {
    const child = yield* ops.spawn('child', 1)
    yield* ops.read(s.x, 0)
    return yield* ops.join(child)
  }
  const subject = program({
    name: 'parents',
    shared: word,
    tasks: {
      *child(s: Word) {
        const seen = yield* ops.read(s.x, 0)
        yield* ops.write(s.x, 0, seen + 2)
        return seen
      },
    },
    threads: [parent, parent],
  })
  assert.deepEqual(valuesOf(check(subject)), [
    [0, 0],
    [0, 2],
    [2, 0],
  ])
})
