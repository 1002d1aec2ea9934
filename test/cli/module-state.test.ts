/** Threads that change what modules keep would see each other, and later executions, as real workers never do. */
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
}

test('changing an object of a module inside a thread is refused, with its declaration', async (t) => {
  const cwd = folder(t, Object.fromEntries(Object.entries(changes).map(([name, source]) => [`${name}.ts`, source])))
  for (const name of Object.keys(changes)) {
    const { code, stdout, stderr } = await heddle(cwd, 'check', `${name}.ts`)
    assert.deepEqual([code, stdout], [2, ''], `${name}: ${stdout}${stderr}`)
    assert.match(
      stderr,
      new RegExp(`^heddle: ${name}\\.ts:[23]:\\d+: a thread changes 'state', which belongs to its module`),
      name,
    )
  }
})

test('also an object of an imported CommonJS package, and a global', async (t) => {
  const cwd = folder(t, {
    'package.ts': once('import counter from "counter"', 'counter.next() === 1'),
    'global.ts': once('', '(globalThis.first ??= 1) && globalThis.first++ === 1'),
    'node_modules/counter/index.js': 'exports.n = 0\nexports.next = () => ++exports.n\n',
  })
  const imported = await heddle(cwd, 'check', 'package.ts')
  assert.equal(imported.code, 2, imported.stdout)
  assert.match(imported.stderr, /counter.index\.js:1:1: a thread changes 'module\.exports'/)
  const global = await heddle(cwd, 'check', 'global.ts')
  assert.equal(global.code, 2, global.stdout)
  assert.match(global.stderr, /a thread changes the global object/)
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
