/** `mem.channel`: messages between threads, explored, between real workers and under gates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Channel, check, type HeddleError, ops, program, type Program, replay } from '../../src/index.ts'
import { using } from '../irs/real-runs.ts'

const values = (outcomes: readonly { readonly value: unknown }[]): string[] =>
  outcomes.map(({ value }) => JSON.stringify(value)).sort()

interface Job {
  readonly id: number
  readonly parts: number[]
}

/** Two workers take jobs until the channel is closed; what they make of them is the order in which they came. */
const pool = (capacity?: number): Program =>
  program({
    name: 'pool',
    shared: (mem) => ({
      jobs: mem.channel<Job>('jobs', { capacity }),
      done: mem.channel<number>('done'),
    }),
    threads: {
      *master(s) {
        for (const id of [1, 2]) yield* ops.send(s.jobs, { id, parts: [id, id] })
        yield* ops.close(s.jobs)
        const first = yield* ops.receive(s.done)
        const second = yield* ops.receive(s.done)
        return [first, second]
      },
      *left(s) {
        return yield* work(s.jobs, s.done)
      },
      *right(s) {
        return yield* work(s.jobs, s.done)
      },
    },
    after: (_, { master }) => assert.deepEqual([...(master as number[])].sort(), [2, 4]),
    outcome: (_, results) => results,
  })

function* work(jobs: Channel<Job>, done: Channel<number>) {
  let count = 0
  for (let job; (job = yield* ops.receive(jobs)) !== undefined; count++) {
    job.parts.push(0) // its own copy
    yield* ops.send(
      done,
      job.parts.reduce((sum, part) => sum + part),
    )
  }
  return count
}

for (const capacity of [1, 2, undefined]) {
  test(`who gets which message is explored, capacity ${capacity}`, async () => {
    const { outcome, exhaustive, outcomes } = await check(pool(capacity))
    assert.deepEqual([outcome, exhaustive], ['verified', true])
    assert.deepEqual(values(outcomes), [
      '{"master":[2,4],"left":0,"right":2}',
      '{"master":[2,4],"left":1,"right":1}',
      '{"master":[2,4],"left":2,"right":0}',
      '{"master":[4,2],"left":1,"right":1}',
    ])
  })
}

const two = (threads: Record<string, (s: { h: Channel<unknown>; x: Int32Array }) => unknown>, options = {}): Program =>
  program({
    name: 'two',
    shared: (mem) => ({ h: mem.channel('h', options), x: mem.int32('x', 1) }),
    threads: threads as never,
    outcome: (_, results) => results,
  })

test('messages of each kind arrive as they were sent, as copies', async () => {
  const sent: unknown[] = [
    1,
    -0,
    NaN,
    1n,
    'text ü 😀',
    true,
    null,
    [1, [2]],
    { a: { b: 1 } },
    new Map([[1, new Set([2])]]),
    new Date(0),
    new Float64Array([1.5]),
    new Uint8Array([1, 2, 3]).subarray(1),
    /x/g,
    'x'.repeat(5000),
  ]
  const { outcome } = await check(
    two({
      *sender(s) {
        for (const message of sent) yield* ops.send(s.h, message)
      },
      *receiver(s) {
        for (const message of sent) assert.deepEqual(yield* ops.receive(s.h), message)
      },
    }),
  )
  assert.equal(outcome, 'verified')
})

test('a message is copied when it is sent, and each receiver has its own', async () => {
  const { outcome, bugs } = await check(
    two({
      *sender(s) {
        const message = { n: 1 }
        yield* ops.send(s.h, message)
        message.n = 2
        yield* ops.send(s.h, message)
      },
      *receiver(s) {
        const first = (yield* ops.receive(s.h)) as { n: number }
        first.n += 10
        const second = (yield* ops.receive(s.h)) as { n: number }
        yield* ops.write(s.x, 0, 1)
        assert.deepEqual([first.n, second.n], [11, 2])
      },
      *other(s) {
        return yield* ops.read(s.x, 0)
      },
    }),
  )
  assert.deepEqual([outcome, bugs], ['verified', []])
})

test('what must not be sent is refused, and what goes wrong is named', async () => {
  const misuse = async (threads: Parameters<typeof two>[0], options = {}): Promise<string> => {
    const { bugs } = await check(two(threads, options))
    return `${bugs[0]!.kind}: ${bugs[0]!.message}`
  }
  assert.match(
    await misuse({
      *a(s) {
        yield* ops.close(s.h)
        yield* ops.send(s.h, 1)
      },
    }),
    /^misuse: .*channel h: a message was sent after it had been closed/,
  )
  assert.match(
    await misuse(
      {
        *a(s) {
          yield* ops.send(s.h, 'x'.repeat(100))
        },
      },
      { bytes: 64 },
    ),
    /^misuse: .*channel h: its messages need more than 64 bytes; give it more with mem\.channel\('h', \{ bytes \}\)/,
  )
  assert.match(
    await misuse({
      *a(s) {
        yield* ops.send(s.h, undefined)
      },
    }),
    /^exception: .*undefined cannot be sent/,
  )
  assert.match(
    await misuse({
      *a(s) {
        yield* ops.send(s.h, () => 1)
      },
    }),
    /^exception: .*could not be cloned/,
  )
  await assert.rejects(
    check(
      two(
        {
          *a(s) {
            yield* ops.close(s.h)
          },
        },
        { size: 1 },
      ),
    ),
    /mem\.channel\('h', …\) has no option 'size'; there are capacity, bytes/,
  )
})

