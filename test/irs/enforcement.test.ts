import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { correct, erroneous } from './programs.ts'
import { type Fixture, using } from './real-runs.ts'

/** More of them in a long run; every one is monitored. */
const RUNS = Number(process.env['HEDDLE_IRS_RUNS'] ?? 150)

for (const [name, source] of Object.entries(erroneous)) {
  test(`${name}: real runs under the set never fail`, () =>
    using(source, async (fixture) => {
      for (const traces of [1, 2, undefined]) {
        const verified = await fixture.verify({ traces })
        assert.ok(verified.traces > 0)
        assert.ok(!verified.whole)
        if (traces === undefined) assert.ok(verified.erroneous > 0)
        const { failures, runs, enforcement } = await fixture.run(RUNS, { warm: traces === 2 })
        assert.deepEqual(failures, [])
        assert.equal(runs, RUNS)
        assert.equal(enforcement!.monitored, RUNS)
      }
    }))
}

for (const [name, source] of Object.entries(correct)) {
  test(`${name}: real runs under part of the set and under all of it`, () =>
    using(source, async (fixture) => {
      for (const traces of [1, 3, undefined]) {
        const { whole } = await fixture.verify({ traces })
        if (traces === undefined) assert.ok(whole)
        for (const monitor of [true, false]) {
          const { failures, runs } = await fixture.run(RUNS, { monitor, warm: traces === 3 })
          assert.deepEqual(failures, [])
          assert.equal(runs, RUNS)
        }
      }
    }))
}

test('without the set, some of these programs really fail', async () => {
  for (const name of ['lost update, plain code', 'a flag that is published too early']) {
    await using(erroneous[name]!, async (fixture) => {
      let failures = 0
      for (let tries = 0; failures === 0 && tries < 60; tries++) failures = (await fixture.plain(2000)).failures.length
      assert.ok(failures > 0, name)
    })
  }
})

test('random numbers are those of the verification, in every run', () =>
  using(correct['clocks and random numbers, as verified']!, async (fixture) => {
    await fixture.verify({ traces: 1 })
    const { outcomes } = await fixture.run(20)
    assert.deepEqual(
      outcomes.map(({ runs }) => runs),
      [20],
    )
  }))

test('a program that has changed is refused', () =>
  using(correct['a bounded queue']!, async (fixture) => {
    await fixture.verify({ traces: 1 })
    fixture.write(`${correct['a bounded queue']}\n// another version`)
    await assert.rejects(fixture.run(1), /was made for another version of 'queue': program\.ts has changed since/)
  }))

test('a program that does something else is stopped as diverged, and nobody is left waiting', () =>
  using(
    `
export default program({
  name: 'fickle', shared: (mem) => ({ n: mem.int32('n', 2) }),
  threads: { a(s) { s.n[process.env.HEDDLE_TEST_FICKLE === '1' ? 1 : 0] = 1 }, b(s) { return s.n[0]! + s.n[1]! }, c(s) { return s.n[1]! } },
})`,
    async (fixture) => {
      await fixture.verify({ traces: 1 })
      process.env['HEDDLE_TEST_FICKLE'] = '1'
      try {
        await assert.rejects(fixture.run(5), /diverged: a thread is about to write n\[1\]/)
      } finally {
        delete process.env['HEDDLE_TEST_FICKLE']
      }
    },
  ))

const failing = (how: string): string => `
export default program({
  name: 'failing', shared: (mem) => ({ n: mem.int32('n', 1), e: mem.event('e') }),
  threads: {
    a(s) { s.n[0] = 1; if (process.env.HEDDLE_TEST_FAIL === '1') { ${how} } s.e.set() },
    b(s) { s.e.wait(); return s.n[0] }, c(s) { s.e.wait(); return s.n[0] },
  },
})`

