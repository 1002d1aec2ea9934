/** Threads that change what modules keep must not see each other, nor later executions, as real workers never do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult } from '../../src/results/check-result.ts'
import { folder, heddle } from './heddle.ts'

const once = (top: string, first: string): string => `import { program } from 'heddle'
${top}
const act = (s) => { if (${first}) s.a[0]++; Atomics.add(s.b, 0, 1) }
export default program({
  name: 'once', shared: (mem) => ({ a: mem.int32('a', 1), b: mem.int32('b', 1) }),
  threads: { alice: act, bob: act },
  after: (s) => { seen.push(s.a[0]) },
  outcome: (s) => s.a[0],
})
const seen: number[] = []
`

const changes = {
  object: once('const state = { first: true }', 'state.first && !(state.first = false)'),
  nested: once('const state = { deep: [{ n: 0 }] }', 'state.deep[0].n++ === 0'),
  array: once('const state = []', 'state.push(1) === 1'),
  map: once('const state = new Map()', '!state.has(1) && state.set(1, 1)'),
  set: once('const state = new Set()', '!state.has(1) && state.add(1)'),
  'static field': once('class state { static n = 0 }', 'state.n++ === 0'),
  instance: once('class Ids { n = 0; next() { return this.n++ } }\nconst state = new Ids()', 'state.next() === 0'),
  'property of a function': once('function state() { return state.n = (state.n ?? 0) + 1 }', 'state() === 1'),
  'scratch memory': once('const state = new Uint8Array(4)', 'state[0]++ === 0'),
  binding: once('let state = 0', 'state++ === 0'),
  'binding that a function assigns': once('let state = 0; const next = () => (state += 1)', 'next() === 1'),
}

/** What is found in each of these files, all of which are verified; one command, since each takes its time to start. */
async function checked(cwd: string, files: readonly string[]): Promise<CheckResult[]> {
  const { code, stdout, stderr } = await heddle(cwd, 'check', ...files, '--json')
  assert.equal(code, 0, `${files.join()}: ${stdout}${stderr}`)
  const { programs } = JSON.parse(stdout) as { programs: CheckResult[] }
  assert.equal(programs.length, files.length)
  return programs
}

/** Each thread finds its own state as the module has made it, so both increment, in any order. */
async function countTwice(cwd: string, files: readonly string[]): Promise<void> {
  const programs = await checked(cwd, files)
  for (const [i, { outcomes, exhaustive }] of programs.entries()) {
    assert.deepEqual(outcomes.map(({ value }) => value).sort(), [1, 2], files[i])
    assert.equal(exhaustive, true)
  }
}

test('each thread has the modules whose state threads change for itself', async (t) => {
  const cwd = folder(t, Object.fromEntries(Object.entries(changes).map(([name, source]) => [`${name}.ts`, source])))
  await countTwice(
    cwd,
    Object.keys(changes).map((name) => `${name}.ts`),
  )
})

