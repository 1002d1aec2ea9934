import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assemble } from '../../scripts/gates/assemble.ts'
import { GateWord } from '../../src/irs/enforcement/gate/gate-state.ts'

const memory = { file: 'memory.wat', text: '(import "state" "memory" (memory 1 {memory.most_pages} shared))\n' }

test('names in braces become the numbers that TypeScript defines', async () => {
  const address = { file: 'address.wat', text: '(func (export "a") (result i32)\n  (i32.const {gate.mark_of_at}))\n' }
  const bytes = await assemble([address])
  const { WebAssembly } = globalThis as unknown as { WebAssembly: Assembled }
  const { a } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports
  assert.equal(a(), 4 * GateWord.markOfAt)
})

interface Assembled {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: { a(): number } }
}

test('a name that nothing defines is an error at its place', async () => {
  const wrong = { file: 'wrong.wat', text: ';; {no.constant} in a comment is fine\n  (i32.const {gate.locks})\n' }
  await assert.rejects(assemble([memory, wrong]), {
    message: 'wrong.wat:2:14: {gate.locks} is no constant: expected one that scripts/gates/constants.ts defines',
  })
})

test('errors of the assembler name the line of the file', async () => {
  const right = { file: 'right.wat', text: '(func $right\n  (drop (i32.const 1)))\n' }
  const unknown = { file: 'unknown.wat', text: '\n(func $caller\n  (call $nobody))\n' }
  await assert.rejects(assemble([memory, right, unknown]), /unknown\.wat:3:\d+: error: undefined function variable/)
  const invalid = { file: 'invalid.wat', text: '(func $untyped (result i32)\n  (nop))\n' }
  await assert.rejects(assemble([memory, invalid, right]), /invalid\.wat:\d:\d+: error: type mismatch/)
})
