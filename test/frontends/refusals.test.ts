/** What cannot be suspended is refused when it is reached, and only then: with file, line and column. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeddleError } from '../../src/base/errors.ts'
import { skippedSites } from '../../src/program/sites.ts'
import { load, memory, run } from './harness.ts'

const fresh = () => memory((mem) => ({ a: mem.int32('a', [1, 2, 3]), d: mem.buffer('d', 8) }))

/** `at` is line:column in the code, which starts in line 1; null where only the stack can tell. */
function refuses(name: string, code: string, message: RegExp, at: string | null): void {
  test(name, () => {
    const { error } = run(load(code, '/test/refused.cjs')['main']!, fresh())
    assert(error instanceof HeddleError, `not refused, but: ${String(error)}`)
    assert.equal(error.kind, 'program')
    assert.match(error.message, message)
    if (at !== null) assert.equal(error.at, `/test/refused.cjs:${at}`)
    else assert.match(error.at ?? '', /refused\.cjs:\d+:\d+$/)
  })
}

refuses(
  'a getter',
  'exports.main = (s) => {\n  const o = { get x() { return s.a[0] } }\n  return o.x\n}',
  /cannot be suspended/,
  '2:32',
)
refuses(
  'a setter',
  'exports.main = (s) => { const o = { set x(v) { s.a[0] = v } }; o.x = 1 }',
  /cannot be suspended/,
  '1:48',
)
refuses(
  'a constructor',
  'class A { constructor(s) { this.x = s.a[0] } }\nexports.main = (s) => new A(s)',
  /cannot be suspended/,
  '1:37',
)
refuses(
  'a field initialiser',
  'exports.main = (s) => { class A { x = s.a[1] } return new A() }',
  /cannot be suspended/,
  '1:39',
)
refuses(
  'a callback of another builtin',
  'exports.main = (s) => JSON.stringify([0], () => s.a[0])',
  /cannot be suspended/,
  '1:49',
)
refuses(
  'a callback with functions inside, of another builtin',
  'exports.main = (s) => JSON.stringify([0], () => [0].map((i) => s.a[i])[0])',
  /cannot be suspended/,
  '1:64',
)
refuses(
  'a generator that a builtin drives',
  'exports.main = (s) => { function* g() { yield String(s.a[0]) } return new Intl.ListFormat("en").format(g()) }',
  /cannot be suspended/,
  '1:54',
)
refuses(
  'an async function that a builtin calls',
  'exports.main = (s) => { JSON.parse("1", async () => s.a[0]); return s.a[1] }',
  /an async function is called inside a thread by a builtin/,
  '1:41',
)
refuses(
  'a promise that the engine settles',
  'const p = new Promise(() => {}); exports.main = async (s) => { s.a[0]; await p }',
  /a thread waits for a promise that none of its own jobs settles/,
  '1:72',
)
refuses(
  'valueOf of an operand',
  'exports.main = (s) => 1 + { valueOf() { return s.a[0] } }',
  /cannot be suspended/,
  '1:48',
)
refuses(
  'a refusal that the program catches',
  'exports.main = (s) => { const o = { get x() { return s.a[0] } }; try { return o.x } catch { return 5 } }',
  /cannot be suspended/,
  '1:54',
)
refuses(
  'object patterns in plain code',
  'exports.main = (s) => { const o = { get x() { const { 0: y } = s.a; return y } }; return o.x }',
  /cannot be suspended/,
  null,
)
refuses(
  'nested object patterns in plain code',
  'exports.main = (s) => { const o = { get x() { const { a: { [1]: y } } = s; return y } }; return o.x }',
  /cannot be suspended/,
  null,
)
refuses(
  'object spread in plain code',
  'exports.main = (s) => { const o = { get x() { return { ...s.a } } }; return o.x }',
  /cannot be suspended/,
  '1:59',
)
refuses(
  'iteration in plain code',
  'exports.main = (s) => { const o = { get x() { for (const y of s.a) return y } }; return o.x }',
  /`values` of a shared typed array/,
  null,
)
refuses(
  'array methods by call in plain code',
  'exports.main = (s) => { const o = { get x() { return [].slice.call(s.a) } }; return o.x }',
  /Array\.prototype\.slice/,
  null,
)
refuses(
  'array methods by a bound call in plain code',
  'const slice = Function.prototype.call.bind(Array.prototype.slice)\nexports.main = (s) => { const o = { get x() { return slice(s.a) } }; return o.x }',
  /Array\.prototype\.slice/,
  null,
)
refuses(
  'apply with a view in plain code',
  'exports.main = (s) => { const o = { get x() { return Math.max.apply(null, s.a) } }; return o.x }',
  /cannot be suspended/,
  '1:75',
)
refuses(
  'optional chains in plain code',
  'exports.main = (s) => { const o = { get x() { return s?.a[0] } }; return o.x }',
  /cannot be suspended/,
  '1:54',
)
refuses(
  'Atomics in plain code',
  'exports.main = (s) => { const o = { get x() { return Atomics.load(s.a, 0) } }; return o.x }',
  /Atomics\.load/,
  null,
)
refuses('JSON of a view', 'exports.main = (s) => JSON.stringify({ list: [s.a] })', /JSON\.stringify/, null)
refuses('console.log of a view', 'exports.main = (s) => console.log(s.a)', /console\.log/, null)
refuses(
  'structuredClone of a view',
  'exports.main = (s) => structuredClone(new Map([[1, s.a]]))',
  /structuredClone/,
  null,
)
refuses(
  'TextDecoder',
  'exports.main = (s) => new TextDecoder().decode(new Uint8Array(s.d))',
  /TextDecoder\.decode/,
  null,
)
refuses('a Buffer over shared memory', 'exports.main = (s) => Buffer.from(s.d).toString()', /Buffer/, null)
refuses('converting a view to a string', 'exports.main = (s) => `${s.a}`', /`join` of a shared typed array/, null)
test('eval', () => {
  const { error } = run(load('exports.main = (s) => eval("s.a[0]")')['main']!, fresh())
  assert.match(String(error), /an element access on shared memory was reached .* evaluated code cannot be suspended/)
  assert.equal((error as HeddleError).at, 'evaluated code:1:1')
})
refuses('with', 'exports.main = (s) => { with (s) { return a[0] } }', /`with` statement/, '1:25')
refuses(
  'a module-level assignment',
  'let n = 0\nexports.main = (s) => { s.a[0]; n = 1 }',
  /module-level binding 'n'/,
  '2:33',
)
refuses(
  'a module-level increment, in a function that cannot suspend',
  'let n = 0\nexports.main = (s) => { n++ }',
  /module-level binding 'n'/,
  '2:25',
)
refuses(
  'a module-level binding in a pattern',
  'let n = 0\nexports.main = (s) => { [n] = s.a }',
  /module-level binding 'n'/,
  '2:26',
)
refuses(
  'a module-level binding in a loop',
  'let n = 0\nexports.main = (s) => { for (n of s.a); }',
  /module-level binding 'n'/,
  '2:30',
)
refuses('a global', 'exports.main = (s) => { leaked = s.a[0] }', /module-level binding 'leaked'/, '1:25')
refuses(
  'a SharedArrayBuffer of its own',
  'exports.main = (s) => { s.a[0]; return new SharedArrayBuffer(8) }',
  /makes a SharedArrayBuffer itself/,
  null,
)
refuses(
  'a shared WebAssembly.Memory of its own',
  'exports.main = (s) => new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })',
  /WebAssembly\.Memory/,
  null,
)

