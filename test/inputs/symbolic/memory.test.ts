/** Symbolic values in shared memory, objects, arrays and results: against all inputs one by one, and how many regions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { symbolicSource } from '../../../src/frontends/symbolic/symbolic-pass.ts'
import { symmetryOf } from '../../../src/program/threads/symmetry.ts'
import { compare, load, regionsOf } from './compare.ts'

const head = `const { program, int, bool, oneOf, array, spawn, join } = require('heddle'); const assert = require('node:assert')\n`

async function regions(source: string, reduction?: string): Promise<number> {
  assert.equal(await compare(head + source, undefined, reduction), null)
  return (await regionsOf(load(head + source, true))).length
}

/** A value that is stored as an element of this type, compared with 1, and looked at in the end. */
const stored = (type: string, low: number, high: number): string =>
  `module.exports = program({ name: 'stored', inputs: { n: int(${low}, ${high}) },
    shared: (mem) => ({ a: mem.${type}('a', 2) }),
    threads: {
      ann(s, self, { n }) { s.a[0] = n; s.a[1] = n * 3 },
      ben(s) { return s.a[0] > 1 ? 'more' : 'less' },
    },
    outcome: (s, r) => [s.a[0], s.a[1], r.ben] })`

const around: Readonly<Record<string, readonly [low: number, high: number]>> = {
  int8: [120, 135],
  uint8: [250, 260],
  uint8clamped: [-3, 3],
  int16: [32_765, 32_770],
  uint16: [65_533, 65_538],
  int32: [2_147_483_645, 2_147_483_650],
  uint32: [4_294_967_293, 4_294_967_298],
  float64: [-2, 3],
  float32: [-2, 3],
}

for (const [type, [low, high]] of Object.entries(around))
  test(`what ${type} makes of a value that is stored in it`, async () => {
    assert.ok((await regions(stored(type, low, high))) <= 3)
  })

test('what 32-bit floating point would round is told apart by value', async () => {
  assert.equal(await regions(stored('float32', 16_777_215, 16_777_219)), 5)
})

test('the searches that undo steps, merge states or begin anew agree with all inputs', async () => {
  const source = `module.exports = program({ name: 'steps', inputs: { n: int(-3, 3), m: int(0, 2) },
    shared: (mem, { m }) => ({ a: mem.int32('a', [m, 0]) }),
    threads: {
      ann(s, self, { n }) { s.a[0] += n; if (s.a[1] > 0) s.a[1] = s.a[0] },
      ben(s, self, { m }) { Atomics.add(s.a, 0, m); s.a[1] = 2; return s.a[0] },
    },
    outcome: (s, r) => [s.a[0], s.a[1], r.ben > 1],
    after: (s) => assert(s.a[0] < 5) })`
  for (const reduction of ['none', 'dpor', 'optimal', 'stateful', 'default'])
    assert.equal(await compare(head + source, undefined, reduction), null, reduction)
})

test('interchangeable threads with values that are equal for one input only are told apart', async () => {
  const source = `function twin(s) { const i = Atomics.add(s.next, 0, 1); const v = s.a[i]; s.last[0] = v; if (v > 1) s.more[0] = i }
  module.exports = program({ name: 'twins', inputs: { n: int(0, 2), m: int(0, 2) },
    shared: (mem, { n, m }) => ({ a: mem.int32('a', [n, m]), next: mem.int32('next', 1), last: mem.int32('last', 1), more: mem.int32('more', [-1]) }),
    threads: [twin, twin],
    outcome: (s) => [s.last[0], s.more[0]] })`
  const { groups, seesResults } = symmetryOf(load(head + source, true))
  assert.deepEqual([groups, seesResults], [[[0, 1]], false])
  for (const reduction of ['stateful', 'default'])
    assert.equal(await compare(head + source, undefined, reduction), null, reduction)
})

