/** Each construct of plain code by itself: its result, and the accesses that it makes, in order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, memory, run } from './harness.ts'

const fresh = () =>
  memory((mem) => ({
    a: mem.int32('a', [10, 20, 30, 40]),
    b: mem.bigint64('b', [1n, 2n]),
    u: mem.uint8('u', [1, 2]),
    bytes: mem.buffer('bytes', 8),
    m: mem.mutex('m'),
  }))

/** The function's result and what it did, with `a` short for the array. */
function check(name: string, code: string, result: unknown, log: string[]): void {
  test(name, () => {
    const ran = run(load(`exports.main = ${code}`)['main']!, fresh())
    assert.equal(ran.error, undefined)
    assert.deepEqual(ran.result, result)
    assert.deepEqual(ran.log, log)
  })
}

const reads = (...indices: number[]): string[] => indices.map((i) => `read a[${i}] → ${(i + 1) * 10}`)

check('element reads and writes', '(s) => { s.a[1] = s.a[0] + 1; return s.a[1] }', 11, [
  'read a[0] → 10',
  'write a[1] = 11',
  'read a[1] → 11',
])
check(
  'keys that are strings or bigints name elements, other keys do not',
  '(s) => [s.a["1"], s.a[2n], s.a["01"], s.a.length, s.a[9], s.a[-1], s.a[1.5], s.a["length"]]',
  [20, 30, undefined, 4, undefined, undefined, undefined, 4],
  reads(1, 2),
)
check(
  'values are coerced before the switch point',
  '(s) => { s.a[0] = { valueOf() { return s.u.length + 0.7 } }; return s.a[0] }',
  2,
  ['write a[0] = 2.7', 'read a[0] → 2'],
)
check(
  'out-of-range writes are no accesses, but coerce',
  '(s) => { let n = 0; s.a[7] = { valueOf() { n++; return 1 } }; return n }',
  1,
  [],
)
check(
  'compound assignment is a read and a write',
  '(s) => [s.a[0] += 5, s.a[0]++, ++s.a[0]]',
  [15, 15, 17],
  ['read a[0] → 10', 'write a[0] = 15', 'read a[0] → 15', 'write a[0] = 16', 'read a[0] → 16', 'write a[0] = 17'],
)
check(
  'the right side of `a[i] += …` is evaluated after the read',
  '(s) => { s.a[0] += s.a[1] = 7; return s.a[0] }',
  17,
  ['read a[0] → 10', 'write a[1] = 7', 'write a[0] = 17', 'read a[0] → 17'],
)
check(
  'logical assignment writes only when it must',
  '(s) => [s.a[0] ??= 1, s.a[0] ||= 2, s.a[0] &&= 0, s.a[0] ||= 3]',
  [10, 10, 0, 3],
  ['read a[0] → 10', 'read a[0] → 10', 'read a[0] → 10', 'write a[0] = 0', 'read a[0] → 0', 'write a[0] = 3'],
)
check('bigints', '(s) => { s.b[0] += 5n; return s.b[0]++ }', 6n, [
  'read b[0] → 1n',
  'write b[0] = 6n',
  'read b[0] → 6n',
  'write b[0] = 7n',
])
check(
  'destructuring from a view',
  '(s) => { const [x, , y = 1, ...rest] = s.a; const { 1: p, length, [2]: q } = s.a; return [x, y, rest, p, length, q] }',
  [10, 30, [40], 20, 4, 30],
  reads(0, 1, 2, 3, 1, 2),
)
check(
  'destructuring into elements',
  '(s) => { [s.a[0], { x: s.a[1] = 9 }] = [1, {}]; ({ p: s.a[2], ...s.rest } = { p: 3 }) }',
  undefined,
  ['write a[0] = 1', 'write a[1] = 9', 'write a[2] = 3'],
)
check('swapping two elements', '(s) => { [s.a[0], s.a[1]] = [s.a[1], s.a[0]] }', undefined, [
  'read a[1] → 20',
  'read a[0] → 10',
  'write a[0] = 20',
  'write a[1] = 10',
])
check(
  'parameters: defaults, patterns, rest',
  '(s) => ((x = s.a[0], [y] = s.a, { 1: z }, ...[w]) => [x, y, z, w])(undefined, undefined, s.a, s.a[3])',
  [10, 10, 20, 40],
  reads(3, 0, 0, 1),
)
check(
  'spread in arrays, calls, new and objects',
  '(s) => [[...s.a], Math.max(...s.a), new Array(...s.a).length, Object.values({ ...s.a })]',
  [[10, 20, 30, 40], 40, 4, [10, 20, 30, 40]],
  [...reads(0, 1, 2, 3), ...reads(0, 1, 2, 3), ...reads(0, 1, 2, 3), ...reads(0, 1, 2, 3)],
)
check(
  'for-of, with break and continue',
  '(s) => { let t = 0; for (const x of s.a) { if (x === 10) continue; if (x === 30) break; t += x } return t }',
  20,
  reads(0, 1, 2),
)
check(
  'for-of into an element, for-in',
  '(s) => { for (s.a[0] of [1, 2]); let k = ""; for (const i in s.u) k += i; return k }',
  '01',
  ['write a[0] = 1', 'write a[0] = 2'],
)
check(
  'labels',
  '(s) => { let n = 0; out: for (const x of s.a) { for (const y of [1, 2]) { n++; if (x > 10) break out; if (y) continue out } } return n }',
  2,
  reads(0, 1),
)
check(
  'optional chains',
  '(s) => [s.a?.[0], s.none?.[s.a[1]], s.a.at?.(2), s.none?.a.b(s.a[3]), (s?.a)?.[1], delete s.none?.[0]]',
  [10, undefined, 30, undefined, 20, true],
  reads(0, 2, 1),
)
check('calling an element', '(s) => { const fs = [() => s.a[0]]; return fs[s.a[0] - 10]() }', 10, reads(0, 0))
check(
  'calls five deep',
  '(s) => { const f = (n) => (n === 0 ? s.a[0] : g(n - 1)); const g = (n) => f(n); return f(4) }',
  10,
  reads(0),
)
check(
  'recursion',
  '(s) => { function fib(n) { return n < 2 ? s.a[n] : fib(n - 1) + fib(n - 2) } return fib(3) }',
  50,
  reads(1, 0, 1),
)
check(
  'named function expressions',
  '(s) => (function again(n) { return n === 0 ? s.a[0] : again(n - 1) })(2)',
  10,
  reads(0),
)
check(
  'closures over a loop variable',
  '(s) => { const fs = []; for (let i = 0; i < 3; i++) fs.push(() => s.a[i]); return fs.map((f) => f()) }',
  [10, 20, 30],
  reads(0, 1, 2),
)
check(
  '`this`, `arguments` and `new.target` in arrows',
  '(s) => { function F(x) { return [1].map(() => [this?.p, arguments.length, new.target, s.a[x]])[0] } return F.call({ p: 5 }, 1, 2) }',
  [5, 2, undefined, 20],
  reads(1),
)
check(
  'methods, getters, accessors by computed name',
  '(s) => { const o = { i: 1, m() { return s.a[this.i] }, ["n" + 1](x) { return s.a[x] }, get g() { return 7 } }; return [o.m(), o.n1(2), o.g] }',
  [20, 30, 7],
  reads(1, 2),
)
check(
  'classes: private methods and fields, static, super, arrows in fields',
  `(s) => {
  class A { #i = 1; #get(i) { return s.a[i] } get(i) { return this.#get(i + this.#i) } static of(i) { return s.a[i] } field = () => s.a[this.#i] }
  class B extends A { get(i) { return super.get(i) + [1].map((x) => super.get(x))[0] } }
  return [new A().get(0), A.of(3), new B().field(), new B().get(0), new A().get.call(new B(), 1)]
}`,
  [20, 40, 20, 50, 30],
  reads(1, 3, 1, 1, 2, 2),
)
check(
  'super in object literals',
  '(s) => { const base = { m() { return s.a[0] } }; const o = { __proto__: base, m() { return super.m() + 1 } }; return o.m() }',
  11,
  reads(0),
)
check(
  'private methods as values',
  '(s) => { class A { #m(i) { return s.a[i] } all() { return [0, 1].map(this.#m) } } return new A().all() }',
  [10, 20],
  reads(0, 1),
)
check(
  'user generators, with finally and return',
  `(s) => {
  function* g() { try { yield s.a[0]; yield s.a[1] } finally { s.a[3] = 0 } }
  const first = []; for (const x of g()) { first.push(x); break }
  return [first, [...g()], g().next()]
}`,
  [[10], [10, 20], { value: 10, done: false }],
  ['read a[0] → 10', 'write a[3] = 0', 'read a[0] → 10', 'read a[1] → 20', 'write a[3] = 0', 'read a[0] → 10'],
)
check(
  'yield* into generators and views',
  '(s) => { function* h() { return yield s.a[0] } function* g() { yield* s.u; return yield* h() } return [...g()] }',
  [1, 2, 10],
  ['read u[0] → 1', 'read u[1] → 2', 'read a[0] → 10'],
)
check(
  'generator methods and throw()',
  '(s) => { class A { *g() { try { yield 1 } catch (e) { yield s.a[e] } } } const g = new A().g(); return [g.next().value, g.throw(2).value, g.next().done] }',
  [1, 30, true],
  reads(2),
)
check(
  'iterators that suspend, and are closed',
  `(s) => {
  const it = { i: 0, [Symbol.iterator]() { return this }, next() { return { done: false, value: s.a[this.i++] } }, return() { s.a[3] = 1; return {} } }
  const [x, y] = it; return [x, y]
}`,
  [10, 20],
  ['read a[0] → 10', 'read a[1] → 20', 'write a[3] = 1'],
)
check(
  'an iterator is closed when a target throws',
  `(s) => {
  const it = { [Symbol.iterator]() { return this }, next() { return { done: false, value: undefined } }, return() { s.a[3] = 1; return {} } }
  try { const [x = (() => { throw 1 })()] = it } catch (e) { return e }
}`,
  1,
  ['write a[3] = 1'],
)
check(
  'constants stay constant, and in their dead zone until they are bound',
  `(s) => {
  const f = () => late; const names = []
  try { const [late = f()] = [] } catch (e) { names.push(e.name) }
  const [k = s.a[0]] = []
  try { k = 1 } catch (e) { names.push(e.name, k) }
  return names
  const late = 1
}`,
  ['ReferenceError', 'TypeError', 10],
  reads(0),
)
check(
  'array callbacks',
  `(s) => [
  [0, 1].map((i) => s.a[i]), [0, 1].filter((i) => s.a[i] > 10), [0, 1].some((i) => s.a[i] > 10), [0, 1].every((i) => s.a[i] > 10), [0].find((i) => s.a[i]), [3].findIndex((i) => s.a[i]),
  [0, 1].reduce((t, i) => t + s.a[i], 0), [0, 1].flatMap((i) => [s.a[i], i]), [0, 1].findLast((i) => s.a[i]), Array.from([2], (i) => s.a[i]), [1, 0].sort((x, y) => s.a[x] - s.a[y]),
]`,
  [[10, 20], [1], true, false, 0, 0, 30, [10, 0, 20, 1], 1, [30], [0, 1]],
  [
    ...reads(0, 1),
    ...reads(0, 1),
    ...reads(0, 1),
    ...reads(0),
    ...reads(0),
    ...reads(3),
    ...reads(0, 1),
    ...reads(0, 1),
    ...reads(1),
    ...reads(2),
    ...reads(0, 1),
  ],
)
check(
  'Map and Set callbacks',
  '(s) => { const out = []; new Map([[1, 2]]).forEach((v, k) => out.push(s.a[k], v)); new Set([0]).forEach((v) => out.push(s.a[v])); return out }',
  [20, 2, 10],
  reads(1, 0),
)
check(
  'call, apply, bind and Reflect',
  '(s) => { function f(i) { return this.a[i] } return [f.call(s, 0), f.apply(s, [1]), f.bind(s)(2), f.bind(s, 3)(), Reflect.apply(f, s, [0]), Reflect.get(s.a, 1), Reflect.set(s.a, 2, 5)] }',
  [10, 20, 30, 40, 10, 20, true],
  [...reads(0, 1, 2, 3, 0, 1), 'write a[2] = 5'],
)
check(
  'bulk methods go element by element',
  '(s) => { s.a.fill(1, 2); s.a.set([7], 1); s.a.copyWithin(0, 1, 3); return [...s.a.slice(1, 3), s.a.indexOf(7), s.a.join("-"), s.a.at(-1)] }',
  [1, 1, 0, '7-1-1-1', 1],
  [
    'write a[2] = 1',
    'write a[3] = 1',
    'write a[1] = 7',
    'read a[1] → 7',
    'write a[0] = 7',
    'read a[2] → 1',
    'write a[1] = 1',
    'read a[1] → 1',
    'read a[2] → 1',
    'read a[0] → 7',
    'read a[0] → 7',
    'read a[1] → 1',
    'read a[2] → 1',
    'read a[3] → 1',
    'read a[3] → 1',
  ],
)
check(
  'subarray and length are no accesses, what is made of them is',
  '(s) => s.a.subarray(2)[0] + s.a.subarray(1, 3).length',
  32,
  ['read a[2] → 30'],
)
check(
  'views that a thread makes',
  '(s) => { const v = new Int32Array(s.bytes, 4); v[0] = 5; const d = new DataView(s.bytes); return [d.getInt32(4, true), d.byteLength, d.setUint8(0, 3)] }',
  [5, 8, undefined],
  ['write bytes[1] = 5', 'getInt32 bytes[1]', 'setUint8 bytes[0]'],
)
check(
  'copying a view',
  '(s) => [new Float64Array(s.u)[1], new Set(s.u).size, Int32Array.from(s.u, (x) => x * 2)[1], Array.prototype.map.call(s.u, (x) => x)]',
  [2, 2, 4, [1, 2]],
  [
    'read u[0] → 1',
    'read u[1] → 2',
    'read u[0] → 1',
    'read u[1] → 2',
    'read u[0] → 1',
    'read u[1] → 2',
    'read u[0] → 1',
    'read u[1] → 2',
  ],
)
check(
  'Atomics and primitives',
  '(s) => { s.m.lock(); try { Atomics.add(s.a, 0, 1); return Atomics.load(s.a, 0) } finally { s.m.unlock() } }',
  11,
  ['lock', 'Atomics.add a[0]', 'Atomics.load a[0]', 'unlock'],
)
check(
  'through aliases of operations',
  '(s) => { const { load } = Atomics; const f = load.bind(null, s.a); return [load(s.a, 0), f(1), [2].map((i) => load(s.a, i))[0]] }',
  [10, 20, 30],
  ['Atomics.load a[0]', 'Atomics.load a[1]', 'Atomics.load a[2]'],
)
check(
  'exceptions across calls, with finally',
  '(s) => { const f = () => { try { s.a[0]; throw new Error("x") } finally { s.a[1] = 1 } }; try { f() } catch (e) { return e.message + s.a[2] } }',
  'x30',
  ['read a[0] → 10', 'write a[1] = 1', 'read a[2] → 30'],
)
check(
  'tagged templates and template literals',
  '(s) => { const tag = (strings, ...v) => strings.raw.join("|") + v + s.a[0]; return tag`x${s.a[1]}y` + `${s.a[2]}` }',
  'x|y201030',
  reads(1, 0, 2),
)
check(
  'switch, conditional, comma, logical operators',
  '(s) => { switch (s.a[0]) { case s.a[1]: return 1; case s.a[0]: return (s.a[2], s.a[3] && 5) } }',
  5,
  reads(0, 1, 0, 2, 3),
)
check(
  'function declarations in blocks are there from the start of the block',
  '(s) => { { const x = f(); function f() { return s.a[0] } return x } }',
  10,
  reads(0),
)
check(
  'names and lengths of functions',
  `(s) => {
  const f = (x, y) => s.a[x]; let g; g = function () { return s.a[0] }; const o = { m(x) { return s.a[x] }, p: () => s.a[0], ['q' + 1]: () => s.a[0], *gen() { yield s.a[0] } }
  const { d = () => s.a[0] } = {}; class A { static s(x, y = 1) { return s.a[x] } field = () => s.a[0] }
  return [f, g, o.m, o.p, o.q1, o.gen, d, A.s, new A().field].map((x) => x.name + x.length)
}`,
  ['f2', 'g0', 'm1', 'p0', 'q10', 'gen0', 'd0', 's1', 'field0'],
  [],
)
check(
  'functions made by eval and Function',
  '(s) => { const y = 1; return [eval("(i) => s.a[i] + y")(0), new Function("s", "return s.a[1]")(s), eval("y + 1"), Function("return 3")()] }',
  [11, 20, 2, 3],
  reads(0, 1),
)
check(
  'functions made by eval under other names',
  '(s) => { const e = eval, { f } = { f: eval }; return [e("(s) => s.a[0]")(s), (0, eval)("(s) => s.a[1]")(s), globalThis.eval("(s) => s.a[0]")(s), f("1 + 1"), e(), e(5)] }',
  [10, 20, 10, 2, undefined, 5],
  reads(0, 1, 0),
)
check(
  'deep nesting of functions',
  '(s) => (() => (() => (() => (() => (() => (() => (() => (() => s.a[0])())())())())())())())()',
  10,
  reads(0),
)

test('nested functions do not double the code at each level', () => {
  const nest = (depth: number): string => (depth === 0 ? 's.a[0]' : `(() => ${nest(depth - 1)})()`)
  const { main } = load(`exports.main = (s) => ${nest(30)}`)
  assert.equal(run(main!, fresh()).result, 10)
})

test('what is no function says so as JavaScript does', () => {
  const { main } = load('exports.main = (s) => { s.a[0]; s.u.nothing() }')
  assert.match(String(run(main!, fresh()).error), /TypeError: s\.u\.nothing is not a function/)
})

test('outside threads, transformed code does what it says', () => {
  const { main } = load(
    'exports.main = (s) => { let t = 0; for (const x of s.a) t += x; s.a.fill(1); return t + s.a[0] + [...s.a].length + Atomics.add(s.a, 0, 1) }',
  )
  assert.equal(main!(fresh() as never), 106)
})
