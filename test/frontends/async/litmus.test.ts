/** Small asynchronous programs, with how many traces they have, counted by hand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { program, type Program } from '../../../src/program/program.ts'
import type { Mem } from '../../../src/program/memory/mem.ts'
import { explore } from '../../support/subject.ts'
import { load } from '../harness.ts'

/** Of the functions in the source; they share `s.w`, two words, and `s.inside`. */
function compiled(source: string): Program {
  const threads = load(`${source}`) as unknown as Record<string, never>
  return program({
    name: 'litmus',
    shared: (mem: Mem) => ({ w: mem.int32('w', 2), inside: mem.int32('inside', 1) }),
    threads,
  } as never) as Program
}

interface Litmus {
  readonly source: string
  readonly traces: number
  readonly deadlocks: number
  readonly failures?: number
}

const WAIT =
  'const wait = async (s, i) => { const r = Atomics.waitAsync(s.w, i, 0); return r.async ? await r.value : r.value };\n'

const litmus: Readonly<Record<string, Litmus>> = {
  // The wait comes before the store, between store and notify, or after both; where it comes first, it is notified.
  'a flag is set and notified': {
    source: `${WAIT}exports.a = async (s) => wait(s, 0); exports.b = (s) => { Atomics.store(s.w, 0, 1); Atomics.notify(s.w, 0) }`,
    traces: 3,
    deadlocks: 0,
  },
  'a flag is set and nobody is notified: a lost wake-up': {
    source: `${WAIT}exports.a = async (s) => wait(s, 0); exports.b = (s) => { Atomics.store(s.w, 0, 1) }`,
    traces: 2,
    deadlocks: 1,
  },
  // Notified first, the wait comes too late; otherwise it ends.
  'notified without a change: a lost wake-up': {
    source: `${WAIT}exports.a = async (s) => wait(s, 0); exports.b = (s) => { Atomics.notify(s.w, 0) }`,
    traces: 2,
    deadlocks: 1,
  },
  // As above, and the time may be over first: before the notification, which then finds nobody, or never.
  'a time limit ends the wait': {
    source:
      'exports.a = async (s) => { const r = Atomics.waitAsync(s.w, 0, 0, 10); return r.async ? r.value : r.value }; exports.b = (s) => { Atomics.notify(s.w, 0) }',
    traces: 3,
    deadlocks: 0,
  },
  // Two waiters in either order, and the notification of one before, between or after them: 6 orders. Who is in the list
  // first is woken; the other one, or both, wait for ever. Who was woken between them takes that before or after the
  // other one enters the list: 2 more.
  'one of two waiters is notified': {
    source: `${WAIT}exports.a = async (s) => wait(s, 0); exports.b = async (s) => wait(s, 0); exports.c = (s) => { Atomics.notify(s.w, 0, 1) }`,
    traces: 8,
    deadlocks: 8,
  },
  // Jobs of one thread do not interleave: only its two accesses with the one of the other thread.
  'two activities of one thread are one thread': {
    source:
      'exports.a = async (s) => { const one = async () => { await null; s.w[0]++ }; await Promise.all([one(), one()]) }; exports.b = (s) => { s.w[0] = 5 }',
    traces: 5,
    deadlocks: 0,
  },
  'a promise that nothing settles': {
    source: 'exports.a = async (s) => { Atomics.load(s.w, 0); await new Promise(() => {}) }',
    traces: 1,
    deadlocks: 1,
  },
  'a rejection that nobody handles fails the thread, also when its own promise is settled': {
    source: "exports.a = async (s) => { Promise.reject(new Error('lost')); Atomics.load(s.w, 0) }",
    traces: 1,
    deadlocks: 0,
    failures: 1,
  },
  'a rejection that is handled later, by a job, is none': {
    source:
      "exports.a = async (s) => { const p = Promise.reject(new Error('fine')); await null; Atomics.load(s.w, 0); await p.catch(() => 1) }",
    traces: 1,
    deadlocks: 0,
  },
  // The wait that is left over is in the list when the thread ends, or not any more: the notification counts it or not,
  // and if it does, it is before the end or there is one more task.
  'a thread ends with a wait that nobody needs': {
    source: 'exports.a = async (s) => { Atomics.waitAsync(s.w, 0, 0) }; exports.b = (s) => Atomics.notify(s.w, 0)',
    traces: 3,
    deadlocks: 0,
  },
}

for (const [name, { source, traces, deadlocks, failures = 0 }] of Object.entries(litmus)) {
  test(name, () => {
    const subject = compiled(source)
    for (const reduction of ['none', 'dpor', 'optimal'] as const) {
      const found = explore(subject, { reduction })
      assert.deepEqual(
        [found.traces.size, found.deadlocks.size, found.failures > 0],
        [traces, deadlocks, failures > 0],
        reduction,
      )
      if (reduction === 'optimal') assert.equal(found.executions, traces)
    }
  })
}

const MUTEX = `const lock = async (s) => { while (Atomics.compareExchange(s.w, 0, 0, 1) !== 0) { const r = Atomics.waitAsync(s.w, 0, 1); if (r.async) await r.value } };
const section = async (s) => { await lock(s); if (Atomics.add(s.inside, 0, 1) !== 0) throw new Error('both inside'); Atomics.sub(s.inside, 0, 1); unlock(s) };
exports.a = section; exports.b = section;\n`

test('an asynchronous mutex excludes, and nobody waits for ever', () => {
  const found = explore(
    compiled(`${MUTEX}const unlock = (s) => { Atomics.store(s.w, 0, 0); Atomics.notify(s.w, 0, 1) }`),
  )
  assert.deepEqual([found.failures, found.deadlocks.size, found.gaveUp], [0, 0, false])
})

test('one that forgets to notify is a lost wake-up', () => {
  const found = explore(compiled(`${MUTEX}const unlock = (s) => { Atomics.store(s.w, 0, 0) }`))
  assert.equal(found.failures, 0)
  assert.ok(found.deadlocks.size > 0)
})
