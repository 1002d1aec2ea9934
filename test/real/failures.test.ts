import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunResult } from '../../src/host/run.ts'
import { runSource } from './run-fixture.ts'

const briefly = ({ failures }: RunResult): string[] =>
  failures.map(({ kind, thread, message, runs }) => `${kind} ${thread} ${runs}: ${message}`)
const shared = `shared: (mem) => ({ word: mem.int32('word', 1), gate: mem.event('gate'), one: mem.mutex('one'), two: mem.mutex('two'), both: mem.barrier('both', 2) })`

test('an exception in a thread fails the run; the runs go on', async () => {
  const result = await runSource(
    `export default program({ name: 'throws', ${shared},
    threads: { bad(s) { if (Atomics.add(s.word, 0, 1) >= 0) throw new TypeError('no') }, good: (s) => 1 } })`,
    { repeat: 5 },
  )
  assert.deepEqual(briefly(result), ['exception bad 5: TypeError: no'])
  assert.deepEqual(result.outcomes, [{ value: 'exception', runs: 5 }])
  assert.match(result.failures[0]!.stack!, /program\.ts:5:/)
})

test('a value that is no Error can be thrown', async () => {
  const result = await runSource(
    `export default program({ name: 'throws', ${shared}, threads: [(s) => { throw { code: 7 } }] })`,
  )
  assert.deepEqual(briefly(result), ['exception thread0 1: threw {"code":7}, which is not an Error'])
})

test('a failed assertion in a thread, in after, in outcome', async () => {
  const inThread = await runSource(
    `export default program({ name: 'asserts', ${shared}, threads: { t(s) { assert.equal(s.word[0], 1) } } })`,
  )
  assert.match(briefly(inThread)[0]!, /^assertion t 1: Expected values to be strictly equal/)
  const inAfter = await runSource(
    `export default program({ name: 'asserts', ${shared}, threads: { t(s) { s.word[0] = 4 } },
    outcome: (s) => s.word[0], after: (s) => assert.equal(s.word[0], 5, 'not five') })`,
    { repeat: 3 },
  )
  assert.match(briefly(inAfter).join(), /^assertion null 3: not five/)
  assert.deepEqual(inAfter.outcomes, [{ value: 4, runs: 3 }])
  const inOutcome =
    await runSource(`export default program({ name: 'asserts', ${shared}, threads: { t(s) { s.word[0] = 4 } },
    outcome: (s) => { throw new Error('none') } })`)
  assert.deepEqual(briefly(inOutcome), ['exception null 1: Error: none'])
})

test('a thread that throws while others wait for it does not hang the run, nor the next one', {
  timeout: 60_000,
}, async () => {
  const result = await runSource(
    `export default program({ name: 'throws', ${shared},
    threads: { bad() { throw new Error('before set') }, waiting: (s) => s.gate.wait(), spinning(s) { while (Atomics.load(s.word, 0) === 0); } } })`,
    { repeat: 2 },
  )
  assert.deepEqual(briefly(result), ['exception bad 2: Error: before set'])
})

test('a deadlock is found and names the threads that wait', async () => {
  const result = await runSource(
    `export default program({ name: 'two locks', ${shared}, threads: {
    a(s) { s.one.lock(); s.both.wait(); s.two.lock() },
    b(s) { s.two.lock(); s.both.wait(); s.one.lock() },
    c: (s) => 1 } })`,
    { repeat: 2 },
  )
  assert.deepEqual(briefly(result), ['deadlock null 2: a, b: waiting, with nobody left to wake them'])
  assert.deepEqual(result.outcomes, [{ value: 'deadlock', runs: 2 }])
  assert.equal(result.microsecondsPerRun, null)
})

test('a deadlock in Atomics.wait, in a generator thread and in a join of oneself', async () => {
  const result = await runSource(`export default program({ name: 'all wait', ${shared}, threads: {
    atomics(s) { Atomics.wait(s.word, 0, 0) },
    *generator(s) { yield* ops.atomics.wait(s.word, 0, 0) },
    self(s, self) { join(self.id) } } })`)
  assert.deepEqual(briefly(result), [
    'deadlock null 1: atomics, generator, self: waiting, with nobody left to wake them',
  ])
})

test('threads that run on, or wait with time limits, are a timeout and no deadlock', async () => {
  const result = await runSource(
    `export default program({ name: 'endless', ${shared}, threads: {
    spinning(s) { for (;;) Atomics.load(s.word, 0) },
    polling(s) { for (;;) Atomics.wait(s.word, 0, 0, 10) },
    waiting: (s) => s.gate.wait() } })`,
    { timeoutMs: 400 },
  )
  assert.deepEqual(briefly(result), [
    'timeout null 1: no progress in the time for one run; not ended: spinning (running), polling (running), waiting (waiting)',
  ])
  assert.deepEqual(result.outcomes, [{ value: 'timeout', runs: 1 }])
})

