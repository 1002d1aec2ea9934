/** Ways to shared memory that once were passed over: each is performed as the operations that it is, or refused. */
import assert from 'node:assert/strict'
import vm from 'node:vm'
import { test } from 'node:test'
import workerThreads from 'node:worker_threads'
import { HeddleError } from '../../src/base/errors.ts'
import { load, memory, type Ran, run } from './harness.ts'

Object.assign(globalThis, { vm, workerThreads })

const fresh = () => memory((mem) => ({ n: mem.int32('n', [3, 1, 2]), u: mem.uint8('u', [65, 66]) }))
const main = (code: string): Ran => run(load(`exports.main = ${code}`, '/test/lost.cjs')['main']!, fresh())

function refused(name: string, code: string, message: RegExp): void {
  test(`${name} is refused`, () => {
    const { error, log } = main(code)
    assert(error instanceof HeddleError, `not refused, but: ${String(error)} ${log.join()}`)
    assert.match(error.message, message)
    assert.match(error.at ?? '', /^\/test\/lost\.cjs:1:\d+$/)
    assert.deepEqual(log, [])
  })
}

function performed(name: string, code: string, result: unknown, log: readonly string[]): void {
  test(`${name} is performed`, () => {
    const ran = main(code)
    assert.equal(ran.error, undefined)
    assert.deepEqual([ran.result, ran.log], [result, log])
  })
}

const reads = ['read n[0] → 3', 'read n[1] → 1', 'read n[2] → 2']
/** In a getter, which cannot be suspended. */
const plainly = (expression: string): string => `(s) => ({ get x() { return ${expression} } }).x`

const HEIR = 'function F() {} F.prototype = s.n;'
const STAND_IN = /inherits from shared memory|Proxy is made of shared memory/
refused('an element through a Proxy', '(s) => new Proxy(s.n, {})[0]', STAND_IN)
refused('an element through Proxy.revocable', '(s) => Proxy.revocable(s.n, {}).proxy[0]', STAND_IN)
refused('an element through Object.create', '(s) => Object.create(s.n)[0]', STAND_IN)
refused('an element through Object.setPrototypeOf', '(s) => Object.setPrototypeOf({}, s.n)[0]', STAND_IN)
refused(
  'an element through Reflect.setPrototypeOf',
  '(s) => { const o = {}; Reflect.setPrototypeOf(o, s.n); return o[0] }',
  STAND_IN,
)
refused('an element through __proto__', '(s) => { const o = {}; o.__proto__ = s.n; return o[0] }', STAND_IN)
refused('an element through a literal with __proto__', '(s) => ({ __proto__: s.n })[0]', STAND_IN)
refused('super[0]', '(s) => ({ __proto__: s.n, m() { return super[0] } }).m()', STAND_IN)
refused(
  'super[0] of a class',
  `(s) => { ${HEIR} class A extends F { m() { return super[0] } } return new A().m() }`,
  /with `super`/,
)
refused(
  'super[0] in an arrow',
  `(s) => { ${HEIR} class A extends F { m() { return (() => super[[0][0]])() } } return new A().m() }`,
  /with `super`/,
)
refused(
  'assigning super[0]',
  `(s) => { ${HEIR} class A extends F { m() { super[0] = 1 } } return new A().m() }`,
  /with `super`/,
)
refused('an element of an object made by a constructor', `(s) => { ${HEIR} return new F()[1] }`, /inherits from it/)
refused(
  'an element of an object made by a constructor, by a string',
  `(s) => { ${HEIR} return new F()["1"] }`,
  /inherits from it/,
)
refused(
  'an inherited element in a getter',
  `(s) => { ${HEIR} return ({ get x() { return new F()[1] } }).x }`,
  /element access on shared memory/,
)
refused(
  'an inherited element in native code',
  `(s) => { ${HEIR} return Array.prototype.concat.apply([], Object.defineProperty(new F(), 'length', { value: 2 })) }`,
  /inherits from it/,
)

