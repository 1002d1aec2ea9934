/** State that a thread leaves where no object leads must not reach later executions, nor other threads. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult } from '../../src/results/check-result.ts'
import { folder, heddle } from './heddle.ts'

/** `keep` returns what the first call was given, if it was kept: then both executions would end with the same. */
const memo = (top: string, keep: string): string => `// @ts-nocheck
import { program } from 'heddle'
${top}
export default program({
  name: 'memo', shared: (mem) => ({ x: mem.int32('x', 1), lock: mem.mutex('lock') }),
  threads: { a(s) { const v = s.x[0]; ${keep} }, b(s) { s.x[0] = 1 } },
  outcome: (_, results) => results.a,
})
`

/** Threads have instances of the module, so each execution shows what its own schedule leads to. */
const instances = {
  memo: memo('const keep = (() => { let c; return (v) => (c ??= v) })()', 'return keep(v)'),
  'array iterator': memo(
    'const it = [0, 1, 2, 3].values()',
    'if (v === 0) it.next(); return it.next().value === v + 1 - v ? 0 : 1',
  ),
  'iterator of a map': memo(
    'const it = new Map([[1, 1]]).values()',
    'if (v === 0) it.next(); return it.next().done ? 0 : 1',
  ),
  'iterator of matches': memo("const it = 'a'.matchAll(/a/g)", 'if (v === 0) it.next(); return it.next().done ? 0 : 1'),
  abort: memo('const c = new AbortController()', 'if (v === 0) c.abort(); return c.signal.aborted ? 0 : 1'),
  'event target': memo(
    'const t = new EventTarget(); let n = 0',
    "if (v === 0) t.addEventListener('e', (e) => e.preventDefault()); return t.dispatchEvent(new Event('e', { cancelable: true })) ? 1 : 0",
  ),
  'class that extends a builtin': memo(
    'class T extends EventTarget { static n = 0 }',
    'if (v === 0) new T().addEventListener("e", () => {}); return v',
  ),
  url: memo("const u = new URL('http://a/')", "if (v === 0) u.pathname = '/z'; return u.pathname === '/z' ? 0 : 1"),
  'search parameters': memo('const u = new URLSearchParams()', "if (v === 0) u.set('k', 1); return u.has('k') ? 0 : 1"),
  headers: memo('const h = new Headers()', "if (v === 0) h.set('k', 'v'); return h.has('k') ? 0 : 1"),
  storage: memo(
    "import { AsyncLocalStorage } from 'node:async_hooks'; const l = new AsyncLocalStorage()",
    'if (v === 0) l.enterWith(7); return l.getStore() === 7 ? 0 : 1',
  ),
  stream: memo(
    "import { Readable } from 'node:stream'; const r = new Readable({ read() {} })",
    'if (v === 0) r.pause(); return r.isPaused() ? 0 : 1',
  ),
  'WebAssembly global': memo(
    "const g = new WebAssembly.Global({ value: 'i32', mutable: true }, 0)",
    'if (v === 0) g.value = 7; return g.value === 7 ? 0 : 1',
  ),
  'weak map by what mem made': memo('const w = new WeakMap()', 'if (!w.has(s.x)) w.set(s.x, v); return w.get(s.x)'),
  error: memo("const e = new Error('q')", "if (v === 0) e.message = 'z'; return e.message === 'z' ? 0 : 1"),
  'object made with a prototype': memo('const o = Object.create({ z: 1 })', 'if (v === 0) o.z = 0; return o.z'),
  'class without methods or a name': memo(
    'const o = new ((() => class { z = 1 })())()',
    'if (v === 0) o.z = 0; return o.z',
  ),
  'class without methods that extends a builtin': memo(
    'const m = new ((() => class extends Map {})())()',
    'if (v === 0) m.set(1, 1); return m.has(1) ? 0 : 1',
  ),
  'value without a name': memo("import o from './values.ts'", 'if (v === 0) o.z = 0; return o.z'),
  data: memo("import o from './data.json' with { type: 'json' }", 'if (v === 0) o.z = 0; return o.z'),
  'variable of a loop': memo(
    'let kept; for (const o of [{ z: 1 }]) kept = () => o',
    'if (v === 0) kept().z = 0; return kept().z',
  ),
  'variables of a loop with a pattern': memo(
    'let kept; for (const [{ o }] of [[{ o: { z: 1 } }]]) { kept = () => o }',
    'if (v === 0) kept().z = 0; return kept().z',
  ),
  'variable of a loop that counts': memo(
    'let kept; for (let o = { z: 1 }, i = 0; i < 1; i++) kept = () => o',
    'if (v === 0) kept().z = 0; return kept().z',
  ),
  'what was caught': memo(
    'let kept; try { throw { z: 1 } } catch (e) { kept = () => e }',
    'if (v === 0) kept().z = 0; return kept().z',
  ),
  'part of what was caught': memo(
    'let kept; try { throw { o: { z: 1 } } } catch ({ o }) { kept = () => o }',
    'if (v === 0) kept().z = 0; return kept().z',
  ),
  'hidden property': memo(
    'const o = { z: 1 }',
    "if (v === 0) Object.defineProperty(o, 'z', { enumerable: false }); return Object.keys(o).length",
  ),
  getter: memo(
    'const o = { get z() { return 1 } }',
    "if (v === 0) Object.defineProperty(o, 'z', { get: () => 0 }); return o.z",
  ),
  'many bytes': memo('const u = new Uint8Array(10_000)', 'if (v === 0) u[9_000] = 1; return 1 - u[9_000]'),
  'buffer that is given away': memo(
    'const b = new ArrayBuffer(8)',
    'if (v === 0) structuredClone(b, { transfer: [b] }); return b.byteLength === 0 ? 0 : 1',
  ),
  'form data': memo('const f = new FormData()', "if (v === 0) f.set('k', 'v'); return f.has('k') ? 0 : 1"),
  event: memo(
    "const e = new Event('e', { cancelable: true })",
    'if (v === 0) e.preventDefault(); return e.defaultPrevented ? 0 : 1',
  ),
  'list of addresses': memo(
    "import { BlockList } from 'node:net'; const l = new BlockList()",
    "if (v === 0) l.addAddress('1.2.3.4'); return l.check('1.2.3.4') ? 0 : 1",
  ),
  histogram: memo(
    "import { createHistogram } from 'node:perf_hooks'; const h = createHistogram()",
    'if (v === 0) h.record(7); return h.max === 7 ? 0 : 1',
  ),
  'frozen object': memo('const o = {}', 'if (v === 0) Object.freeze(o); return Object.isFrozen(o) ? 0 : 1'),
  prototype: memo(
    'const o = {}',
    'if (v === 0) Object.setPrototypeOf(o, null); return Object.getPrototypeOf(o) === null ? 0 : 1',
  ),
}

