/** Memory that grows inside a thread: sizes are not explored, so it is refused, and says what to do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeddleError } from '../../src/base/errors.ts'
import { checkSource } from '../frontends/spins/check-source.ts'

const growing = (shared: string, act: string): string => `const { program } = require('heddle')
  module.exports = program({
    name: 'grows', shared: (mem) => ({ a: mem.int32('a', 1), ${shared} }),
    threads: { a(s) { s.a[0] = 1; return ${act} }, b(s) { return s.a[0] } },
  })`

for (const [what, shared, act] of [
  ['a buffer', 'g: new SharedArrayBuffer(4, { maxByteLength: 16 })', 's.g.grow(8)'],
  [
    'a buffer, by its method alone',
    'g: new SharedArrayBuffer(4, { maxByteLength: 16 })',
    'Reflect.apply(SharedArrayBuffer.prototype.grow, s.g, [8])',
  ],
  ['memory of WebAssembly', 'g: new WebAssembly.Memory({ initial: 1, maximum: 3, shared: true })', 's.g.grow(1)'],
] as const) {
  test(`${what} that a thread lets grow is refused`, () => {
    assert.throws(
      () => checkSource(growing(shared, act)),
      (error) =>
        error instanceof HeddleError &&
        /grow` inside a thread: sizes of shared memory are not explored.*largest size in `shared`/.test(error.message),
    )
  })
}

test('memory of its own may grow', () => {
  const { outcome } = checkSource(growing('', 'new WebAssembly.Memory({ initial: 1, maximum: 3 }).grow(1)'))
  assert.equal(outcome, 'verified')
})
