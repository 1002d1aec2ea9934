import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { admit, type RunResult, verify } from '../../src/index.ts'
import { correct, erroneous } from './programs.ts'
import { type Fixture, using } from './real-runs.ts'

const entry = new URL('../../src/worker.js', import.meta.url).href

/** Workers of an application: each answers its own messages, and can be lent. */
function workersOf(fixture: Fixture, count: number, more = ''): Worker[] {
  const file = join(fixture.folder, 'app-worker.mjs')
  writeFileSync(
    file,
    `import ${JSON.stringify(entry)}
import { parentPort } from 'node:worker_threads'
${more}
parentPort.on('message', (message) => { if (typeof message === 'number') parentPort.postMessage([message * message, Math.random() < 1, Date.now() > 1e12]) })
`,
  )
  return Array.from({ length: count }, () => new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 64 } }))
}

const ask = (worker: Worker, number: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.postMessage(number)
  })

async function withPool(
  fixture: Fixture,
  count: number,
  action: (pool: Worker[]) => Promise<void>,
  more = '',
): Promise<void> {
  const pool = workersOf(fixture, count, more)
  try {
    await action(pool)
  } finally {
    await Promise.all(pool.map((worker) => worker.terminate()))
  }
}

test('workers of an application run a verified program, and are its own again afterwards', () =>
  using(erroneous['a counter of three, generator threads']!, (fixture) =>
    withPool(fixture, 4, async (pool) => {
      assert.deepEqual(await ask(pool[0]!, 3), [9, true, true])
      for (const traces of [1, undefined]) {
        await fixture.verify({ traces })
        const { failures, runs, enforcement } = await admit(fixture.set).enforce(fixture.file, {
          pool,
          repeat: 60,
          monitor: true,
        })
        assert.deepEqual(
          { failures, runs, monitored: enforcement!.monitored },
          { failures: [], runs: 60, monitored: 60 },
        )
        assert.deepEqual(
          await Promise.all(pool.map((worker, i) => ask(worker, i))),
          [0, 1, 4, 9].map((square) => [square, true, true]),
        )
      }
    }),
  ))

for (const name of ['a bounded queue', 'a barrier, a latch, an event and a choice', 'a loop that waits for a flag']) {
  test(`${name}: all traces, lent workers`, () =>
    using(correct[name]!, (fixture) =>
      withPool(fixture, 3, async (pool) => {
        const { whole } = await fixture.verify()
        assert.ok(whole)
        const { failures, runs } = await admit(fixture.set).enforce(fixture.file, { pool, repeat: 40 })
        assert.deepEqual({ failures, runs }, { failures: [], runs: 40 })
      }),
    ))
}

test('spawned threads run on what is left of the pool', () =>
  using(
    `
export default program({
  name: 'children', shared: (mem) => ({ n: mem.int32('n', 1), started: mem.latch('started', 2), both: mem.event('both') }),
  tasks: { child(s, by: number) { s.started.countDown(); s.both.wait(); Atomics.add(s.n, 0, by); return by } },
  threads: { parent(s) { const a = spawn('child', 5); const b = spawn('child', 6); s.started.wait(); s.both.set(); return join(a) + join(b) } },
  after: (s, { parent }) => assert.deepEqual([s.n[0], parent], [11, 11]),
})`,
    (fixture) =>
      withPool(fixture, 3, async (pool) => {
        await fixture.verify()
        const { failures, runs } = await admit(fixture.set).enforce(fixture.file, { pool, repeat: 20, monitor: true })
        assert.deepEqual({ failures, runs }, { failures: [], runs: 20 })
        await assert.rejects(
          admit(fixture.set).enforce(fixture.file, { pool: pool.slice(0, 2) }),
          /more than 2 threads at a time, and the pool no more workers/,
        )
        assert.deepEqual(await ask(pool[1]!, 5), [25, true, true])
      }),
  ))

test('a unit on a pool', () =>
  using(correct['a bounded queue']!, (fixture) =>
    withPool(fixture, 3, async (pool) => {
      await fixture.verify({ traces: 2 })
      const unit = await admit(fixture.set).open(fixture.file, { pool, memory: 'restore' })
      for (let i = 0; i < 5; i++) assert.deepEqual((await unit.run({ times: 4 })).failures, [])
      await assert.rejects(admit(fixture.set).enforce(fixture.file, { pool }), /has a worker that is lent already/)
      await unit.close()
      assert.deepEqual(await ask(pool[2]!, 2), [4, true, true])
    }),
  ))

const waiting = `
export default program({
  name: 'waiting', shared: (mem) => ({ n: mem.int32('n', 1), e: mem.event('e'), m: mem.mutex('m') }),
  threads: {
    a(s) { s.n[0] = 1; if (process.env.HEDDLE_TEST_STOP === '1') { for (;;) { Math.sqrt(2) } } s.e.set() },
    b(s) { s.e.wait(); return s.n[0] }, c(s) { s.m.lock(); s.e.wait(); s.m.unlock(); return s.n[0] },
  },
})`