test('atomic operations: what they find, compare and leave', async () => {
  const source = `module.exports = program({ name: 'atomics', inputs: { n: int(-2, 5) },
    shared: (mem) => ({ a: mem.uint8('a', [3, 7]) }),
    threads: {
      ann(s, self, { n }) { const was = Atomics.exchange(s.a, 0, n); Atomics.xor(s.a, 1, n); return was },
      ben(s, self, { n }) { return Atomics.compareExchange(s.a, 0, n, 9) + Atomics.or(s.a, 1, 8) },
    },
    outcome: (s, r) => ({ a: s.a[0], b: Atomics.load(s.a, 1), ben: r.ben, ann: r.ann }) })`
  assert.ok((await regions(source)) <= 4)
})

test('who looks at parts of a value, or at all of memory, knows it for its value only', async () => {
  const inputs = 4
  const source = (look: string, outcome: string): string =>
    `module.exports = program({ name: 'parts', inputs: { n: int(0, ${inputs - 1}) },
      shared: (mem) => { const a = mem.int32('a', 2); return { a, bytes: new Uint8Array(a.buffer) } },
      threads: { ann(s, self, { n }) { s.a[0] = n + 254 }, ben(s) { ${look} } },
      outcome: (s) => ${outcome} })`
  assert.equal(await regions(source('s.a[1] = 1', '[s.a[0], s.a[1]]')), 1)
  assert.equal(await regions(source('s.a[1] = s.bytes[1]', '[s.a[0], s.a[1]]')), inputs)
  assert.equal(await regions(source('s.bytes[1] = 5', '[s.a[0], s.a[1]]')), inputs)
  assert.equal(await regions(source('s.a[1] = 1', '[...s.a]')), inputs)
  assert.equal(await regions(source('s.a[1] = new DataView(s.a.buffer).getInt32(0, true)', 's.a[1]')), inputs)
  assert.equal(await regions(source('s.a[1] = [...s.a].length', 's.a[1]')), inputs)
})

test('objects, arrays and closures hold symbolic values, which builtins see as plain ones', async () => {
  const source = (look: string): string =>
    `module.exports = program({ name: 'held', inputs: { n: int(0, 9) },
      shared: (mem) => ({ a: mem.int32('a', 1) }),
      threads: {
        ann(s, self, { n }) {
          const order = { amount: n, list: [n, n + 1] }
          order.total = order.amount * 2
          const isLarge = () => order.total > 10
          s.a[0] = ${look} ? 1 : 2
        },
      },
      outcome: (s) => s.a[0] })`
  assert.equal(await regions(source('isLarge()')), 2)
  assert.equal(await regions(source('order.list[1] < 3 && order.list[0] > 0')), 3)
  assert.equal(await regions(source('order.list.includes(3)')), 10)
  assert.equal(await regions(source('JSON.stringify(order).length > 50')), 10)
})

test('loops that wait for memory are still recognised', async () => {
  const source = `module.exports = program({ name: 'waits', inputs: { n: int(0, 3) },
    shared: (mem) => ({ flag: mem.int32('flag', 1), data: mem.int32('data', 1) }),
    threads: {
      ann(s, self, { n }) { s.data[0] = n + 1; Atomics.store(s.flag, 0, n < 2 ? 1 : 2) },
      ben(s) { while (Atomics.load(s.flag, 0) === 0) {} return s.data[0] },
    },
    outcome: (s, r) => r.ben })`
  assert.equal(await regions(source), 2)
})

test('a value that is waited for is told apart by value, also where nobody ever goes on', async () => {
  const source = `module.exports = program({ name: 'waits', inputs: { n: int(0, 2) },
    shared: (mem) => ({ flag: mem.int32('flag', 1) }),
    threads: {
      ann(s, self, { n }) { s.flag[0] = n },
      ben(s) { while (s.flag[0] === 0) {} },
    } })`
  assert.equal(await regions(source), 3)
})

const waiting = (wait: string): string =>
  `module.exports = program({ name: 'waits', inputs: { n: int(0, 9), op: oneOf('wait', 'go', 'leave') },
    shared: (mem) => ({ flag: mem.int32('flag', 1), data: mem.int32('data', 1) }),
    threads: {
      ann(s) { s.data[0] = 1; Atomics.store(s.flag, 0, 4) },
      ben(s, self, inputs) { const { n, op } = inputs; ${wait}; return s.data[0] },
    },
    outcome: (s, r) => r.ben })`

