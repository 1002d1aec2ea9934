import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, bool, check, int, oneOf, ops, program, replay } from '../../src/index.ts'
import { MOST_INPUTS } from '../../src/checking/inputs/most-inputs.ts'

/** Two withdrawals: how much is left depends on the input and on the schedule. */
const bank = program({
  name: 'bank',
  inputs: { amount: int(0, 4), strict: bool() },
  shared: (mem) => ({ balance: mem.int32('balance', [4]) }),
  threads: {
    *alice(s, _self, { amount }) {
      const left = yield* ops.read(s.balance, 0)
      if (left >= amount) yield* ops.write(s.balance, 0, left - amount)
    },
    *bob(s, _self, { strict }) {
      const left = yield* ops.read(s.balance, 0)
      if (!strict || left >= 2) yield* ops.write(s.balance, 0, left - 2)
    },
  },
  after: (s) => assert.ok(s.balance[0]! >= 0, `${s.balance[0]} left`),
  outcome: (s, _, { amount }) => `${amount}: ${s.balance[0]}`,
})

test('all inputs: the same outcomes and bugs as each input by itself', async () => {
  const outcomes = new Map<string, number>()
  const failing: unknown[] = []
  for (let amount = 0; amount <= 4; amount++) {
    for (const strict of [false, true]) {
      const one = await check(bank, { input: { amount, strict }, allBugs: true, reduction: 'optimal' })
      for (const { value, executions } of one.outcomes)
        outcomes.set(String(value), (outcomes.get(String(value)) ?? 0) + executions)
      if (one.outcome === 'bug') failing.push({ amount, strict })
      assert.match(one.guarantee, new RegExp(`^For amount = ${amount} and strict = ${strict}: `))
    }
  }
  const all = await check(bank, { allBugs: true, reduction: 'optimal' })
  assert.deepEqual(new Map(all.outcomes.map(({ value, executions }) => [value, executions])), outcomes)
  assert.deepEqual(failing, [
    { amount: 3, strict: false },
    { amount: 4, strict: false },
  ])
  const { total, verified, failing: bugs } = all.inputs!
  assert.deepEqual([total, verified, bugs, all.outcome], [10, 8, 2, 'bug'])
  assert.deepEqual(
    all.bugs.map(({ input, message }) => [input, message.split('\n')[0]]),
    [
      [{ amount: 3, strict: false }, '-1 left'],
      [{ amount: 4, strict: false }, '-2 left'],
    ],
  )
  assert.match(
    all.guarantee,
    /^For 8 of the 10 inputs \(amount in 0\.\.4 and strict true or false; the first is amount = 0, strict = false\): No /,
  )
})

test('a bug names its input, with which its schedule replays; with another one it does not fail', async () => {
  const { bugs, stopped, guarantee } = await check(bank)
  assert.deepEqual([bugs.length, bugs[0]!.input, stopped], [1, { amount: 3, strict: false }, 'bug'])
  assert.match(guarantee, /Of the 10 inputs with .*, 3 were not checked, since the search stopped at the first bug\./)
  assert.ok(bugs[0]!.events!.length > 0)
  const again = await replay(bank, bugs[0]!.schedule, { input: bugs[0]!.input! })
  assert.deepEqual([again.outcome, again.value, again.input], ['bug', '3: -1', { amount: 3, strict: false }])
  const other = await replay(bank, bugs[0]!.schedule, { input: { amount: 2, strict: false } })
  assert.deepEqual([other.outcome, other.value], ['completed', '2: 0'])
  await assert.rejects(replay(bank, bugs[0]!.schedule), /amount, strict have no value: .*--input amount=0/)
})

test('some inputs given, the others gone through', async () => {
  const result = await check(bank, { input: { strict: true } })
  assert.equal(result.outcome, 'verified')
  assert.match(result.guarantee, /^For every amount in 0\.\.4 and strict = true: No .* is reachable in any schedule\./)
  assert.deepEqual([result.inputs!.total, result.exhaustive], [5, true])
})

