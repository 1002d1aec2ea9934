/** Bugs are reported with the smallest schedule that can be found, with how sure that is, and with what makes the difference. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, ops, program, replay } from '../../src/index.ts'
import { defaultCapacities } from '../../src/base/capacities.ts'
import { BugList } from '../../src/checking/bugs.ts'
import { Checker } from '../../src/checking/checker.ts'
import { Minimiser } from '../../src/checking/minimise/minimise.ts'
import { Execution } from '../../src/execution/execution.ts'
import { Fingerprints } from '../../src/execution/replay/fingerprints.ts'
import { noCommutations } from '../../src/search/commutations.ts'
import { decodeSchedule } from '../../src/trace/schedule.ts'

type Shared = { x: Int32Array; y: Int32Array }

/** Two updates of x, each a read and a write; two more threads count by themselves. */
const lostUpdate = program({
  name: 'lost update',
  shared: (mem) => ({ x: mem.int32('x', [0]), y: mem.int32('y', [0, 0]) }),
  threads: {
    *ann(s) {
      yield* ops.write(s.x, 0, (yield* ops.read(s.x, 0)) + 1)
    },
    *bob(s) {
      yield* ops.write(s.x, 0, (yield* ops.read(s.x, 0)) + 1)
    },
    *cid(s) {
      for (let i = 0; i < 5; i++) yield* ops.write(s.y, 0, i)
    },
    *dan(s) {
      for (let i = 0; i < 5; i++) yield* ops.write(s.y, 1, i)
    },
  },
  after: (s) => assert.equal(s.x[0], 2, 'an update was lost'),
})

/** Fails in a thread as soon as it sees what another one wrote, whatever the third does. */
const seen = program({
  name: 'seen',
  shared: (mem) => ({ x: mem.int32('x', [0]), y: mem.int32('y', [0]) }),
  threads: {
    *writer(s: Shared) {
      yield* ops.write(s.x, 0, 1)
      yield* ops.write(s.x, 0, 0)
    },
    *reader(s: Shared) {
      if ((yield* ops.read(s.x, 0)) === 1) throw new Error('seen')
    },
    *busy(s: Shared) {
      for (let i = 0; i < 20; i++) yield* ops.write(s.y, 0, i)
    },
  },
})

for (const order of ['random', 'pct', 'pos', 'surw']) {
  test(`a bug that ${order} has found has the fewest preemptions, and the report says so`, async () => {
    const { bugs, report } = await check(lostUpdate, { order, seed: 3 })
    const [bug] = bugs
    assert.deepEqual([bug!.preemptions, bug!.minimised!.atLeast], [1, 1])
    assert.match(report, /14 events, 1 preemption \(no fewer suffice\):/)
    const again = await replay(lostUpdate, bug!.schedule)
    assert.deepEqual([again.outcome, again.preemptions, again.bug!.message], ['bug', 1, bug!.message])
  })
}

test('two accesses make the difference, and exchanged the execution passes', async () => {
  const { bugs, report } = await check(lostUpdate, { order: 'random', seed: 3 })
  const { accesses, schedule, preemptions, events } = bugs[0]!.difference!
  const [first, second] = accesses
  assert.deepEqual([first.operation, second.operation], ['read x[0]', 'write x[0]'])
  assert.deepEqual([first.thread, second.thread].sort(), ['ann', 'bob'])
  const passing = await replay(lostUpdate, schedule)
  assert.deepEqual([passing.outcome, passing.preemptions, passing.events.length], ['completed', preemptions, 14])
  assert.equal(events!.length, 14)
  assert.match(report, /The order of these two makes the difference:\n.*read x\[0\].*\n.*write x\[0\]/)
})

test('what has nothing to do with a failure is left out', async () => {
  const { bugs } = await check(seen, { order: 'random', seed: 5 })
  const [bug] = bugs
  assert.ok(bug!.minimised!.found.events > 3)
  assert.deepEqual([bug!.preemptions, bug!.minimised!.events], [1, 2])
  const { events } = await replay(seen, bug!.schedule)
  assert.deepEqual(
    events.map(({ thread }) => thread),
    ['writer', 'reader'],
  )
})

test('a deadlock: who takes a lock first that the other waits for in the end', async () => {
  const locks = program({
    name: 'locks',
    shared: (mem) => ({ a: mem.mutex('a'), b: mem.mutex('b') }),
    threads: {
      *ann(s) {
        yield* ops.lock(s.a)
        yield* ops.lock(s.b)
        yield* ops.unlock(s.b)
        yield* ops.unlock(s.a)
      },
      *bob(s) {
        yield* ops.lock(s.b)
        yield* ops.lock(s.a)
        yield* ops.unlock(s.a)
        yield* ops.unlock(s.b)
      },
    },
  })
  const { bugs } = await check(locks, { reduction: 'none' })
  const [first, second] = bugs[0]!.difference!.accesses
  assert.equal(first.operation, second.operation)
  assert.deepEqual([first.event === null, second.event, first.thread === second.thread], [false, null, false])
  assert.equal((await replay(locks, bugs[0]!.difference!.schedule)).outcome, 'completed')
})