for (const [what, how, expected] of [
  ['throws', "throw new Error('out of paper')", /out of paper/],
  ['ends its worker', 'process.exit(3)', /process\.exit\(3\)/],
  ['leaves a rejected promise', "Promise.reject(new Error('out of paper'))", /out of paper \(nobody caught it/],
  ['sets a timer', 'setTimeout(() => { s.n[0] = 7 })', null],
] as const) {
  test(`a thread that ${what} while others wait: all are released, and the run fails with the reason`, () =>
    using(failing(how), async (fixture) => {
      for (const [traces, monitor] of [
        [1, true],
        [undefined, true],
        [undefined, false],
      ] as const) {
        await fixture.verify({ traces })
        process.env['HEDDLE_TEST_FAIL'] = '1'
        try {
          // What only an event loop could do is refused where it is reached.
          if (expected === null) {
            await assert.rejects(fixture.run(2, { monitor }), /`setTimeout` inside a thread/)
            continue
          }
          const { failures, runs } = await fixture.run(2, { monitor })
          assert.equal(runs, 2)
          assert.match(failures.map(({ message }) => message).join(), expected)
        } finally {
          delete process.env['HEDDLE_TEST_FAIL']
        }
      }
    }))
}

/** Many more threads than cores: workers run one after the other, while others wait for what they do. */
const crowd = (more = ''): string => `
const writer = (j) => function (s) { s.a[j + 1] = s.a[j] + 1; if (j === 9 && process.env.HEDDLE_TEST_FAIL === '1') { ${more} } if (s.sum[0] >= 0) s.m.lock(), s.sum[0] += 1, s.m.unlock() }
export default program({
  name: 'crowd', shared: (mem) => ({ a: mem.int32('a', 22), sum: mem.int32('sum', 1), m: mem.mutex('m'), e: mem.event('e') }),
  threads: Object.fromEntries([['first', (s) => s.e.wait()], ...Array.from({ length: 20 }, (_, j) => [\`w\${j}\`, writer(j)]), ['last', (s) => { s.e.set() }]]),
  outcome: (s) => s.sum[0],
})`

test('more threads than cores: all of them run, whoever waits for whom', () =>
  using(crowd(), async (fixture) => {
    for (const traces of [1, 40]) {
      await fixture.verify({ traces })
      const { failures, runs, outcomes } = await fixture.run(RUNS)
      assert.deepEqual([failures, runs, outcomes.map(({ value }) => value)], [[], RUNS, [20]])
    }
  }))

test('a thread that ends a worker that is not its own is the one that is named', () =>
  using(crowd('process.exit(3)'), async (fixture) => {
    await fixture.verify({ traces: 1 })
    process.env['HEDDLE_TEST_FAIL'] = '1'
    try {
      const { failures } = await fixture.run(3)
      assert.deepEqual([...new Set(failures.map(({ thread }) => thread))], ['w9'])
    } finally {
      delete process.env['HEDDLE_TEST_FAIL']
    }
  }))

/** Runs again and again while the verifier works, and some hundred times more. */
async function runWhile<T>(
  fixture: Fixture,
  options: Parameters<Fixture['run']>[1],
  verify: () => Promise<T>,
): Promise<{ verified: T; result: Awaited<ReturnType<Fixture['run']>> }> {
  let runs = 0
  const stop = new AbortController()
  const running = fixture.run(
    1_000_000,
    { follow: true, ...options },
    {
      signal: stop.signal,
      onProgress: (done) => {
        runs = done
      },
    },
  )
  while (runs === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  const verified = await verify()
  for (const then = runs; runs < then + 300; ) await new Promise((resolve) => setTimeout(resolve, 10))
  stop.abort()
  return { verified, result: await running }
}

test('a set that grows is followed while the program runs', () =>
  using(erroneous['a counter of three, generator threads']!, async (fixture) => {
    await fixture.verify({ traces: 1 })
    const {
      verified,
      result: { failures, enforcement },
    } = await runWhile(fixture, {}, () => fixture.verify({ resume: true }))
    assert.deepEqual(failures, [])
    assert.equal(enforcement!.traces, verified.traces)
    assert.ok(enforcement!.updates > 0)
  }))

test('a verifier that starts over is followed too', () =>
  using(erroneous['a counter of three, generator threads']!, async (fixture) => {
    await fixture.verify({ traces: 2 })
    const {
      verified,
      result: { failures, enforcement },
    } = await runWhile(fixture, {}, () => fixture.verify())
    assert.deepEqual(failures, [])
    assert.equal(enforcement!.traces, verified.traces)
    assert.ok(enforcement!.updates > 0)
  }))

test('a set that grows until it is whole, with primitives in use', () =>
  using(correct['a bounded queue']!, async (fixture) => {
    await fixture.verify({ traces: 1 })
    const {
      verified,
      result: { failures, enforcement },
    } = await runWhile(fixture, { monitor: false }, () => fixture.verify({ resume: true }))
    assert.ok(verified.whole)
    assert.deepEqual(failures, [])
    assert.ok(enforcement!.whole)
  }))

test('spawned threads get the random numbers of the verification', () =>
  using(
    `
export default program({
  name: 'random children', shared: (mem) => ({ n: mem.int32('n', 4) }),
  tasks: { child(s: { n: Int32Array }, at: number) { s.n[at] = Math.floor(Math.random() * 1000); return Math.random() } },
  threads: { one() { return join(spawn('child', 0)) + join(spawn('child', 1)) }, two() { return join(spawn('child', 2)) + join(spawn('child', 3)) } },
  outcome: (s, { one, two }) => [...s.n, one, two],
})`,
    async (fixture) => {
      await fixture.verify()
      const { outcomes, failures } = await fixture.run(30)
      assert.deepEqual(failures, [])
      assert.deepEqual(
        outcomes.map(({ runs }) => runs),
        [30],
      )
    },
  ))

for (const whole of [false, true]) {
  test(`a thread that does nothing is joined, also when it has ended long before; ${whole ? 'all' : 'one'} verified`, () =>
    using(
      `
export default program({
  name: 'idle child', shared: (mem) => ({ n: mem.int32('n', 2) }),
  tasks: { idle() { return 7 } },
  threads: {
    parent(s: { n: Int32Array }) {
      const child = spawn('idle')
      for (let i = 0, x = 1; i < 20_000_000; i++) x = Math.imul(x, 31) + i | 0
      s.n[0] = join(child)
    },
    other(s: { n: Int32Array }) { s.n[1] = s.n[0] },
  },
  outcome: (s) => s.n.join(),
})`,
      async (fixture) => {
        assert.equal((await fixture.verify({ traces: whole ? undefined : 1 })).whole, whole)
        for (const monitor of [false, true]) {
          const { failures, runs } = await fixture.run(5, { monitor, keepGates: !monitor })
          assert.deepEqual(failures, [])
          assert.equal(runs, 5)
        }
      },
    ))
}

test('a declared thread that the end of a spawned one lets go is started', () =>
  using(
    `
export default program({
  name: 'the child first', shared: (mem) => ({ n: mem.int32('n', 2) }),
  tasks: { child(s: { n: Int32Array }) { s.n[0] = 1 } },
  threads: {
    parent() { spawn('child') },
    other(s: { n: Int32Array }) { s.n[0] = 2 },
    bystander(s: { n: Int32Array }) { s.n[1] = 1 },
  },
  after: (s) => assert.equal(s.n[0], 2),
})`,
    async (fixture) => {
      assert.equal((await fixture.verify()).traces, 1)
      assert.deepEqual((await fixture.run(RUNS)).failures, [])
    },
  ))

test('workers for spawned threads are made once: the set says how many there can be', () =>
  using(
    `
import { appendFileSync } from 'node:fs'
if (process.env['HEDDLE_TEST_LOADS'] !== undefined) appendFileSync(process.env['HEDDLE_TEST_LOADS'], '.')
const parent = (s: { n: Int32Array }): void => { [0, 1, 2].map((i) => spawn('child', i)).forEach((child) => join(child)) }
export default program({
  name: 'three each', shared: (mem) => ({ n: mem.int32('n', 3) }),
  tasks: { child(s: { n: Int32Array }, at: number) { Atomics.add(s.n, at, 1) } },
  threads: [parent, parent, parent],
  outcome: (s) => s.n.join(),
})`,
    async (fixture) => {
      await fixture.verify({ traces: 3 })
      const loads = join(fixture.folder, 'loads')
      process.env['HEDDLE_TEST_LOADS'] = loads
      try {
        assert.deepEqual((await fixture.run(3)).failures, [])
      } finally {
        delete process.env['HEDDLE_TEST_LOADS']
      }
      assert.equal(readFileSync(loads, 'utf8').length, 1 + 3 + 9, 'the coordinator, three threads and what they spawn')
    },
  ))
