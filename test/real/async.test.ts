import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSource } from './run-fixture.ts'

const shared = `shared: (mem) => ({ w: mem.int32('w', 2) })`

test('async threads on real workers: their promises are their results', async () => {
  const { runs, outcomes, failures } = await runSource(
    `export default program({ name: 'async', ${shared}, threads: {
      async waiter(s) { const r = Atomics.waitAsync(s.w, 0, 0); if (r.async) await r.value; return { seen: s.w[1] } },
      async setter(s) { await null; s.w[1] = 7; Atomics.store(s.w, 0, 1); Atomics.notify(s.w, 0); return 'set' },
    } })`,
    { repeat: 30 },
  )
  assert.deepEqual([runs, failures, outcomes], [30, [], [{ value: { waiter: { seen: 7 }, setter: 'set' }, runs: 30 }]])
})

test('async tasks; what is done after an `await` or left for later is still done by the thread', async () => {
  const { runs, outcomes, failures } = await runSource(
    `export default program({ name: 'tasks', shared: (mem) => ({ n: mem.int32('n', 1), m: mem.mutex('m') }), threads: {
      async main(s) { const child = spawn('child', 3); await null; add(s); return join(child) },
      leaves(s) { queueMicrotask(() => add(s)) },
    }, tasks: { async child(s, n) { await Promise.resolve(); add(s); return [n] } }, outcome: (s, { main }) => [s.n[0], main] })
    const add = (s) => { s.m.lock(); s.n[0]++; s.m.unlock() }`,
    { repeat: 20 },
  )
  assert.deepEqual([runs, failures, outcomes], [20, [], [{ value: [3, [3]], runs: 20 }]])
})

test('a rejection of an async thread is its failure', async () => {
  const { failures } = await runSource(
    `export default program({ name: 'async', ${shared}, threads: { async t(s) { await null; throw new Error('late') } } })`,
  )
  assert.deepEqual(
    failures.map(({ kind, thread, message }) => [kind, thread, message]),
    [['exception', 't', 'Error: late']],
  )
})

test('a thread that ends while it waits asynchronously cannot be run again, which is said', async () => {
  await assert.rejects(
    runSource(
      `export default program({ name: 'async', ${shared}, threads: { async t(s) { Atomics.waitAsync(s.w, 0, 0) } } })`,
    ),
    /thread t ended while an Atomics\.waitAsync of its was still waiting/,
  )
})
