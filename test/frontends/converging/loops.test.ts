/** Loops whose rounds come back to the same variables, and what else can tell such rounds apart. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSearches, searchWith } from './compare.ts'

const program = (threads: string): string => `const { program } = require('heddle')
module.exports = program({
  name: 'loops', shared: (mem) => ({ x: mem.int32('x', 1), y: mem.int32('y', 1) }),
  threads: [${threads}], outcome: (s, results) => [s.x[0], s.y[0], results],
})`
const counter = '(s) => { for (let i = 0; i < 3; i++) Atomics.add(s.x, 0, 1) }'

const meets = (source: string): boolean => searchWith(source, { reduction: 'stateful' })!.converged

for (const [what, thread] of Object.entries({
  for: '(s) => { for (let i = 0; i < 2; i++) { const a = s.x[0]; if (a > 1) s.y[0] = 1 } }',
  while: '(s) => { let i = 0; while (i < 2) { i++; const a = s.x[0]; s.y[0] = a & 1 } }',
  do: '(s) => { let i = 0; do { const a = s.x[0]; s.y[0] = a & 1 } while (++i < 2) }',
  'a function that is given what is shared':
    '(s) => { const look = (m) => { const a = m.x[0]; m.y[0] = a & 1 }; for (let i = 0; i < 2; i++) look(s) }',
  'a loop inside': '(s) => { for (let i = 0; i < 2; i++) for (let k = 0; k < 2; k++) Atomics.load(s.x, 0) }',
})) {
  test(`rounds that keep nothing of what they saw meet: ${what}`, () => {
    const source = program(`${thread}, ${counter}`)
    assert.ok(meets(source))
    assert.equal(compareSearches(source, 1)!.difference, null)
  })
}

for (const [what, thread] of Object.entries({
  'what the head of the loop received':
    '(s) => { for (let i = 0, e = s.x[0]; i < 2; i++) { s.y[0]; if (i === 1) return e } }',
  'an object that is changed':
    '(s) => { const o = {}; for (let i = 0; i < 2; i++) { let a = s.x[0]; o[a] = 1; a = 0 } return o }',
  'an array of its own': '(s) => { const l = []; for (let i = 0; i < 2; i++) l.push(s.x[0]); return l }',
  'bytes of its own':
    '(s) => { const v = new DataView(new ArrayBuffer(2)); let i = 0; while (i < 2) { v.setUint8(i, s.x[0]); i++ } return v.getUint16(0) }',
  'bytes of its own, by a method that seems to look':
    '(s) => { const v = new DataView(new ArrayBuffer(2)); const put = (i, b) => v.setUint8(i, b + s.y[0]); for (let i = 0; i < 2; i++) put(i, s.x[0]); return v.getUint16(0) }',
  'a closure': '(s) => { let n = 0; const f = (v) => { n += v }; for (let i = 0; i < 2; i++) f(s.x[0]); return n }',
  'a getter':
    '(s) => { const o = { n: 0, get t() { return this.n++ } }; for (let i = 0; i < 2; i++) { if (s.x[0] > 0) o.t } return o.n }',
  'an object that a function is given, and changes':
    '(s) => { const o = {}; const put = (p, k) => { p[k] = s.x[0] }; for (let i = 0; i < 2; i++) put(o, i); return o }',
  'a function that a function is given':
    '(s) => { let n = 0; const f = () => { n += s.x[0] }; const call = (g) => g(); for (let i = 0; i < 2; i++) call(f); return n }',
  'random numbers':
    '(s) => { let r = 0; for (let i = 0; i < 2; i++) { if (s.x[0] > 0) Math.random() } return Math.random() }',
  'a function of another name outside':
    '(s) => { let n = 0; const mine = () => { n++ }; const { load } = Atomics; for (let i = 0; i < 2; i++) { const load = mine; if (s.x[0] > 0) load(); s.y[0] } return n }',
  'who called':
    '(s) => { const f = () => { for (let i = 0; i < 2; i++) s.y[0] }; if (s.x[0] > 0) { f(); return 1 } f(); return 0 }',
})) {
  test(`rounds that differ in what is not among their variables are told apart: ${what}`, () => {
    const source = program(`${thread}, ${counter}`)
    for (let seed = 1; seed < 6; seed++) assert.equal(compareSearches(source, seed)!.difference, null)
  })
}

test('thousands of loops one after the other, without an operation, are left alone', () => {
  const threads =
    '(s) => { const own = [0, 1]; let n = 0; const f = () => { for (let i = 0; i < 2; i++) n += own[i] }; ' +
    'for (const k of Array(20_000).keys()) f(k); s.x[0] = n }'
  const { outcomes } = searchWith(program(`${threads}, ${counter}`), { reduction: 'stateful' })!.result
  assert.equal(outcomes.length, 4)
})
