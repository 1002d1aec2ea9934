import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CheckResult } from '../../src/results/check-result.ts'
import { folder, heddle } from '../cli/heddle.ts'

const files = {
  'lib/counter.ts': `export function increment(a: Int32Array): number { a[0]! += 1; return get(a) }
    function get(a: Int32Array): number { return a[0]! }`,
  'p.ts': `import assert from 'node:assert/strict'
    import { program } from 'heddle'
    import { increment } from './lib/counter.ts'
    export default program({
      name: 'sealed library',
      shared: (mem) => ({ a: mem.int32('a', 1) }),
      threads: { t(s) { increment(s.a); increment(s.a) }, u(s) { increment(s.a) } },
      after: (s) => assert.equal(s.a[0], 3),
    })`,
}

async function checked(
  t: TestContext,
  ...args: string[]
): Promise<{ code: number | null; result: CheckResult | null; stderr: string }> {
  const { code, stdout, stderr } = await heddle(folder(t, files), 'check', 'p.ts', '--json', ...args)
  return { code, result: stdout === '' ? null : (JSON.parse(stdout) as CheckResult), stderr }
}

test('an increment in a library can be lost', async (t) => assert.equal((await checked(t)).code, 1))

for (const reduction of [[], ['--reduction', 'none'], ['--reduction', 'dpor']]) {
  test(`calls into sealed files are one step each ${reduction.join(' ')}`, async (t) => {
    const { code, result } = await checked(t, '--seal', 'lib/**', ...reduction)
    assert.equal(code, 0)
    assert.equal(result!.traces, 3) // the other call comes before, between or after
    assert.match(result!.guarantee, /Sealed code is trusted/)
  })
}

test('a pattern that matches nothing is an error', async (t) => {
  const { code, stderr } = await checked(t, '--seal', 'lob/**', '--reduction', 'dpor', '--all-bugs')
  assert.notEqual(code, 0) // 1, since a bug was found before
  assert.match(stderr, /matches 'lob/)
})