performed(
  'Reflect.construct with a view as list',
  '(s) => { class P { constructor(...all) { this.all = all } } return Reflect.construct(P, s.n).all }',
  [3, 1, 2],
  reads,
)
performed('Reflect.construct of a copy', '(s) => Array.from(Reflect.construct(Int8Array, [s.n]))', [3, 1, 2], reads)
performed(
  'Reflect.construct of a copy, for another class',
  `(s) => { class T extends Int8Array {}
    const t = Reflect.construct(Int8Array, [s.n], T); return [t instanceof T, t[2]] }`,
  [true, 2],
  reads,
)
performed(
  'Array.prototype.entries',
  '(s) => [...Array.prototype.entries.call(s.n)]',
  [
    [0, 3],
    [1, 1],
    [2, 2],
  ],
  reads,
)
performed('Array.prototype.values', '(s) => [...Array.prototype.values.call(s.n)]', [3, 1, 2], reads)
performed(
  'the iterator of arrays',
  '(s) => { const it = [][Symbol.iterator].call(s.n); return [it.next().value, it.next().value] }',
  [3, 1],
  reads.slice(0, 2),
)
performed('Array.prototype.keys', '(s) => [...Array.prototype.keys.call(s.n)]', [0, 1, 2], [])
performed('Array.prototype.sort', '(s) => Array.prototype.sort.call(s.n).length', 3, [
  ...reads,
  'write n[0] = 1',
  'write n[1] = 2',
  'write n[2] = 3',
])
performed('Array.prototype.toSorted', '(s) => Array.prototype.toSorted.call(s.n)', [1, 2, 3], reads)

const HANDED = /is handed shared memory inside a thread/
for (const name of ['flat', 'push', 'pop', 'shift', 'unshift', 'splice', 'toSpliced']) {
  refused(`Array.prototype.${name}`, `(s) => Array.prototype.${name}.call(s.n)`, HANDED)
}
refused('a view that is spreadable', '(s) => { s.n[Symbol.isConcatSpreadable] = true; return [].concat(s.n) }', HANDED)
refused('String.raw', '(s) => String.raw({ raw: s.n })', HANDED)
refused(
  'String.raw as a tag',
  '(s) => { const strings = { raw: s.n }; return String.raw.call(String, strings, 1) }',
  HANDED,
)
refused('crypto.getRandomValues', '(s) => crypto.getRandomValues(s.u)', HANDED)
refused('process.stdout.write', '(s) => process.stdout.write(s.u)', HANDED)
refused('the bytes of a WebAssembly module', '(s) => WebAssembly.validate(s.u)', HANDED)
refused('a native callback', '(s) => [s.n].map(JSON.stringify)', HANDED)
refused('a native callback of a map', '(s) => new Map([[1, s.n]]).forEach(JSON.stringify)', HANDED)
refused('a native function by call', '(s) => JSON.stringify.call(null, s.n)', HANDED)
refused('a native function by apply', '(s) => JSON.stringify.apply(null, [s.n])', HANDED)
refused('a native function by Reflect.apply', '(s) => Reflect.apply(JSON.stringify, null, [{ options: s.n }])', HANDED)
refused('a bound native function', '(s) => JSON.stringify.bind(null, s.n)()', HANDED)
refused(
  'a bound native function that a builtin calls',
  '(s) => "b".replace("b", JSON.stringify.bind(null, s.n))',
  HANDED,
)
refused(
  'a native setter',
  '(s) => { const o = {}; Object.defineProperty(o, "x", { set: JSON.stringify }); o.x = s.n }',
  HANDED,
)
refused(
  'a class derived from a typed array',
  '(s) => { class V extends Int32Array {} return new V(s.n)[0] }',
  /copying a shared typed array/,
)
refused(
  'super(view)',
  '(s) => { class V extends Int32Array { constructor(view) { super(view) } } return new V(s.n)[0] }',
  /copying a shared typed array/,
)
performed(
  'super(view.buffer)',
  `(s) => { class V extends Int32Array { constructor(view) { super(view.buffer, 4) } }
    class W extends V {} return new W(s.n)[0] }`,
  1,
  ['read n[1] → 1'],
)
refused('a native constructor', '(s) => new Blob([s.u])', HANDED)
refused(
  'vm.runInThisContext',
  '(s) => vm.runInThisContext("(v) => v[0]")(s.n)',
  /`vm.runInThisContext` inside a thread/,
)
refused('new vm.Script', '(s) => new vm.Script("1")', /`new vm.Script` inside a thread/)
refused('new Worker', '(s) => new workerThreads.Worker("1", { eval: true })', /`new Worker` inside a thread/)

