/** Arbitrary inputs and all schedules in one property, shrunk together. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockWith } from './documents.ts'
import { nodeTest, project, replayPrinted } from './project.ts'

/** Overdrawn by amounts above 40, and only if the other thread comes in between. */
const withdrawal = `import assert from 'node:assert/strict'
import { int, program } from 'heddle'
export default program({
  name: 'withdrawal',
  inputs: { amount: int(0, 10_000) },
  shared: (mem) => ({ balance: mem.int32('balance', [60]) }),
  threads: {
    alice(s, _self, { amount }) {
      if (Atomics.load(s.balance, 0) >= Math.min(amount, 60)) Atomics.sub(s.balance, 0, Math.min(amount, 60))
    },
    bob(s) {
      if (Atomics.load(s.balance, 0) >= 20) Atomics.sub(s.balance, 0, 20)
    },
  },
  after: (s) => assert.ok(s.balance[0] >= 0, 'overdrawn'),
})
`

test('the property of the guide fails with the smallest input and the fewest preemptions', async (t) => {
  const path = project(t, {
    'withdrawal.js': withdrawal,
    'property.test.js': blockWith('docs/guides/test-runners.md', 'js', 'fast-check'),
  })
  const { code, stdout } = await nodeTest(path, 'property.test.js')
  assert.equal(code, 1)
  assert.match(stdout, /Counterexample: \[41\]/)
  const report = stdout.slice(stdout.indexOf('Counterexample: [41]'))
  assert.match(report, /bug found {2}withdrawal[^]*overdrawn[^]*for amount = 41[^]*4 events, 1 preemption/)
  assert.match(report, /npx heddle replay withdrawal\.js --input amount=41 --schedule/)
  const replayed = await replayPrinted(path, report)
  assert.equal(replayed.code, 1)
  assert.match(replayed.stdout, /overdrawn/)
})
