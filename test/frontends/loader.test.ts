/** Programs as they lie on disk: TypeScript, ES modules, CommonJS, packages; transformed or only stripped. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { check } from '../support/built.ts'
import { folder } from './temporary.ts'

interface Loaded {
  name?: string
  threads?: string[]
  twins?: number
  sites?: string[]
  kind?: string
  message?: string
  at?: string
}

function load(file: string, mode: 'explore' | 'strip'): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./loading-worker.js', import.meta.url), { workerData: { file, mode } })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

const program = (body: string, imports = ''): string => `import { program, type Mem } from 'heddle'
${imports}
interface Unused { x: number }
const shared = (mem: Mem) => ({ a: mem.int32('a', [1, 2]) })
export default program({
  name: 'loaded', shared,
  threads: { one(s) { ${body} } },
  outcome: (s, results) => [...s.a, results.one],
})
`

const files = {
  'program.ts': program(
    'return deep(s.a) + plain(s.a) + common(s.a) + pkg(s.a) + dual(s.a) + data.n',
    `
import { deep } from './lib/deep.js'
import { plain } from './lib/plain'
import common from './lib/common.cjs'
import pkg from 'pkg'
import { dual } from 'esm-pkg'
import data from './data.json' with { type: 'json' }`,
  ),
  'lib/deep.ts': `import type { Nothing } from './nothing'\nexport function deep(a: Int32Array): number {\n  return a[0]!++\n}\n`,
  'lib/plain.mjs': 'export const plain = (a) => a[0]++\n',
  'lib/common.cjs': `const { inner } = require('./inner')\nmodule.exports = (a) => inner(a)\n`,
  'lib/inner.ts': `exports.inner = (a: Int32Array): number => a[0]++\n`,
  'data.json': '{ "n": 100 }',
  'node_modules/pkg/package.json': '{ "name": "pkg", "main": "./main.js" }',
  'node_modules/pkg/main.js': `'use strict'\nvar other = require('./other')\nmodule.exports = function (a) { return other.bump(a) }\n`,
  'node_modules/pkg/other.js': 'exports.bump = function (a) { return a[0]++ }\n',
  'node_modules/esm-pkg/package.json': '{ "name": "esm-pkg", "type": "module", "exports": "./index.js" }',
  'node_modules/esm-pkg/index.js': 'export const dual = (a) => a[0]++\n',
  'common-program.cjs': `const { program } = require('heddle')\nmodule.exports = program({ name: 'common', shared: (mem) => ({ a: mem.int32('a', [1]) }), threads: [(s) => s.a[0]++] })\n`,
  'requires-module.cjs': `const { program } = require('heddle')\nconst { bump } = require('./lib/outer')\nmodule.exports = program({ name: 'x', shared: (mem) => ({ a: mem.int32('a', [1]) }), threads: [(s) => bump(s.a)] })\n`,
  'lib/outer.mts': `import { inner } from './deeper.mjs'\nexport * from './deeper.mjs'\nexport const bump = (a: Int32Array): number => inner(a)\n`,
  'lib/deeper.mts': 'export const inner = (a: Int32Array): number => a[0]!++\n',
  'positions.ts': program(
    '\n    const  value: number = (s.a as Int32Array)[0]!;\n    return   value + s.a[ 1 ]! // 😀\n  ',
  ),
  'syntax.ts': 'export const ok = 1\nexport default {{\n',
  'imports-syntax.ts': `import './syntax.ts'\n`,
  'no-default.ts': 'export const x = 1\n',
  'not-a-program.ts': 'export default { name: 1 }\n',
  'throws.ts': `interface X {}\n\nfunction fail(): never {\n  throw new Error('at import')\n}\nfail()\nexport default 1\n`,
  'missing-import.ts': `import './nowhere.ts'\n`,
  'async-thread.ts': `import { program } from 'heddle'\nexport default program({ name: 'x', shared: (mem) => ({ a: mem.int32('a', 1) }), threads: [async function* (s) { s.a[0] = 1 }] })\n`,
}

let dir: ReturnType<typeof folder>
before(() => {
  dir = folder({ ...files, 'cache/.keep': '' })
  process.env['XDG_CACHE_HOME'] = dir.at('cache')
})
after(() => dir.remove())

test('everything that a program imports is transformed', async () => {
  const result = await check(dir.at('program.ts'), { reduction: 'none' })
  assert.equal(result.outcome, 'verified')
  assert.equal(result.transitions, 10) // five times a read and a write
  assert.deepEqual(
    result.outcomes.map(({ value }) => value),
    [[6, 2, 115]],
  )
})

test('modules without an ending, or with one that Node does not know, are code as well', async (t) => {
  const bumped = folder({
    'p.ts': program(
      'return (bare(s.a) as number) + odd(s.a)',
      "import { bare } from './bare'\nimport { createRequire } from 'node:module'\nconst { odd } = createRequire(import.meta.url)('./lib.odd')",
    ),
    bare: 'export const bare = (a) => a[0]++\n',
    'lib.odd': 'exports.odd = (a) => a[1]++\n',
  })
  t.after(bumped.remove)
  const { transitions, outcomes } = await check(bumped.at('p.ts'))
  assert.deepEqual([transitions, outcomes.map(({ value }) => value)], [4, [[2, 3, 3]]])
})

test('a CommonJS program', async () => {
  const result = await check(dir.at('common-program.cjs'), { reduction: 'none' })
  assert.equal(result.transitions, 2)
})

test('CommonJS that requires ES modules', async () => {
  const result = await check(dir.at('requires-module.cjs'), { reduction: 'none' })
  assert.equal(result.transitions, 2)
})

test('unmodified: only the types are stripped', async () => {
  const loaded = await load(dir.at('program.ts'), 'strip')
  assert.deepEqual([loaded.name, loaded.threads, loaded.twins, loaded.sites], ['loaded', ['one'], 0, []])
})

test('sites are those of the TypeScript source, exactly', async () => {
  const loaded = await load(dir.at('positions.ts'), 'explore')
  const at = loaded.sites!.map((site) => site.slice(dir.at('positions.ts').length + 1))
  assert.equal(loaded.twins, 1)
  assert(at.includes('8:29'), `no site for \`(s.a as Int32Array)[0]\` in ${at.join()}`)
  assert(at.includes('9:22'), `no site for \`s.a[ 1 ]\` in ${at.join()}`)
})

test('bad files are said to be bad, and where', async () => {
  const failure = async (name: string): Promise<string> => {
    const { kind, message, at } = await load(dir.at(name), 'explore')
    assert.equal(kind, 'program')
    return `${message} ${at === undefined ? '' : path.basename(at)}`
  }
  assert.match(await failure('.'), /is a folder; name the file in it/)
  assert.match(await failure('nowhere.ts'), /there is no file/)
  assert.match(await failure('syntax.ts'), /syntax error: .* syntax\.ts:2:17/)
  assert.match(await failure('imports-syntax.ts'), /syntax error: .* syntax\.ts:2:17/)
  assert.match(await failure('no-default.ts'), /has no default export/)
  assert.match(await failure('not-a-program.ts'), /is not a program/)
  assert.match(await failure('missing-import.ts'), /Cannot find module .*nowhere\.ts/)
  assert.match(
    await failure('throws.ts'),
    /Error: at import\n {4}at fail \(.*throws\.ts:4:9\)\n {4}at .*throws\.ts:6:1/,
  )
  assert.match(await failure('async-thread.ts'), /async generator/)
})

test('the same failures when only types are stripped', async () => {
  const { message, at } = await load(dir.at('syntax.ts'), 'strip')
  assert.match(`${message} ${at}`, /syntax error: .* .*syntax\.ts:2:17/)
})

test('transforms are cached; a changed file and a corrupt entry are transformed again', async () => {
  const entries = (): string[] => readdirSync(dir.at('cache/heddle/transforms')).sort()
  writeFileSync(dir.at('cached.ts'), program('return s.a[0]'))
  await load(dir.at('cached.ts'), 'explore')
  const first = entries()
  await load(dir.at('cached.ts'), 'explore')
  assert.deepEqual(entries(), first)
  writeFileSync(dir.at('cached.ts'), program('return s.a[1]! + s.a[0]!'))
  const changed = await load(dir.at('cached.ts'), 'explore')
  const [added] = entries().filter((entry) => !first.includes(entry))
  assert(added !== undefined)
  const entry = dir.at(`cache/heddle/transforms/${added}`)
  const content = readFileSync(entry, 'utf8')
  writeFileSync(entry, `${content.slice(0, content.length / 2)}`)
  const again = await load(dir.at('cached.ts'), 'explore')
  assert.deepEqual(again, changed)
  assert.equal(readFileSync(entry, 'utf8'), content)
})

test('a cache that cannot be written does no harm', async () => {
  process.env['XDG_CACHE_HOME'] = dir.at('data.json')
  try {
    assert.equal((await load(dir.at('positions.ts'), 'explore')).name, 'loaded')
    assert(!existsSync(dir.at('data.json/heddle')))
  } finally {
    process.env['XDG_CACHE_HOME'] = dir.at('cache')
  }
})
