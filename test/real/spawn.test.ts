import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSource } from './run-fixture.ts'

test('join hands over every kind of result, to everyone who asks', async () => {
  const values = `[undefined, 0, -0, 2 ** 31, 'text', null, true, 5n, { a: [1, { b: 2 }] }, new Map([[1, 2]])]`
  const result = await runSource(
    `const values = ${values}
    export default program({ name: 'results', shared: (mem) => ({ x: mem.int32('x', 1) }),
      tasks: { give: (s, i) => values[i] },
      threads: { first() { const handles = values.map((_, i) => spawn('give', i)); return handles.map((h) => [join(h), join(h)]) },
                 second: () => ({ own: values }) },
      after: (s, { first }) => assert.deepStrictEqual(first, values.map((v) => [v, v])) })`,
    { repeat: 20 },
  )
  assert.deepEqual(result.failures, [])
  assert.equal(result.outcomes.length, 1)
})

test('handles say who spawned whom, whatever the order', async () => {
  const result = await runSource(
    `
    export default program({ name: 'handles', shared: (mem) => ({ x: mem.int32('x', 1) }),
      tasks: { leaf: (s, arg, self) => [arg, self.id, self.name], inner(s, arg, self) { const h = spawn('leaf', arg); return [self.id, h, join(h)] } },
      threads: [() => { const a = spawn('inner', 'a'), b = spawn('leaf', 'b'); return [a, b, join(b), join(a)] },
                () => { const c = spawn('leaf', 'c'); return [c, join(c), join(0)[0]] }] })`,
    { repeat: 1500 },
  )
  assert.deepEqual(result.failures, [])
  const innerLeaf = (64 + 1) * 64
  assert.deepEqual(result.outcomes, [
    {
      runs: 1500,
      value: [
        [64, 65, ['b', 65, 'leaf#65'], [64, innerLeaf, ['a', innerLeaf, `leaf#${innerLeaf}`]]],
        [128, ['c', 128, 'leaf#128'], 64],
      ],
    },
  ])
})

test('more spawned threads at once than there were workers at first', async () => {
  const result = await runSource(
    `
    export default program({ name: 'many', shared: (mem) => ({ all: mem.barrier('all', 9), sum: mem.int32('sum', [0]) }),
      tasks: { meet(s, n) { Atomics.add(s.sum, 0, n); s.all.wait(); return n } },
      threads: [(s) => { for (let i = 0; i < 9; i++) spawn('meet', i) }],
      outcome: (s) => s.sum[0] })`,
    { repeat: 100 },
  )
  assert.deepEqual(result.failures, [])
  assert.deepEqual(result.outcomes, [{ value: 36, runs: 100 }])
})

test('spawned generator threads, and workers that serve several spawned threads of one run', async () => {
  const result = await runSource(
    `
    export default program({ name: 'one after the other', shared: (mem) => ({ n: mem.int32('n', 1) }),
      tasks: { *add(s, n) { return yield* ops.atomics.add(s.n, 0, n) } },
      threads: { *t(s) { let last; for (let i = 1; i <= 20; i++) last = yield* ops.join(yield* ops.spawn('add', i)); return last } },
      outcome: (s, { t }) => [s.n[0], t] })`,
    { repeat: 30 },
  )
  assert.deepEqual(result.failures, [])
  assert.deepEqual(result.outcomes, [{ value: [210, 190], runs: 30 }])
})

test('a join of a thread that failed ends with its reason', async () => {
  const result = await runSource(
    `
    export default program({ name: 'fails', shared: (mem) => ({ n: mem.int32('n', 1) }),
      tasks: { bad() { throw new Error('spawned in vain') } },
      threads: { parent: () => join(spawn('bad')), other: () => 1 } })`,
    { repeat: 3 },
  )
  assert.deepEqual(
    result.failures.map(({ kind, thread, message, runs }) => [kind, thread, message, runs]),
    [['exception', 'bad#64', 'Error: spawned in vain', 3]],
  )
})