test('a deadlock says who waits at which channel, and is replayed', async () => {
  const subject = two(
    {
      *a(s) {
        yield* ops.send(s.h, 1)
        yield* ops.send(s.h, 2)
      },
      *b(s) {
        yield* ops.receive(s.h)
        yield* ops.receive(s.h)
        yield* ops.receive(s.h)
      },
    },
    { capacity: 1 },
  )
  const { bugs } = await check(subject)
  assert.deepEqual([bugs[0]!.kind], ['deadlock'])
  assert.match(bugs[0]!.message, /b waits at receive h/)
  const again = await replay(subject, bugs[0]!.schedule)
  assert.equal(again.bug?.kind, 'deadlock')
})

test('what a message orders does not race, and what it does not order does', async () => {
  const racing = (threads: Parameters<typeof two>[0], options = {}) => check(two(threads, options), { races: true })
  const receiver = function* (s: { h: Channel<unknown>; x: Int32Array }) {
    yield* ops.receive(s.h)
    return yield* ops.read(s.x, 0)
  }
  const ordered = await racing({
    *a(s) {
      yield* ops.write(s.x, 0, 1)
      yield* ops.send(s.h, 1)
    },
    receiver,
  })
  assert.deepEqual(ordered.races, [])
  const closing = await racing({
    *a(s) {
      yield* ops.write(s.x, 0, 1)
      yield* ops.close(s.h)
    },
    receiver,
  })
  assert.deepEqual(closing.races, [])
  const early = await racing({
    *a(s) {
      yield* ops.send(s.h, 1)
      yield* ops.write(s.x, 0, 1)
    },
    receiver,
  })
  assert.equal(early.races.length, 1)
  // Room that was made is known to who waited for it; senders know nothing of each other.
  const room = await racing(
    {
      *a(s) {
        yield* ops.send(s.h, 1)
        yield* ops.send(s.h, 2)
        return yield* ops.read(s.x, 0)
      },
      *b(s) {
        yield* ops.write(s.x, 0, 1)
        yield* ops.receive(s.h)
      },
    },
    { capacity: 1 },
  )
  assert.deepEqual(room.races, [])
  const senders = await racing({
    *a(s) {
      yield* ops.write(s.x, 0, 1)
      yield* ops.send(s.h, 1)
    },
    *b(s) {
      yield* ops.send(s.h, 2)
      return yield* ops.read(s.x, 0)
    },
  })
  assert.equal(senders.races.length, 1)
})

const plain = (capacity: string): string => `export default program({
  name: 'pipeline',
  shared: (mem) => ({ numbers: mem.channel('numbers'${capacity}), squares: mem.channel('squares'${capacity}) }),
  threads: {
    source(s) { for (const n of [1, 2]) s.numbers.send({ n, text: 'ä' }); s.numbers.close() },
    square(s) {
      for (let job; (job = s.numbers.receive()) !== undefined; ) s.squares.send({ ...job, n: job.n * job.n })
      s.squares.close()
    },
    sink(s) {
      const seen = []
      for (let job; (job = s.squares.receive()) !== undefined; ) seen.push(job.n + job.text)
      return seen
    },
  },
  outcome: (s, { sink }) => sink,
  after: (s, { sink }) => assert.deepEqual(sink, ['1ä', '4ä']),
})`

for (const capacity of ['', ', { capacity: 1 }']) {
  test(`plain code: a pipeline is verified, and runs for real and under gates${capacity}`, () =>
    using(plain(capacity), async (fixture) => {
      const { outcome, exhaustive, outcomes } = await check(fixture.file)
      assert.deepEqual([outcome, exhaustive, outcomes.length], ['verified', true, 1])
      const real = await fixture.plain(30)
      assert.deepEqual([real.failures, real.runs], [[], 30])
      for (const traces of [1, undefined]) {
        await fixture.verify({ traces })
        const gated = await fixture.run(20, { monitor: traces === 1 })
        assert.deepEqual([gated.failures, gated.runs], [[], 20])
      }
    }))
}

test('shared memory in a message is refused with its place', () =>
  using(
    `export default program({
  name: 'hands memory over',
  shared: (mem) => ({ h: mem.channel('h'), x: mem.int32('x', 1) }),
  threads: { a(s) { s.h.send({ x: s.x }) }, b(s) { return s.h.receive() } },
})`,
    async (fixture) => {
      await assert.rejects(check(fixture.file), (error: HeddleError) => {
        assert.match(
          error.message,
          /the message to channel h holds shared memory or a primitive, which cannot be handed/,
        )
        assert.match(error.at ?? '', /program\.ts:6:2\d$/)
        return true
      })
    },
  ))