for (const traces of [1, undefined]) {
  test(`a lent worker that is terminated while others wait: they are released, and the run fails with the reason (${traces ?? 'all'} traces)`, () =>
    using(waiting, (fixture) =>
      withPool(
        fixture,
        3,
        async (pool) => {
          await fixture.verify({ traces })
          const unit = await admit(fixture.set).open(fixture.file, { pool, timeoutMs: 60_000 })
          const running = unit.run()
          const n = new Int32Array(unit.memory['n']!)
          while (Atomics.load(n, 0) === 0) await sleep(5)
          await pool[0]!.terminate()
          const { failures } = await running
          await unit.close()
          assert.match(failures[0]!.message, /the thread did not end: its worker ended with code 1/)
          assert.equal(failures[0]!.thread, 'a')
          assert.deepEqual(await Promise.all([ask(pool[1]!, 6), ask(pool[2]!, 7)]), [
            [36, true, true],
            [49, true, true],
          ])
          await assert.rejects(
            admit(fixture.set).enforce(fixture.file, { pool }),
            /worker 1 of the pool cannot be used: it has ended/,
          )
        },
        "process.env.HEDDLE_TEST_STOP = '1'",
      ),
    ))
}

test('a lent worker that runs out of memory', () =>
  using(waiting.replace('Math.sqrt(2)', 'globalThis.held = [globalThis.held, new Array(1000).fill(0.5)]'), (fixture) =>
    withPool(
      fixture,
      3,
      async (pool) => {
        await fixture.verify({ traces: 1 })
        const { failures } = await admit(fixture.set).enforce(fixture.file, { pool, timeoutMs: 60_000 })
        assert.match(failures[0]!.message, /its worker broke: .*memory limit/)
        assert.deepEqual(await ask(pool[1]!, 6), [36, true, true])
      },
      "process.env.HEDDLE_TEST_STOP = '1'",
    ),
  ))

test('a thread that throws releases the others, which go back to the application', () =>
  using(waiting, (fixture) =>
    withPool(
      fixture,
      3,
      async (pool) => {
        await fixture.verify({ traces: 1 })
        const { failures } = await admit(fixture.set).enforce(fixture.file, { pool })
        assert.match(failures[0]!.message, /square roots are out/)
        assert.deepEqual(await Promise.all(pool.map((worker) => ask(worker, 2))), [
          [4, true, true],
          [4, true, true],
          [4, true, true],
        ])
      },
      "process.env.HEDDLE_TEST_STOP = '1'\nMath.sqrt = () => { throw new Error('square roots are out') }",
    ),
  ))

const drawn = (name: string, more: string): string => `
import { program } from 'heddle'
${more}
const drawn = Math.random()
export default program({
  name: '${name}', shared: (mem) => ({ n: mem.int32('n', 1) }), threads: [(s) => { s.n[0]++; return drawn }],
  outcome: (s, [first]) => first,
})`

test('programs that take turns in the same workers do not see each other', () =>
  using(drawn('one', ''), (fixture) =>
    withPool(fixture, 1, async (pool) => {
      const shared = "import { kept } from './kept.mjs'\nkept.push(1)"
      writeFileSync(join(fixture.folder, 'kept.mjs'), 'export const kept = []')
      const open = async (name: string, more: string): Promise<unknown> => {
        const file = join(fixture.folder, `${name}.ts`)
        const set = `${file}.set`
        writeFileSync(file, drawn(name, more))
        await verify(file, { set })
        const { outcomes, failures } = await admit(set).enforce(file, { pool })
        assert.deepEqual(failures, [])
        return outcomes[0]!.value
      }
      const first = await open('first', 'Math.random()')
      const [alone] = (await verified(drawn('second', ''))).outcomes
      assert.equal(await open('second', ''), alone!.value, 'as many were drawn before as in its own verification')
      assert.notEqual(first, alone!.value)
      await open('third', shared)
      await assert.rejects(
        open('fourth', shared),
        /a worker of the pool has loaded kept\.mjs for another program, .*third\.ts, and modules keep what is done with them/,
      )
    }),
  ))

/** What it comes to in workers of its own. */
async function verified(source: string): Promise<RunResult> {
  let result: RunResult | null = null
  await using(source.replace("import { program } from 'heddle'", ''), async (fixture) => {
    await fixture.verify()
    result = await fixture.run(1)
  })
  return result!
}

test('a pool that cannot do it is refused, with the reason', () =>
  using(
    `
import { one } from './lib.mjs'
export default program({
  name: 'three', shared: (mem) => ({ n: mem.int32('n', 1) }), threads: [0, 1, 2].map(() => (s) => { one(s.n) }),
})`,
    async (fixture) => {
      writeFileSync(join(fixture.folder, 'lib.mjs'), 'export const one = (n) => { n[0] = 1 }')
      await fixture.verify({ traces: 1 })
      const enforce = (pool: unknown): Promise<unknown> =>
        admit(fixture.set).enforce(fixture.file, { pool: pool as Worker[] })
      await assert.rejects(enforce([1, 2, 3]), /`pool` must be an array of workers/)
      await withPool(fixture, 2, async (pool) => {
        await assert.rejects(enforce(pool), /needs 3 workers, one for each thread, and the pool has 2/)
        await assert.rejects(enforce([...pool, pool[0]!]), /has a worker twice/)
      })
      await withPool(
        fixture,
        3,
        async (pool) => {
          await assert.rejects(enforce(pool), /a worker of the pool has imported lib\.mjs before/)
          assert.deepEqual(await ask(pool[0]!, 4), [16, true, true])
        },
        "import './lib.mjs'",
      )
      await withPool(fixture, 3, async (pool) => {
        assert.deepEqual((await admit(fixture.set).enforce(fixture.file, { pool })).failures, [])
        writeFileSync(join(fixture.folder, 'lib.mjs'), 'export const one = (n) => { n[0] = 2 }')
        await fixture.verify({ traces: 1 })
        await assert.rejects(
          enforce(pool),
          /lib\.mjs of program 'three' is not what was verified in a worker of the pool, which loaded another version of it: make new workers/,
        )
      })
    },
  ))