test('what a module keeps where nothing shows it is made anew for each thread', async (t) => {
  const names = Object.keys(instances)
  const cwd = folder(t, {
    ...Object.fromEntries(Object.entries(instances).map(([name, source]) => [`${name}.ts`, source])),
    'values.ts': 'export default { z: 1 }',
    'data.json': '{ "z": 1 }',
  })
  const { stdout, stderr } = await heddle(cwd, 'check', ...names.map((name) => `${name}.ts`), '--json')
  const { programs } = JSON.parse(stdout) as { programs: CheckResult[] }
  assert.equal(programs.length, names.length, stderr)
  for (const [i, name] of names.entries()) {
    const { outcomes, exhaustive } = programs[i]!
    assert.deepEqual(outcomes.map(({ value }) => value).sort(), [0, 1], name)
    assert.equal(exhaustive, true, name)
  }
})

test('what one thread changes back that another has changed is not shared either', async (t) => {
  const source = `import { program } from 'heddle'
  const toggle = (() => { let on = false; return () => (on = !on) })()
  const act = (i) => (s) => { Atomics.store(s.x, i, 1); return toggle() }
  export default program({ name: 'toggle', shared: (mem) => ({ x: mem.int32('x', 2) }), threads: { a: act(0), b: act(1) } })`
  const { stdout, stderr } = await heddle(folder(t, { 'p.mjs': source }), 'check', 'p.mjs', '--json')
  const { outcomes } = JSON.parse(stdout) as CheckResult
  assert.deepEqual(
    outcomes.map(({ value }) => value),
    [{ a: true, b: true }],
    stderr,
  )
})

