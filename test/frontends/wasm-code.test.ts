/** WebAssembly code with shared memory: what it does there, nobody sees. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import wabt from 'wabt'
import { checkSource } from './spins/check-source.ts'

const assembler = await wabt()
const bytesOf = (text: string): string =>
  `new Uint8Array([${assembler.parseWat('test.wat', text, { threads: true, reference_types: true }).toBinary({}).buffer.join()}])`

/** `inc` reads and writes memory that it is given; its table and its global have it as well. */
const linked = bytesOf(`(module
  (import "env" "memory" (memory 1 1 shared))
  (table (export "table") 1 funcref) (elem (i32.const 0) $inc)
  (global (export "global") funcref (ref.func $inc))
  (func $inc (export "inc") (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1))))
  (func (export "given") (result funcref) (ref.func $inc)))`)
const relay = bytesOf('(module (import "env" "f" (func $f)) (func (export "run") (call $f)))')
const indirect = bytesOf(`(module
  (import "env" "table" (table 1 funcref)) (type $none (func))
  (func (export "run") (call_indirect (type $none) (i32.const 0))))`)
const counter = bytesOf(`(module (global $n (mut i32) (i32.const 0))
  (func (export "next") (result i32) (global.set $n (i32.add (global.get $n) (i32.const 1))) (global.get $n)))`)

const source = (shared: string, thread: string): string => `
  const { program } = require('heddle')
  const instanceOf = (bytes, env) => new WebAssembly.Instance(new WebAssembly.Module(bytes), { env })
  module.exports = program({
    name: 'linked',
    shared: () => {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
      const x = new Int32Array(memory.buffer)
      const code = instanceOf(${linked}, { memory })
      ${shared}
    },
    threads: { a(s) { ${thread} }, b(s) { s.x[0]++ } },
    after: (s) => { s.inc?.() },
    outcome: (s) => s.x[0],
  })`

const all = 'return { memory, x, ...code.exports }'
const ways: Readonly<Record<string, readonly [shared: string, thread: string]>> = {
  'a call': [all, 's.inc()'],
  'the exports of the instance': ['return { x, code }', 's.code.exports.inc()'],
  'a call by another name': [all, 'const { inc } = s; inc.call(null)'],
  'a bound function': [all, 's.inc.bind(null)()'],
  'a callback': [all, '[1].forEach(s.inc)'],
  'a comparison': [all, '[2, 1].sort(s.inc)'],
  'a getter': [all, "Object.defineProperty({}, 'v', { get: s.inc }).v"],
  'a conversion': [all, 'return +{ valueOf: s.inc }'],
  toJSON: [all, 'JSON.stringify({ toJSON: s.inc })'],
  'a function of a table': [all, 's.table.get(0)()'],
  'a function that a table was given': [
    "const other = new WebAssembly.Table({ initial: 1, element: 'anyfunc' }); other.set(0, code.exports.inc); return { x, other }",
    's.other.get(0)()',
  ],
  'a function of a global': [all, 's.global.value()'],
  'a function that another one returns': ['return { x, inc: code.exports.given() }', 's.inc()'],
  'code that imports it': [`return { x, ...instanceOf(${relay}, { f: code.exports.inc }).exports }`, 's.run()'],
  'code that has its table': [
    `return { x, ...instanceOf(${indirect}, { table: code.exports.table }).exports }`,
    's.run()',
  ],
  'code with a table that it comes into later': [
    `const table = new WebAssembly.Table({ initial: 1, element: 'anyfunc' })
     const { run } = instanceOf(${indirect}, { table }).exports
     table.set(0, code.exports.inc)
     return { x, run }`,
    's.run()',
  ],
  'an instance that another one has the constructor of': [
    `return { x, ...new code.constructor(new WebAssembly.Module(${linked}), { env: { memory } }).exports }`,
    's.inc()',
  ],
  'a refusal that is caught': [all, 'try { s.inc() } catch {}'],
}

for (const [name, [shared, thread]] of Object.entries(ways)) {
  test(`WebAssembly code with shared memory is refused in threads: ${name}`, () => {
    assert.throws(() => checkSource(source(shared, thread)), /is WebAssembly code that has shared memory/)
  })
}

test('a thread cannot link shared memory with WebAssembly code', () => {
  const thread = `new WebAssembly.Instance(new WebAssembly.Module(${linked}), { env: { memory: s.memory } })`
  assert.throws(() => checkSource(source('return { memory, x }', thread)), /is handed shared memory inside a thread/)
})

test('outside of threads such code runs, and its exports are what they were', () => {
  const shared = `code.exports.inc()
    if (code.exports !== code.exports || !Object.isFrozen(code.exports) || Object.getPrototypeOf(code.exports) !== null)
      throw new Error('exports')
    if (code.exports.table.get(0) !== code.exports.inc || code.exports.inc.length !== 0) throw new Error('functions')
    if (!(code instanceof WebAssembly.Instance)) throw new Error('instance')
    return { x, inc: code.exports.inc }`
  const { outcome, outcomes } = checkSource(source(shared, 's.x[0] += 10'))
  assert.equal(outcome, 'verified')
  assert.deepEqual(outcomes.map(({ value }) => value).sort(), [11, 12, 2])
})

test('WebAssembly code without shared memory runs in threads', () => {
  const shared = `return { x, ...instanceOf(${counter}, {}).exports }`
  const { outcome, outcomes } = checkSource(source(shared, 's.x[0] += s.next() + s.next()'))
  assert.equal(outcome, 'verified')
  assert.deepEqual(outcomes.map(({ value }) => value).sort(), [1, 3, 4])
})