/** Not at all, until it is set, or for ever. */
const waits: Readonly<Record<string, readonly [code: string, regions: number]>> = {
  'a variable': ['while (Atomics.load(s.flag, 0) < n) {}', 3],
  'an input as a property': ['while (s.flag[0] < inputs.n);', 3],
  'what is computed from one': ['while (s.flag[0] * 2 < n - 1 && n !== 3);', 3],
  'one of several': ["while (op === 'wait' && s.flag[0] === 0);", 2],
  'one in the middle': ['for (;;) { const v = s.flag[0]; if (v >= n) break }', 3],
  'the parameter of a function': ['const wait = (k) => { while (s.flag[0] < k); }; wait(n)', 3],
}

for (const [name, [code, count]] of Object.entries(waits))
  test(`a loop that waits for a condition over inputs is a spin-wait: ${name}`, async () => {
    for (const reduction of ['optimal', 'default']) assert.equal(await regions(waiting(code), reduction), count)
  })

test('a loop that converts objects of the program, while it waits, is none', async () => {
  const code = 'const o = { k: n, c: 0, valueOf() { o.c += 1; return 3 - o.c } }; while (s.flag[0] < o);'
  assert.equal(await regions(waiting(code)), 1)
})

test('a function that only looks may be waited in by other files, and so may those that it calls', () => {
  const peek = 'function peek(s) { return s.flag[0] }\n'
  const code = (source: string): string => symbolicSource(source, '/test/looks.cjs', 'commonjs', undefined).code
  const waits = `${peek}exports.ready = (s) => peek(s) !== 0`
  assert.equal(code(waits), waits)
  assert.match(code(`${peek}exports.ready = (s) => { s.flag[1] = 2; return peek(s) !== 0 }`), /heddle\$el\(s\.flag,0\)/)
})