/** One thread changes what another looks at: as one instance, it would look the same in every execution. */
const hidden = {
  'variable of a function': ['const box = (() => { let v = 0; return { set: () => { v = 1 }, get: () => v } })()'],
  'parameter of an arrow': ['const make = (v) => ({ set: () => { v = 1 }, get: () => v }), box = make(0)'],
  'object of a function': [
    'const box = (() => { const m = new Map(); return { set: () => { m.set(1, 1) }, get: () => m.get(1) } })()',
  ],
  'variable of a block': ['let box; { let v = 0; box = { set: () => { v = 1 }, get: () => v } }'],
  'variable of a loop': ['let box; for (const n of [0]) { let v = n; box = { set: () => { v = 1 }, get: () => v } }'],
  'private field': ['class Box { #v = 0; set() { this.#v = 1 } get() { return this.#v } }', 'const box = new Box()'],
  'inherited private field': [
    'class Base { #v = 0; set() { this.#v = 1 } get() { return this.#v } }',
    'class Box extends Base {}; const box = new Box()',
  ],
  'static private field': ['class box { static #v = 0; static set() { this.#v = 1 } static get() { return this.#v } }'],
  'weak map': ['const m = new WeakMap(), k = {}', 'const box = { set: () => { m.set(k, 1) }, get: () => m.get(k) }'],
  'weak set': [
    'const m = new WeakSet(), k = {}',
    'const box = { set: () => { m.add(k) }, get: () => Number(m.has(k)) }',
  ],
  date: ['const d = new Date(0)', 'const box = { set: () => { d.setTime(1) }, get: () => d.getTime() }'],
  'regular expression': ['const r = /a/g', "const box = { set: () => { r.test('a') }, get: () => r.lastIndex }"],
  buffer: [
    'const b = new ArrayBuffer(1)',
    'const box = { set: () => { new Uint8Array(b)[0] = 1 }, get: () => new Uint8Array(b)[0] }',
  ],
  emitter: [
    "import { EventEmitter } from 'node:events'; const e = new EventEmitter()",
    "const box = { set: () => { e.on('x', () => {}) }, get: () => e.listenerCount('x') }",
  ],
  generator: [
    'const g = (function* () { yield 0; for (;;) yield 1 })()',
    'const box = { set: () => { g.next() }, get: () => g.next().value }',
  ],
  'bundled module': [
    'var wrap = (cb, mod) => function load() { return mod || cb((mod = { exports: {} }).exports, mod), mod.exports }',
    'var load = wrap((exports) => { let v = 0; exports.set = () => { v = 1 }; exports.get = () => v })',
    'const box = { set: () => load().set(), get: () => load().get() }',
  ],
}

test('also where no object leads to what a module keeps', async (t) => {
  const files = Object.entries(hidden).map(([name, lines]) => [
    `${name}.ts`,
    `import { program } from 'heddle'
    ${lines.join('\n')}
    export default program({
      name: 'p', shared: (mem) => ({ a: mem.int32('a', 2) }),
      threads: { alice(s) { box.set(); s.a[0] = 1 }, bob(s) { s.a[1] = box.get() ?? 0; s.a[1] += 2 * (box.get() ?? 0) } },
      outcome: (s) => s.a[1],
    })`,
  ])
  const cwd = folder(t, Object.fromEntries(files) as Record<string, string>)
  const names = Object.keys(hidden)
  const programs = await checked(
    cwd,
    names.map((name) => `${name}.ts`),
  )
  for (const [i, name] of names.entries()) {
    const { outcomes } = programs[i]!
    assert.deepEqual(
      outcomes.map(({ value }) => value),
      [name === 'generator' ? 2 : 0],
      name,
    )
  }
})

test('also those of packages, in CommonJS and as ES modules, and those that import them', async (t) => {
  const cwd = folder(t, {
    'package.ts': once('import counter from "counter"', 'counter.next() === 1'),
    'named.mts': once('import { next } from "./middle.mts"', 'next() === 1'),
    'middle.mts': 'export { next } from "esm"\n',
    'star.mts': once('import * as counter from "esm"', 'counter.next() === counter.n'),
    'required.cts': once('import { next } from "counter"', 'next() === 1'),
    'names.mts': once(
      "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url), module = 1, exports = 2",
      "typeof __filename === 'undefined' && require('counter').next() === module",
    ),
    'data.ts': once('import data from "./data.json" with { type: "json" }', 'data.n++ === 0'),
    'data.json': '{ "n": 0 }',
    'node_modules/counter/index.js': 'exports.n = 0\nexports.next = () => ++exports.n\n',
    'node_modules/esm/package.json': '{ "type": "module", "exports": { "import": "./esm.js" } }',
    'node_modules/esm/esm.js': 'export let n = 0\nexport const next = () => ++n\n',
  })
  await countTwice(cwd, ['package.ts', 'named.mts', 'star.mts', 'required.cts', 'data.ts', 'names.mts'])
})

test('a global that a thread makes is refused', async (t) => {
  const cwd = folder(t, { 'global.ts': once('', '(globalThis.first ??= 1) && globalThis.first++ === 1') })
  const { code, stdout, stderr } = await heddle(cwd, 'check', 'global.ts')
  assert.equal(code, 2, stdout)
  assert.match(stderr, /a thread changes the global object/)
})

