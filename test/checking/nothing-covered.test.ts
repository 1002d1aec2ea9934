/** A bound that lets no execution come to an end verifies nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, ops, program } from '../../src/index.ts'
import { folder, heddle } from '../cli/heddle.ts'
import { atomicUpdate } from '../cli/programs.ts'

const subject = program({
  name: 'two updates',
  shared: (mem) => ({ n: mem.int32('n', 1) }),
  threads: {
    *ann(s) {
      yield* ops.atomics.add(s.n, 0, 1)
    },
    *ben(s) {
      yield* ops.atomics.add(s.n, 0, 2)
    },
  },
  after: () => {
    throw new Error('always fails, if it is ever reached')
  },
})

const tooSmall: readonly (readonly [name: string, limit: number])[] = [
  ['context', 0],
  ['depth', 1],
  ['local-depth', 1],
  ['local-context', 0],
]

for (const [name, limit] of tooSmall) {
  test(`a ${name} bound of ${limit} that ends every execution early is not a verdict`, async () => {
    const { outcome, exhaustive, guarantee, executions } = await check(subject, { bounds: { [name]: limit } })
    assert.deepEqual([outcome, exhaustive, executions], ['incomplete', false, 0])
    assert.match(guarantee, /^Nothing is verified: no execution comes to an end with /)
    const larger = await check(subject, { bounds: { [name]: limit + 1 } })
    assert.equal(larger.outcome, 'bug', 'one more is enough')
  })
}

test('the command says so and exits with 3', async (t) => {
  const cwd = folder(t, { 'p.ts': atomicUpdate })
  const checked = await heddle(cwd, 'check', 'p.ts', '--bound', 'context:0')
  assert.equal(checked.code, 3)
  assert.match(
    checked.stdout,
    /^nothing verified {2}atomic update\n\nNothing is verified: no execution comes to an end with no context switch/,
  )
  const verified = await heddle(cwd, 'verify', 'p.ts', '-o', 'set', '--bound', 'context:0')
  assert.equal(verified.code, 3)
  assert.match(verified.stdout, /nothing is verified: no execution comes to an end within the bound/)
})