const refused = {
  'a property of a view': [memo('', 's.x.seen ??= v; return s.x.seen'), /changes an object that `mem` made/],
  'a symbol on a view': [
    memo('const k = Symbol()', 's.x[k] ??= v; return s.x[k]'),
    /changes an object that `mem` made/,
  ],
  'a property of its buffer': [
    memo('', 's.x.buffer.seen ??= v; return s.x.buffer.seen'),
    /changes an object that `mem` made/,
  ],
  'a property of a primitive': [memo('', 's.lock.seen ??= v; return s.lock.seen'), /changes an object that `mem` made/],
  'a prototype of primitives': [
    memo('', 'const p = Object.getPrototypeOf(s.lock); p.seen ??= v; return p.seen'),
    /changes an object that `mem` made/,
  ],
  'a property of process': [memo('', 'process.seen ??= v; return process.seen'), /changes `process`/],
  'defaults of util.inspect': [
    memo("import { inspect } from 'node:util'", 'if (v === 0) inspect.defaultOptions.depth = 7; return v'),
    /changes `util.inspect.defaultOptions`/,
  ],
  'the arguments of the process': [
    memo('', "if (!process.argv.includes('z')) process.argv.push('z'); return v"),
    /changes `process.argv`/,
  ],
  'the listeners of the process': [
    memo('', "if (process.listenerCount('z') === 0) process.on('z', () => {}); return v"),
    /changes `process`/,
  ],
  'what a builtin module exports': [
    memo("import fs from 'node:fs'", 'if (v === 0) fs.seen = 1; return v'),
    /changes `node:fs`/,
  ],
  'the agent that all requests have': [
    memo("import http from 'node:http'", 'if (v === 0) http.globalAgent.maxSockets = 7; return v'),
    /changes `http.globalAgent`/,
  ],
  'how many listeners are too many': [
    memo("import { EventEmitter } from 'node:events'", 'if (v === 0) EventEmitter.defaultMaxListeners = 7; return v'),
    /changes `/,
  ],
  'the order of addresses': [
    memo("import dns from 'node:dns'", "if (v === 0) dns.setDefaultResultOrder('ipv4first'); return v"),
    /`dns.setDefaultResultOrder` inside a thread/,
  ],
  'who listens to a channel': [
    memo("import { subscribe } from 'node:diagnostics_channel'", "if (v === 0) subscribe('z', () => {}); return v"),
    /`diagnostics_channel.subscribe` inside a thread/,
  ],
  'the last match, and asks for it,': [
    memo('', 'if (v === 0) /(z)/.test("z"); return RegExp.$1'),
    /`RegExp.\$1` inside a thread/,
  ],
} satisfies Record<string, readonly [string, RegExp]>

for (const [what, [source, says]] of Object.entries(refused)) {
  test(`a thread that changes ${what} is refused`, async (t) => {
    const { code, stdout, stderr } = await heddle(folder(t, { 'p.ts': source }), 'check', 'p.ts')
    assert.equal(code, 2, stdout)
    assert.match(stderr, says)
  })
}

test('verification, whose runs use workers again, refuses state that is kept', async (t) => {
  const cwd = folder(t, {
    'memo.ts': instances.memo,
    'weak.ts': instances['weak map by what mem made'],
    'abort.ts': instances.abort,
  })
  for (const [file, says] of [
    ['memo.ts', /a thread changes 'c'/],
    ['weak.ts', /a thread changes 'w'/],
    ['abort.ts', /'c', or an object in it, is of type AbortController/],
  ] as const) {
    const { code, stderr } = await heddle(cwd, 'verify', file, '-o', `${file}.set`)
    assert.equal(code, 2, file)
    assert.match(stderr, says)
  }
})

test('`after` as a generator function is refused: nobody would run it', async (t) => {
  const source = `import { program } from 'heddle'
  export default program({
    name: 'p', shared: (mem) => ({ x: mem.int32('x', 1) }),
    threads: { a(s) { s.x[0] = 1 }, b(s) { return s.x[0] } },
    *after() { throw new Error('never') },
  })`
  const { code, stdout, stderr } = await heddle(folder(t, { 'p.ts': source }), 'check', 'p.ts')
  assert.equal(code, 2, stdout)
  assert.match(stderr, /`after` must not be a generator function/)
})

test('errors whose stack is no text, or whose message cannot be read, are reported', async (t) => {
  const failing = (error: string): string => `// @ts-nocheck
  import { program } from 'heddle'
  export default program({
    name: 'p', shared: (mem) => ({ x: mem.int32('x', 1) }),
    threads: { a(s) { s.x[0] = 1; throw ${error} } },
  })`
  const cwd = folder(t, {
    'stack.ts': failing("Object.assign(new Error('q'), { stack: 5 })"),
    'message.ts': failing("Object.defineProperty(new Error('q'), 'message', { get() { throw new Error('m') } })"),
  })
  for (const [file, says] of [
    ['stack.ts', /Error: q/],
    ['message.ts', /Error: \(cannot be read\)/],
  ] as const) {
    const { code, stdout, stderr } = await heddle(cwd, 'check', file)
    assert.equal(code, 1, stderr)
    assert.match(stdout, says)
  }
})
