/** Code of a program that builtins, operators and the language itself call: it works, or is refused with its place. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folder, heddle } from './heddle.ts'

const program = (body: string): string => `import { EventEmitter } from 'node:events'
import { program } from 'heddle'
export default program({ name: 'calls', shared: (mem) => ({ a: mem.int32('a', 2) }),
  threads: [0, 1].map(() => (s) => {
    ${body}
  }), outcome: (s) => s.a[0] })
`

const works: Readonly<Record<string, string>> = {
  'a callback of replace': "return 'xx'.replace(/x/g, () => String(s.a[0]++))",
  'a listener of an EventEmitter': "const e = new EventEmitter(); e.on('x', () => { s.a[0]++ }); e.emit('x')",
  'an iterator that is a generator': 'return [...{ *[Symbol.iterator]() { yield s.a[0]; yield s.a[1] } }]',
  'an iterator with next':
    'let i = 0; return Array.from({ [Symbol.iterator]: () => ({ next: () => ({ done: i > 1, value: s.a[i++] }) }) })',
  'a comparison of sort': 'return [1, 2, 3].sort((x, y) => x - y + s.a[0])',
}

const refused: Readonly<Record<string, string>> = {
  valueOf: 'const o = { valueOf() { return s.a[0] } }; return 1 + o',
  toString: 'const o = { toString() { return String(s.a[0]) } }; return `${o}`',
  'Symbol.toPrimitive': 'const o = { [Symbol.toPrimitive]() { return s.a[0] } }; return +o',
  'a static initialiser': 'class C { static n = s.a[0] } return C.n',
  'a static block': 'class C { static { s.a[0]++ } } return C',
  'a trap of a proxy': 'return new Proxy({}, { get: () => s.a[0] }).x',
  toJSON: 'return JSON.stringify({ toJSON() { return s.a[0] } })',
}

for (const [what, body] of Object.entries(works)) {
  test(`${what} may access shared memory`, async (t) => {
    const { code, stdout, stderr } = await heddle(folder(t, { 'p.mjs': program(body) }), 'check', 'p.mjs')
    assert.equal(code, 0, stdout + stderr)
  })
}

for (const [what, body] of Object.entries(refused)) {
  test(`${what} that accesses shared memory is refused with its place and a way out`, async (t) => {
    const { code, stderr } = await heddle(folder(t, { 'p.mjs': program(body) }), 'check', 'p.mjs')
    assert.equal(code, 2)
    assert.ok(stderr.includes(`p.mjs:5:${5 + body.indexOf('s.a[0]')}: `), stderr)
    assert.match(
      stderr,
      /was reached inside a thread from code that cannot be suspended: do it in an ordinary function/,
    )
  })
}