for (const [what, change, seen, says] of [
  ['the environment', "process.env.SEEN = '1'", "process.env.SEEN === '1'", /a thread changes process\.env/],
  ['a prototype', 'Array.prototype.seen = 1', '[].seen === 1', /a thread changes `Array\.prototype`/],
  ['a builtin', 'Math.seen = 1', 'Math.seen === 1', /a thread changes `Math`/],
] as const) {
  test(`a change of ${what} in a thread, which no other worker sees, is refused`, async (t) => {
    const cwd = folder(t, {
      'p.ts': `import { program } from 'heddle'
      export default program({
        name: 'changes', shared: (mem) => ({ a: mem.int32('a', 1) }),
        threads: { t(s) { s.a[0]; ${change} }, u(s) { s.a[0]++; if (${seen}) throw new Error('seen') } },
      })`,
    })
    const { code, stderr } = await heddle(cwd, 'check', 'p.ts')
    assert.equal(code, 2, stderr)
    assert.match(stderr, says)
  })
}

test('reading module state is fine, and `after` may keep what it likes', async (t) => {
  const cwd = folder(t, {
    'p.ts': once(
      'const state = { first: true, table: new Map([[1, [2]]]) }',
      'state.first && state.table.get(1)[0] === 2',
    ),
  })
  const { code, stdout, stderr } = await heddle(cwd, 'check', 'p.ts', '--json')
  assert.equal(code, 0, stderr)
  assert.deepEqual((JSON.parse(stdout) as CheckResult).outcomes.map(({ value }) => value).sort(), [1, 2])
})

test('modules of threads are as new in each execution, also where steps were undone or threads go on from memory', async (t) => {
  const body = (next: string) => `if (${next} % 2 === 0) s.a[0]++; else Atomics.store(s.b, 0, s.a[0] + ${next});`
  const source = (top: string, first: string, next: string) => `import { program, spawn, join } from 'heddle'
    ${top}
    const act = (s) => { ${first} for (let i = 0; i < 2; i++) { ${body(next)} } return ${next} }
    export default program({
      name: 'p', shared: (mem) => ({ a: mem.int32('a', 1), b: mem.int32('b', 1) }),
      threads: { alice: act, bob: act, carol: (s) => { const h = spawn('task'); s.b[0] = 7; return join(h) } }, tasks: { task: act },
      outcome: (s, r) => [s.a[0], s.b[0], r.alice, r.bob, r.carol],
    })`
  const cwd = folder(t, {
    'module.ts': source('let n = 0; const next = () => n++', '', 'next()'),
    'local.ts': source('', 'let n = 0; const next = () => n++;', 'next()'),
  })
  const check = async (file: string, ...args: string[]) => {
    const { code, stdout, stderr } = await heddle(cwd, 'check', file, '--json', ...args)
    assert.equal(code, 0, stderr)
    const { outcomes, executions, traces } = JSON.parse(stdout) as CheckResult
    return { executions, traces, values: outcomes.map(({ value }) => JSON.stringify(value)).sort() }
  }
  for (const args of [
    ['--reduction', 'optimal'],
    ['--bound', 'preemption:1'],
    ['--reduction', 'stateful'],
  ])
    assert.deepEqual(await check('module.ts', ...args), await check('local.ts', ...args), args.join(' '))
})

test('memory that a module makes is the own memory of each thread, and a timed wait on it lets others go on', async (t) => {
  const source = (timeout: string) => `import { program } from 'heddle'
    import sleep from 'sleeping'
    export default program({
      name: 'p', shared: (mem) => ({ a: mem.int32('a', 1) }),
      threads: { t(s) { while (Atomics.load(s.a, 0) === 0) sleep(${timeout}) }, u(s) { Atomics.store(s.a, 0, 1) } },
    })`
  const cwd = folder(t, {
    'p.mts': source('10'),
    'endless.mts': source(''),
    'node_modules/sleeping/index.js':
      'const own = new Int32Array(new SharedArrayBuffer(4))\nmodule.exports = (ms) => { own[0]++; Atomics.wait(own, 0, own[0], ms) }\n',
  })
  const slept = await heddle(cwd, 'check', 'p.mts')
  assert.equal(slept.code, 0, slept.stdout + slept.stderr)
  const endless = await heddle(cwd, 'check', 'endless.mts')
  assert.equal(endless.code, 2, endless.stdout)
  assert.match(
    endless.stderr,
    /sleeping.index\.js:2:\d+: `Atomics\.wait` without a timeout on memory that a module has made/,
  )
})