test('what vm made outside is not code of the program', () => {
  const { main: use } = load('const f = vm.runInThisContext("(v) => v[0]"); exports.main = (s) => f(s.n)')
  assert.match(String(run(use!, fresh()).error), HANDED)
})

for (const [name, code] of [
  ['Array.prototype.flat', 'Array.prototype.flat.call(s.n)'],
  ['a method by apply', 'Array.prototype.flat.apply(s.n, [])'],
  ['a method by Reflect.apply', 'Reflect.apply(Array.prototype.flat, s.n, [])'],
  ['a method by a bound call', 'Function.prototype.call.bind(Array.prototype.flat)(s.n)'],
  ['String.raw', 'String.raw({ raw: s.n })'],
  ['a native tag', '((o) => o.tag`a${s.n}`)({ tag: JSON.stringify })'],
  ['a native constructor', 'new Blob([s.u])'],
  ['a native callback', '[s.n].map(JSON.stringify)'],
  ['Reflect.construct', 'Reflect.construct(Array, s.n)'],
  ['an optional call', 'JSON?.stringify?.(s.n)'],
] as const)
  refused(`${name} in a getter`, plainly(code), /shared/)

performed(
  'a class with an own constructor',
  '(s) => { class A { constructor(v) { this.v = v } } class B extends A {} return new B(s.n).v.length }',
  3,
  [],
)
performed(
  'references in containers',
  `(s) => {
  const map = new Map([[s.n, 1]]), list = [s.n]
  list.push(s.u); list.concat(s.n); Object.freeze({ s }); new WeakSet([s.n])
  const moved = [list.includes(s.u), [...list].reverse()[0] === s.u, Object.entries({ a: s.n })[0][1] === s.n]
  return [map.get(s.n), list.flat().length, list.map((v) => v.length), ...moved] }`,
  [1, 2, [3, 2], true, true, true],
  [],
)
performed(
  'questions about a view',
  `(s) => [ArrayBuffer.isView(s.n), Array.isArray(s.n), Object.keys(s.n).length,
  Object.hasOwn(s.n, 0), Object.prototype.toString.call(s.n)]`,
  [true, false, 3, true, '[object Int32Array]'],
  [],
)
performed(
  'arrow functions that only look',
  `(s) => {
  const f = (o) => o.n; const g = f.bind(null)
  return [f(s) === s.n, g(s) === s.n, new Proxy(f, {})(s) === s.n] }`,
  [true, true, true],
  [],
)
performed(
  'assertions that hold',
  `(s) => {
  const { ok, strictEqual, notStrictEqual } = process.getBuiltinModule('assert')
  ok(s.n); strictEqual(s.n, s.n); notStrictEqual(s.n, null); return 1 }`,
  1,
  [],
)

test('an iterator that `shared` has made steps through operations', () => {
  const s = memory((mem) => {
    const n = mem.int32('n', [3, 1])
    return { values: n.values(), entries: n.entries() }
  })
  const { result, log } = run(load('exports.main = (s) => [s.values.next().value, ...s.entries]')['main']!, s)
  assert.deepEqual(
    [result, log],
    [
      [3, [0, 3], [1, 1]],
      ['read n[0] → 3', 'read n[0] → 3', 'read n[1] → 1'],
    ],
  )
})

test("outside threads a proxy of the program's memory is refused as well", () => {
  const { make } = load('exports.make = (mem) => ({ n: new Proxy(mem.int32("n", 1), {}) })')
  assert.throws(() => memory((mem) => (make as (mem: unknown) => unknown)(mem)), STAND_IN)
})

performed(
  'a Buffer of shared memory, a view like others,',
  '(s) => { const b = Buffer.from(s.u.buffer, 1, 1); b[0] = 5; const c = b.slice(0).subarray(0, 1); return c[0] + b.length }',
  6,
  ['write u[1] = 5', 'read u[1] → 5'],
)
refused('Buffer.readInt32LE', '(s) => Buffer.from(s.n.buffer).readInt32LE(0)', /Use the methods of a DataView/)
refused('a copy by Buffer.from', '(s) => Buffer.from(s.u)', HANDED)
refused('Buffer.from with an offset of shared memory', '(s) => Buffer.from(s.n.buffer, s.n)', HANDED)