refuses(
  'copying a view in plain code',
  'exports.main = (s) => { const o = { get x() { return new Int32Array(s.a) } }; return o.x }',
  /copying a shared typed array/,
  '1:54',
)
refuses(
  'a timer',
  'exports.main = (s) => { s.a[0]; setTimeout(() => s.a[1], 1) }',
  /`setTimeout` inside a thread/,
  null,
)
refuses(
  'a signal that aborts after some time',
  "exports.main = (s) => { s.a[0]; AbortSignal.timeout(1).addEventListener('abort', () => s.a[1]) }",
  /`AbortSignal\.timeout` inside a thread/,
  null,
)
refuses(
  'a callback of a promise that the engine settles',
  'const p = new Promise(() => {}); exports.main = (s) => { s.a[0]; p.then(() => s.a[1]) }',
  /a thread waits for a promise that none of its own jobs settles/,
  '1:68',
)
refuses('the bytes of a shared buffer', 'exports.main = (s) => s.d.slice(0)', /SharedArrayBuffer\.slice/, null)
refuses(
  'a descriptor of an element',
  'exports.main = (s) => Object.getOwnPropertyDescriptor(s.a, "0").value',
  /Object\.getOwnPropertyDescriptor/,
  null,
)

test('what is not reached is not refused', () => {
  const { main } =
    load(`exports.main = (s) => { const o = { get x() { return s.a[0] }, get y() { return s.a.length } }; async function f() { return s.a[0] }
    if (s.a[0] > 5) { o.x; f(); eval('1'); new SharedArrayBuffer(1) } return [o.y, JSON.stringify({ n: s.a[1] })] }`)
  assert.deepEqual(run(main!, fresh()).result, [3, '{"n":2}'])
})

test('local variables that shadow module-level ones may be assigned', () => {
  const { main } = load(
    'let n = 0, f = 1\nexports.main = (s) => { let n = s.a[0]; n++; function f() { n += s.a[1]; return n } { let f = 3; f = 4 } return f() }',
  )
  assert.equal(run(main!, fresh()).result, 4)
})

test('proxies are not bypassed', () => {
  const { main } = load('exports.main = (s) => { const f = () => s.a[0]; return new Proxy(f, { apply: () => 42 })() }')
  assert.equal(run(main!, fresh()).result, 42)
})

test('constructs that stay without instruments are listed where threads get there, and not what becomes suspendable on demand', () => {
  const { main } = load(
    'const C = class { get x() { return this.y[0] } constructor(s) { this.y = s } m(s) { if (s === 1) s[0] } field = this.z?.[0]; static f = [0][0]; get [String(1)]() { return this.y[0] } }\n' +
      'exports.main = (s, name) => new C([1])[name](1, async () => s.a[0])',
    '/test/skipped.cjs',
  )
  const listed = (): string[] =>
    skippedSites()
      .filter(({ site }) => site.file === '/test/skipped.cjs')
      .map(({ site, construct }) => `${construct} ${site.line}:${site.column}`)
      .sort()
  assert.deepEqual(listed(), ['static initialiser 1:126'])
  run(main!, fresh(), 'm')
  assert.deepEqual(listed(), ['static initialiser 1:126'])
})