test('a long computation is not taken for a deadlock', async () => {
  const result = await runSource(`export default program({ name: 'long', ${shared}, threads: {
    busy(s) { for (const end = Date.now() + 1500; Date.now() < end;); s.gate.set() },
    waiting: (s) => s.gate.wait() } })`)
  assert.deepEqual(result.failures, [])
})

test('a thread that calls process.exit is reported, and the next run has all threads again', async () => {
  const result = await runSource(
    `export default program({ name: 'exits', ${shared},
    threads: { quits() { process.exit(3) }, waits: (s) => s.gate.wait() } })`,
    { repeat: 2 },
  )
  assert.deepEqual(briefly(result), [
    'exception quits 2: the thread did not end: it ended its worker with process.exit(3)',
  ])
})

test('writing to what shared returned fails', async () => {
  const result = await runSource(
    `export default program({ name: 'writes', ${shared}, threads: { t(s) { s.more = 1 } } })`,
  )
  assert.match(briefly(result)[0]!, /^exception t 1: TypeError: Cannot add property more.*`shared` returns is frozen/)
})

const unrunnable: [what: string, source: string, message: RegExp][] = [
  [
    'an async generator as a thread',
    `threads: [async function* (s) {}]`,
    /thread 'thread0' is an async generator function/,
  ],
  ['an async after', `threads: [(s) => 1], after: async () => {}`, /`after` of program 'p' must not be async/],
  [
    'a result that cannot be cloned',
    `threads: { t: (s) => () => 1 }`,
    /the result of thread t cannot be handed to others/,
  ],
  [
    'an unknown task',
    `threads: [() => spawn('nobody')], tasks: { somebody() {} }`,
    /has no task 'nobody'; there are somebody/,
  ],
  ['a handle that nobody has', `threads: [() => join(70)]`, /there is no thread with the handle 70/],
  [
    'too many threads',
    `threads: [() => { for (let i = 0; i < 64; i++) spawn('t') }], tasks: { t() {} }`,
    /more than 64 threads/,
  ],
  [
    'more declared threads than workers',
    `threads: Array.from({ length: 65 }, () => (s) => { s.word[0] = 1 })`,
    /program 'p' has 65 threads, and real workers run at most 64; it can be checked, but neither verified .* nor run/,
  ],
  ['yielding something else', `threads: { *t(s) { yield 1 } }`, /thread t yielded something that is not an operation/],
  ['a forgotten operation', `threads: { *t(s) { ops.read(s.word, 0) } }`, /was made but not yielded/],
]
for (const [what, threads, message] of unrunnable) {
  test(`${what} is an error of the program`, async () => {
    await assert.rejects(
      runSource(`export default program({ name: 'p', ${shared}, ${threads} })`, { timeoutMs: 2000 }),
      { kind: 'program', message },
    )
  })
}

test('shared that allocates differently in each thread, or on its next call, or throws', async () => {
  const threads = `threads: [(s) => 1]`
  const rejects = (source: string, message: RegExp): Promise<void> =>
    assert.rejects(runSource(source, { repeat: 3 }), { kind: 'program', message })
  await rejects(
    `export default program({ name: 'p', shared: (mem) => ({ a: mem.int32('a' + threadId, 1) }), ${threads} })`,
    /allocated differently when it was called again/,
  )
  await rejects(
    `let calls = 0
    export default program({ name: 'p', shared: (mem) => ({ a: mem.int32('a', 1 + calls++), fresh: new Map() }), ${threads} })`,
    /allocated differently when it was called again/,
  )
  await rejects(
    `export default program({ name: 'p', shared: () => { throw new Error('not today') }, ${threads} })`,
    /`shared` of program 'p' threw: Error: not today/,
  )
})

test('modules that exit, reject or do not load', async () => {
  const ok = `export default program({ name: 'p', ${shared}, threads: [(s) => 1] })`
  await assert.rejects(runSource(`process.exit(5)\n${ok}`), { kind: 'program', message: /process\.exit\(5\)/ })
  await assert.rejects(runSource(`Promise.reject(new Error('unheard'))\n${ok}`), {
    kind: 'program',
    message: /unheard/,
  })
  await assert.rejects(runSource(`export default 1`), { kind: 'program', message: /not a program/ })
  await assert.rejects(runSource(`export default program({ name: 'p',`), { kind: 'program', message: /syntax error/ })
})

test('bad options', async () => {
  await assert.rejects(runSource('', { repeat: 0 }), {
    kind: 'usage',
    message: /repeat must be an integer from 1 and up, got 0/,
  })
  await assert.rejects(runSource('', { timeoutMs: NaN }), { kind: 'usage' })
})