test('where every schedule fails, no order makes a difference', async () => {
  const never = program({
    name: 'never',
    shared: (mem) => ({ x: mem.int32('x', [0]) }),
    threads: {
      *ann(s) {
        yield* ops.write(s.x, 0, 1)
      },
      *bob(s) {
        yield* ops.write(s.x, 0, 2)
      },
    },
    after: () => assert.fail('never'),
  })
  const { bugs } = await check(never, { order: 'random' })
  assert.deepEqual([bugs[0]!.preemptions, bugs[0]!.minimised!.atLeast, bugs[0]!.difference], [0, 0, undefined])
})

test('as it was found, where nobody wants it smaller', async () => {
  const { bugs, report } = await check(lostUpdate, { order: 'random', seed: 3, minimise: false })
  assert.deepEqual([bugs[0]!.minimised, bugs[0]!.difference], [undefined, undefined])
  const small = (await check(lostUpdate, { order: 'random', seed: 3 })).bugs[0]!
  const { schedule, preemptions } = bugs[0]!
  assert.deepEqual(small.minimised!.found, { schedule, preemptions, events: 14 })
  assert.ok(bugs[0]!.preemptions > small.preemptions)
  assert.doesNotMatch(report, /suffice/)
})

test('without time, what is not known is not claimed', async () => {
  const { bugs } = await check(lostUpdate, { order: 'random', seed: 3, minimise: false })
  const execution = new Execution(lostUpdate)
  const list = new BugList()
  const options = { maxDepth: 1000, commute: noCommutations, milliseconds: 0, isStopped: () => false }
  const minimiser = new Minimiser(
    execution,
    new Fingerprints(execution.layout),
    (e) => list.keyOf(execution, e),
    options,
  )
  const made = minimiser.minimise(decodeSchedule(bugs[0]!.schedule), 0)!
  assert.deepEqual([made.atLeast, made.difference], [0, null])
  assert.deepEqual(made.raw.threads, decodeSchedule(bugs[0]!.schedule).threads)
})

test('a bug that the unbounded pass has found is not searched for again by bounded ones', () => {
  const twice = program({
    name: 'twice',
    shared: (mem) => ({ x: mem.int32('x', [0]), y: mem.int32('y', [0]) }),
    threads: {
      *ann(s) {
        yield* ops.write(s.x, 0, 1)
        yield* ops.write(s.x, 0, 2)
      },
      *bob(s) {
        const first = yield* ops.read(s.x, 0)
        const second = yield* ops.read(s.x, 0)
        assert.ok(first !== 1 || second !== 2, 'both were seen')
      },
      *cid(s) {
        for (let i = 0; i < 3; i++) yield* ops.write(s.y, 0, yield* ops.read(s.x, 0))
      },
    },
  })
  const checker = new Checker(twice, {}, undefined, { ...defaultCapacities, headStart: 1, slice: 1 })
  while (!checker.run(1000));
  const { bugs, passes, stopped } = checker.result()
  assert.equal(stopped, 'bug')
  assert.deepEqual([bugs[0]!.preemptions, bugs[0]!.minimised!.atLeast], [2, 2])
  assert.ok(bugs[0]!.minimised!.found.preemptions >= 2)
  assert.ok(passes.some(({ bounds }) => Object.keys(bounds).length === 0))
  assert.ok(passes.every(({ bounds }) => (bounds.preemption ?? 0) < 2))
})

test('every one of several bugs', async () => {
  const two = program({
    name: 'two',
    shared: (mem) => ({ x: mem.int32('x', [0]) }),
    threads: {
      *ann(s) {
        if ((yield* ops.read(s.x, 0)) === 1) throw new Error('first')
        if ((yield* ops.read(s.x, 0)) === 1) throw new Error('second')
      },
      *bob(s) {
        yield* ops.write(s.x, 0, 1)
      },
    },
  })
  const { bugs } = await check(two, { allBugs: true, reduction: 'optimal' })
  const told = bugs.map(({ message, preemptions, minimised }) => [message, preemptions, minimised!.atLeast])
  assert.deepEqual(told.sort(), [
    ['Error: first', 0, 0],
    ['Error: second', 1, 1],
  ])
})
