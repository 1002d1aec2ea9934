/** TypeScript that is written as a module in a CommonJS package runs as tsc and tsx compile it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { check } from '../support/built.ts'
import { folder } from './temporary.ts'

const program = (imports: string, outcome: string): string => `import { program } from 'heddle'
${imports}
export default program({
  name: 'p', shared: (mem) => ({ a: mem.int32('a', [5]) }),
  threads: { one(s) { s.a[0]! += 1 } },
  outcome: () => value,
})
const value = ${outcome}
`

const files = {
  'package.json': '{ "type": "commonjs" }',
  'forms.ts': program(
    `import fallback, { n, bump, E, other, join2, path, again, ns, deep, f, K, a1, b1, 'odd name' as odd } from './lib'
import * as all from './lib'
import util, { format as print } from 'node:util'
import old, { half } from './old.cjs'
import * as oldAll from './old.cjs'
import type { T } from './lib'
const before = n
const { bump: bumpAgain } = { bump }
const tag = (strings: TemplateStringsArray, n: number): string => strings.join(String(n))
const shadow = (n: number): number => n * 2`,
    `[before, bump(), n, bumpAgain(), all.n, shadow(7), E.B, other(), join2('x', 'y'), path.sep, again === fallback,
      fallback(1), fallback.name, ns.later === deep.later, f.name, K.name, a1 + b1, odd, print('%d', 1), util.format('%d', 2),
      half, old.half, oldAll.half, oldAll.default === old, Object.keys({ n, fallback }), typeof n, tag\`<\${n}>\`, (<T>{ q: n }).q]`,
  ),
  'lib.ts': `import { later } from './cycle'
import * as deep from './cycle.js'
export let n = 1
export function bump(): number { return ++n }
export interface T { q: number }
export default (a: number) => later() + a
export enum E { A, B }
export * from './cycle'
export * as ns from './cycle'
export { join as join2, default as path } from 'path'
export { deep }
export function* f() {}
export class K {}
export const { a1, b: [b1] } = { a1: 10, b: [20] }
const word = 'odd'
export { word as 'odd name' }
`,
  'cycle.ts': `import again, { n, bump } from './lib'
export const later = () => n * 100
export const other = () => bump()
export { again }
`,
  'old.cjs': 'module.exports = { half: 0.5 }',
  'meta.ts': program(
    "import path from 'path'\nconst me = typeof this",
    '[import.meta.url === `file://${__filename}`, import.meta.dirname === __dirname, path.basename(import.meta.filename), me, (() => !this)(), typeof require, module.exports.__esModule]',
  ),
  'assigned.cts': `import heddle = require('heddle')
export = heddle.program({ name: 'p', shared: (mem) => ({ a: mem.int32('a', [5]) }), threads: [(s) => s.a[0]!++], outcome: (s) => s.a[0] })
`,
  'from-module.mts': program("import lib, { n, bump, E } from './lib.ts'", '[n, bump(), E.B, typeof lib.default]'),
  'plain.js': program("import { bump } from './lib'", 'bump()').replace('!', ''),
  'awaits.ts': 'interface X {}\n\n  await Promise.resolve(1)\nexport {}\n',
}

let dir: ReturnType<typeof folder>
before(() => {
  dir = folder(files)
})
after(() => dir.remove())

async function outcome(file: string): Promise<unknown> {
  const { outcomes, transitions } = await check(dir.at(file))
  assert.equal(transitions, 2)
  return outcomes[0]!.value
}

test('every form of import and export, live, and across a cycle', async () => {
  assert.deepEqual(await outcome('forms.ts'), [
    ...[1, 2, 2, 3, 3, 14, 1, 4, 'x/y', '/', true, 401, 'default', true, 'f', 'K', 30, 'odd', '1', '2'],
    ...[0.5, 0.5, 0.5, true, ['n', 'fallback'], 'number', '<4>', 4],
  ])
})

test('what CommonJS has and what modules have is both there', async () => {
  assert.deepEqual(await outcome('meta.ts'), [true, true, 'meta.ts', 'undefined', true, 'function', true])
})

test('import = require and export =', async () => {
  assert.equal(await outcome('assigned.cts'), 6)
})

test('an ES module imports names from it', async () => {
  assert.deepEqual(await outcome('from-module.mts'), [1, 2, 1, 'function'])
})

test('JavaScript that is written as a module in a CommonJS package', async () => {
  assert.equal(await outcome('plain.js'), 2)
})

test('await at the top is refused where it stands', async () => {
  await assert.rejects(check(dir.at('awaits.ts')), (error: Error & { at?: string }) => {
    assert.match(error.message, /a CommonJS module cannot await at its top: end its name in \.mts/)
    assert.match(error.at!, /awaits\.ts:3:3$/)
    return true
  })
})

const NOT_YET = 'export const f = () => { /(?<x>a)/vu }\n'

for (const [name, text] of [
  ['CommonJS', `exports.f = 1\n\n  ${NOT_YET.replace('export const f', 'const g')}`],
  ['a converted module', `interface A {}\n\n  ${NOT_YET}`],
  ['an ES module', `interface A {}\n\n  ${NOT_YET}`],
] as const) {
  test(`what V8 does not compile is shown as it is written: ${name}`, async (t) => {
    const file = name === 'an ES module' ? 'bad.mts' : name === 'CommonJS' ? 'bad.cjs' : 'bad.ts'
    const bad = folder({ 'package.json': '{ "type": "commonjs" }', [file]: text })
    t.after(bad.remove)
    await assert.rejects(check(bad.at(file)), (error: Error & { at?: string }) => {
      assert.match(error.message, /^syntax error: .*flag/i)
      assert.doesNotMatch(error.message, /\$h|\$cjs/)
      assert.match(error.at!, new RegExp(`${file.replace('.', '\\.')}:3:`))
      return true
    })
  })
}