test('inputs are given to shared, threads, tasks, outcome and after; they cannot be changed', async () => {
  const seen = new Set<string>()
  const subject = program({
    name: 'everywhere',
    inputs: { n: int(1, 2), xs: array(oneOf('a', 'b'), 1) },
    shared: (mem, { n }) => ({ a: mem.int32('a', [n]) }),
    threads: [
      function* (_shared, self, inputs) {
        assert.throws(() => Object.assign(inputs, { n: 7 }), TypeError)
        assert.throws(() => (inputs.xs as string[]).push('c'), TypeError)
        seen.add(`thread ${self.id} ${inputs.n}${inputs.xs}`)
        return yield* ops.join(yield* ops.spawn('task', 10))
      },
    ],
    tasks: {
      *task(s, argument: number, self, { n, xs }) {
        seen.add(`${self.name.slice(0, 4)} ${argument} ${n}${xs}`)
        return (yield* ops.read(s.a, 0)) + n
      },
    },
    outcome: (_, [result], { n }) => `${result} ${n}`,
    after: (_, __, { xs }) => void seen.add(`after ${xs}`),
  })
  const { outcomes } = await check(subject)
  assert.deepEqual(
    outcomes.map(({ value }) => value),
    ['2 1', '4 2'],
  )
  assert.deepEqual(
    [...seen].sort(),
    ['after a', 'after b', ...['1a', '1b', '2a', '2b'].flatMap((one) => [`task 10 ${one}`, `thread 0 ${one}`])].sort(),
  )
})

function* adding(a: Int32Array<SharedArrayBuffer>, n: number) {
  for (let i = 0; i < n; i++) yield* ops.atomics.add(a, i, 1)
}

const counting = (most: number, least = 0) =>
  program({
    name: 'counting',
    inputs: { n: int(least, most) },
    shared: (mem, { n }) => ({ a: mem.int32('a', n + 1) }),
    threads: {
      *ann(s, _self, { n }) {
        yield* adding(s.a, n)
      },
      *ben(s, _self, { n }) {
        yield* adding(s.a, n)
      },
    },
    outcome: (s) => s.a.length,
  })

test('an input may be the length of shared memory: each length is checked', async () => {
  const { outcomes, outcome } = await check(counting(3))
  assert.deepEqual([outcome, outcomes.map(({ value }) => value)], ['verified', [1, 2, 3, 4]])
})

test('an input for which nothing is shared is checked; if there are only such, that is an error', async () => {
  assert.equal((await check(counting(1))).outcome, 'verified')
  await assert.rejects(check(counting(0)), /perform no shared operation/)
})

test('limits are for all inputs together, and what was not checked is said', async () => {
  const some = await check(counting(4), { maxExecutions: 3 })
  assert.deepEqual([some.outcome, some.stopped], ['incomplete', 'max-executions'])
  assert.match(some.guarantee, /Of the 5 inputs with n in 0\.\.4, \d were not checked\./)
  await assert.rejects(
    check(counting(MOST_INPUTS)),
    /has 10,001 inputs \(n in 0\.\.10000\), and at most 10,000 are gone through/,
  )
  await assert.rejects(check(counting(3), { order: 'random' }), /draws executions of one input/)
  assert.ok((await check(counting(3), { order: 'random', input: { n: 2 }, maxExecutions: 5 })).sampling !== null)
})

test('bounds hold for every input; claims that differ are told apart', async () => {
  const same = await check(counting(3, 2), { bounds: { preemption: 0 }, reduction: 'dpor' })
  assert.match(same.guarantee, /^For every n in 2\.\.3: No .* is reachable with no preemptions\./)
  const cut = await check(counting(3, 1), { maxDepth: 4, reduction: 'optimal' })
  assert.equal(cut.outcome, 'incomplete')
  assert.match(cut.guarantee, /^For 2 of the 3 inputs .*: No .* For n = 3: /)
})

test('bad options', async () => {
  await assert.rejects(check(bank, { input: { amont: 1 } }), /no input 'amont' \(did you mean amount\?\)/)
  await assert.rejects(check(bank, { input: { amount: 9 } }), /input amount is in 0\.\.4, got 9/)
  await assert.rejects(check(bank, { input: 5 as never }), /expected `input` to be a record of values/)
  await assert.rejects(check(bank, { inputs: 'some' }), /unknown way to check inputs 'some'/)
  const without = program({
    name: 'p',
    shared: (mem) => mem.int32('a', 1),
    threads: [
      function* (a) {
        yield* ops.read(a, 0)
      },
    ],
  })
  await assert.rejects(check(without, { inputs: 'all' }), /has no inputs/)
  await assert.rejects(check(without, { input: { n: 1 } }), /has no inputs, so there is no 'n'/)
})