test('what is imported from node:assert does not look at memory, however it is imported', () => {
  const code = (head: string): string =>
    symbolicSource(
      `${head}\nimport { program } from 'heddle'\nexport default program({ after: (s, r, { n }) => assert(s.a[0] < n) })`,
      '/test/imports.mjs',
      'module',
      undefined,
    ).code
  for (const from of ['node:assert', 'node:assert/strict', 'assert'])
    assert.match(code(`import assert from '${from}'`), /after: *\(?heddle\$looks\(/)
  assert.match(code("import * as assert from 'node:assert'"), /heddle\$looks\(/)
  assert.doesNotMatch(code("import assert from './mine.mjs'"), /heddle\$looks\(/)
})

test('outcomes beside symbolic values are told apart: 0 and -0, what JSON lacks, objects that contain themselves', async () => {
  const source = (rest: string): string => `module.exports = program({ name: 'values', inputs: { n: int(0, 9) },
    shared: (mem) => ({ a: mem.float64('a', 2) }),
    threads: { ann(s, self, { n }) { s.a[0] = n }, ben(s) { s.a[1] = 0 }, cyd(s) { s.a[1] = -0 }, dan(s) { s.a[1] = NaN } },
    outcome: (s, r, { n }) => ${rest} })`
  assert.equal(await regions(source('[s.a[0], s.a[1], s.a[1] === 0 ? [1n, null] : undefined]')), 1)
  assert.equal(await regions(source('[s.a[0], s.a[1], s.a[1] === 0 ? [, 1] : /./]')), 10)
  assert.equal(await regions(source('{ const o = { n, m: [n], k: s.a[1] }; o.m.push(o); return o }')), 10)
})

test('outcomes say how they are computed', async () => {
  const source = `module.exports = program({ name: 'formulas', inputs: { n: int(0, 9) },
    shared: (mem) => ({ a: mem.int32('a', 1) }),
    threads: { ann(s, self, { n }) { s.a[0] += n }, ben(s) { s.a[0] += 1 } },
    outcome: (s) => s.a[0] })`
  const [{ result }, ...others] = (await regionsOf(load(head + source, true))) as [
    Awaited<ReturnType<typeof regionsOf>>[0],
  ]
  assert.equal(others.length, 0)
  const formulas = result.outcomes.map(({ value, formula }) => [value, formula])
  const expected = [
    [0, 'n'],
    [1, undefined],
    [1, 'n + 1'],
  ]
  assert.deepEqual(formulas.sort(), expected)
})

test('outcomes of different formulas are never listed as one: a condition and its number, long ones', async () => {
  const source = (
    ann: string,
  ): string => `module.exports = program({ name: 'formulas', inputs: { n: int(0, 9), b: bool() },
    shared: (mem) => ({ a: mem.int32('a', 1) }),
    threads: { ann(s, self, { n, b }) { const seen = s.a[0]; ${ann} }, ben(s) { s.a[0] = 1 } },
    outcome: (s, r) => r.ann })`
  const formulas = async (ann: string): Promise<(string | undefined)[]> => {
    assert.equal(await compare(head + source(ann)), null)
    const found = await regionsOf(load(head + source(ann), true))
    return found.flatMap(({ result }) => result.outcomes.map(({ formula }) => formula)).sort()
  }
  assert.deepEqual(await formulas('return seen ? n > 1 : +(n > 1)'), ['+(n >= 2)', 'n >= 2'])
  assert.deepEqual(await formulas('return seen ? b : +b'), ['+b', 'b'])
  // A comparison of what is chosen is chosen from comparisons.
  assert.deepEqual(await formulas('return seen ? Math.max(n, +b) === 1 : +(Math.max(n, +b) === 1)'), [
    '(if n < b then b = true else n = 1)',
    '+(if n < b then b = true else n = 1)',
  ])
  // Of a truth value, 3 is not the number that stands for one; -0 has a region of its own.
  assert.deepEqual(await formulas('return seen ? -b - 1 : 3 - b'), ['-b - 1', '3 - b', '3 - b', undefined])
  const doubled =
    'let v = n; for (let i = 0; i < 28; i++) v = (v ^ (v << 1)) | 0; let w = n; for (let i = 0; i < 28; i++) w = (w + w) | 0'
  const long = await formulas(`${doubled}; return seen ? v : w`)
  assert.equal(new Set(long).size, 2)
  for (const one of long) assert.match(one!, /^\(expression [0-9a-f]{16}\)$/)
})

test('formulas are told from plain values of the same name, and elements from properties', async () => {
  const found = async (outcome: string): Promise<unknown[]> => {
    const source = `module.exports = program({ name: 'formulas', inputs: { n: int(0, 2), NaN: int(0, 2) },
      shared: (mem) => ({ a: mem.int32('a', 1) }),
      threads: { ann: (s) => s.a[0], ben(s) { s.a[0] = 1 } },
      outcome(s, r, inputs) { const { n } = inputs; ${outcome} } })`
    assert.equal(await compare(head + source), null)
    const regions = await regionsOf(load(head + source, true))
    return regions.flatMap(({ result }) => result.outcomes.map(({ formula }) => formula)).sort()
  }
  assert.deepEqual(await found('return [n, r.ann ? NaN : inputs.NaN]'), ['[n, (NaN)]', '[n, NaN]'])
  // An array that has a property in place of its element.
  const holed = await found('if (r.ann) return [n]; const list = [,]; list.x = n; return list')
  assert.ok(holed.includes(undefined) && holed.includes('[n]'), String(holed))
})

test('a formula names the values of an input that is one of several, not their numbers', async () => {
  const source = `module.exports = program({ name: 'named', inputs: { m: oneOf(1, 2, 300), op: oneOf('push', 'pop') },
    shared: (mem) => ({ x: mem.int32('x', 1) }),
    threads: [(s) => { Atomics.store(s.x, 0, 1) }],
    outcome: (s, r, { m, op }) => [m > 1, op === 'pop'] })`
  const [first, ...others] = await regionsOf(load(head + source, true))
  assert.equal(others.length, 0)
  assert.deepEqual(
    first!.result.outcomes.map(({ formula }) => formula),
    ['[(m = 2) | (m = 300), op = pop]'],
  )
})
