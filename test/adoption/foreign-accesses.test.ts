/** Any access to shared memory that `shared` has not allocated is refused where it is reached, whatever form it has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeddleError } from '../../src/base/errors.ts'
import { load, memory, run } from '../frontends/harness.ts'

const foreign = () => {
  const f = new Int32Array(new SharedArrayBuffer(16))
  return {
    f,
    big: new BigInt64Array(f.buffer),
    data: new DataView(f.buffer),
    bytes: Buffer.from(f.buffer),
    a: memory((mem) => mem.int32('a', 4)),
  }
}

const OUTSIDE =
  /^a thread accesses shared memory that was allocated outside of `shared`, at \/.*foreign-accesses\.test\.\w+:\d+:\d+\. .*Allocate it in `shared`/

/** The access stands in line 2, of a function that can be suspended and of one that cannot. */
function refuses(access: string, plain: RegExp = OUTSIDE): void {
  for (const [where, code, message] of [
    ['', `exports.main = (s) => {\n  ${access}\n}`, OUTSIDE],
    [
      ' in code that cannot be suspended',
      `exports.main = (s) => { const o = { get x() {\n  ${access}\n} }; return o.x }`,
      plain,
    ],
  ] as const) {
    test(`${access}${where}`, () => {
      const s = foreign()
      const { error, log } = run(load(code, '/test/foreign.cjs')['main']!, s)
      assert(error instanceof HeddleError, `not refused, but: ${String(error)}`)
      assert.match(error.message, message)
      assert.match(error.at ?? '', /foreign\.cjs:2:\d+$/)
      assert.deepEqual(log, [])
      assert.deepEqual([...s.f], [0, 0, 0, 0])
    })
  }
}

refuses('s.f[0]')
refuses('s.f["1"]')
refuses('s.f[2] = 1')
refuses('s.f[2] += 1')
refuses('s.f[3]++')
refuses('s.big[1]')
refuses('s.bytes[7] = 1')
refuses('const [x] = s.f', /./)
refuses('const { 0: x } = s.f', /./)
refuses('return { ...s.f }', /./)
refuses('return [...s.f]', /./)
refuses('for (const x of s.f) return x', /./)
refuses('s.data.getInt8(0)')
refuses('s.data.setFloat64(0, 1)')
for (const name of ['load', 'store', 'add', 'sub', 'and', 'or', 'xor', 'exchange', 'compareExchange', 'notify'])
  refuses(`Atomics.${name}(s.f, 0, 1, 1)`)
refuses('Atomics.wait(s.f, 0, 0, 1)')
refuses('Atomics.wait(s.big, 0, 0n, 1)')
refuses('Atomics.wait(s.f, 0, 7)')
for (const call of [
  'fill(1)',
  'set([1])',
  'slice()',
  'indexOf(0)',
  'at(-1)',
  'join()',
  'map((x) => x)',
  'reduce((x, y) => x + y)',
  'sort()',
  'reverse()',
  'copyWithin(0, 1)',
  'with(0, 1)',
  'values().next()',
]) {
  refuses(`s.f.${call}`, /./)
}
refuses('Reflect.get(s.f, 0)', /./)
refuses('Object.values(s.f)', /./)
refuses('Array.from(s.f)', /./)
refuses('new Float32Array(s.f)', /./)
refuses('Math.max.apply(null, s.f)', /./)
refuses('s.a.set(s.f)', /./)

test('native code that would read it', () => {
  for (const access of [
    'JSON.stringify(s.f)',
    'console.log(s.f)',
    's.bytes.toString()',
    's.f.buffer.slice(0)',
    'structuredClone(s.f)',
    'Atomics.waitAsync(s.f, 0, 0)',
  ]) {
    const { error } = run(load(`exports.main = (s) => {\n ${access}\n}`, '/test/foreign.cjs')['main']!, foreign())
    assert(error instanceof HeddleError, `${access} was not refused, but: ${String(error)}`)
    assert.match(error.at ?? '', /foreign\.cjs:\d+:\d+$/)
  }
})

test('a refusal that the program catches is still one', () => {
  const { error } = run(load('exports.main = (s) => { try { s.f[0] } catch { return 1 } }')['main']!, foreign())
  assert.match(String(error), /was allocated outside of `shared`/)
})

test('outside of threads it is memory like any other', () => {
  const s = foreign()
  const { main } = load(
    'exports.main = (s) => { s.f[0] = 5; Atomics.add(s.f, 0, 1); return [...s.f.slice(0, 1), Atomics.wait(s.f, 0, 0)] }',
  )
  assert.deepEqual(main!(s as never), [6, 'not-equal'])
})