test('a module that awaits at its top cannot be evaluated again: its place is said', async (t) => {
  const cwd = folder(t, { 'p.mts': once('let state = 0\nawait null', 'state++ === 0') })
  const { code, stderr } = await heddle(cwd, 'check', 'p.mts')
  assert.equal(code, 2, stderr)
  assert.match(
    stderr,
    /^heddle: p\.mts:3:1: threads change what modules keep.*cannot be evaluated once per thread: it awaits at its top\. Make/,
  )
})

test('a failing schedule of such a program is replayed with modules of its own', async (t) => {
  const cwd = folder(t, {
    'p.ts': `import { program } from 'heddle'
      let calls = 0
      const act = (s) => { s.a[0] += ++calls }
      export default program({
        name: 'p', shared: (mem) => ({ a: mem.int32('a', 1) }), threads: { alice: act, bob: act },
        after: (s) => { if (s.a[0] !== 2) throw new Error('a is ' + s.a[0]) },
      })`,
  })
  const { code, stdout } = await heddle(cwd, 'check', 'p.ts', '--json')
  assert.equal(code, 1)
  const [bug] = (JSON.parse(stdout) as CheckResult).bugs
  assert.match(bug!.message, /a is 1/)
  const replayed = await heddle(cwd, 'replay', 'p.ts', '--schedule', bug!.schedule)
  assert.match(replayed.stdout, /a is 1/)
})

test('programs that a test file declares have modules of threads as well', async (t) => {
  const cwd = folder(t, {
    'p.test.mts': `import { describe } from 'node:test'
      import { verified } from 'heddle/node-test'
      let calls = 0
      const act = (s) => { Atomics.add(s.a, 0, ++calls) }
      describe('suite', () => {
        verified('counts', {
          shared: (mem) => ({ a: mem.int32('a', 1) }), threads: { alice: act, bob: act },
          after: (s) => { if (s.a[0] !== 2) throw new Error('a is ' + s.a[0]) },
        })
      })`,
  })
  const { code, stdout, stderr } = await heddle(cwd, 'check', 'p.test.mts')
  assert.equal(code, 0, stdout + stderr)
})

/** What every real worker would see: each has a module of its own, in which `shared` is called once. */
const sharedCalls = {
  'a number that it counts': 'let n = 0; const make = () => ({ id: n++ })',
  'what it did before':
    'let isFirst = true; const make = () => { const was = isFirst; isFirst = false; return { id: was ? 0 : 7 } }',
  'a counter that threads look at': 'let n = 0; const make = () => { n++; return {} }; const id = () => n - 1',
  'a list that threads look at':
    'const list = []; const make = () => { list.push(0); return {} }; const id = () => list.length - 1',
  'something that it makes once':
    'let table; const make = () => { table ??= [3]; return {} }; const id = () => table[0] - 3',
}

test('`shared` is called for each thread as if it were the first call', async (t) => {
  const names = Object.keys(sharedCalls)
  const cwd = folder(
    t,
    Object.fromEntries(
      Object.entries(sharedCalls).map(([name, top]) => [
        `${name}.mjs`,
        `import { program } from 'heddle'
        ${top}
        ${top.includes('const id =') ? '' : 'const id = (s) => s.id'}
        const claim = (s) => { Atomics.compareExchange(s.first, 0, 0, id(s) + 1) }
        export default program({ name: 'claim', shared: (mem) => ({ first: mem.int32('first', 1), ...make() }), threads: [claim, claim], outcome: (s) => s.first[0] })`,
      ]),
    ),
  )
  const { stdout, stderr } = await heddle(cwd, 'check', ...names.map((name) => `${name}.mjs`), '--json')
  const { programs } = JSON.parse(stdout) as { programs: CheckResult[] }
  assert.equal(programs.length, names.length, stderr)
  for (const [i, name] of names.entries())
    assert.deepEqual([name, programs[i]!.outcomes.map(({ value }) => value)], [name, [1]])
})
