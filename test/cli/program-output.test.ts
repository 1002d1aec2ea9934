/** What the program prints must not disturb what Heddle prints. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folder, heddle } from './heddle.ts'
import { withAlice } from './programs.ts'

const chatty = withAlice(
  'console.log("from alice"); yield* ops.read(s.a, 0); process.stdout.write("more from alice\\n")',
  {
    top: 'console.log("on loading"); process.stdout.write("also on loading\\n"); console.error("an error on loading")',
    fields: 'outcome: () => { console.log("from outcome"); return 1 },',
  },
)

test('prints on loading go to stderr, those of thousands of executions nowhere', async (t) => {
  const { code, stdout, stderr } = await heddle(folder(t, { 'p.ts': chatty }), 'check', 'p.ts', '--json')
  assert.equal(code, 0, stderr)
  assert.equal((JSON.parse(stdout) as { outcome: string }).outcome, 'verified')
  assert.deepEqual(
    stderr
      .split('\n')
      .filter((line) => line !== '')
      .sort(),
    ['also on loading', 'an error on loading', 'on loading'],
  )
})

test('a replay shows the prints of its one execution', async (t) => {
  const cwd = folder(t, { 'p.ts': chatty })
  const [{ schedule }] = (
    JSON.parse((await heddle(cwd, 'check', 'p.ts', '--json')).stdout) as { outcomes: [{ schedule: string }] }
  ).outcomes
  const { code, stdout, stderr } = await heddle(cwd, 'replay', 'p.ts', '--schedule', schedule, '--json')
  assert.equal(code, 0, stderr)
  assert.equal((JSON.parse(stdout) as { value: number }).value, 1)
  for (const text of ['from alice', 'more from alice', 'from outcome'])
    assert.ok(stderr.split('\n').includes(text), text)
})

test('a lot of output on loading arrives whole', async (t) => {
  const loud = withAlice('yield* ops.read(s.a, 0)', {
    top: 'for (let i = 0; i < 20_000; i++) console.log(`line ${i}`)',
  })
  const { code, stdout, stderr } = await heddle(folder(t, { 'p.ts': loud }), 'check', 'p.ts', '--json')
  assert.equal(code, 0)
  assert.doesNotThrow(() => JSON.parse(stdout))
  assert.equal(stderr.split('\n').length, 20_001)
})

test('timers and open handles of the program do not keep the command alive', async (t) => {
  const source = withAlice('yield* ops.read(s.a, 0)', { top: 'setInterval(() => {}, 1000)' })
  const { code } = await heddle(folder(t, { 'p.ts': source }), 'check', 'p.ts')
  assert.equal(code, 0)
})

test('throwing what is not an Error is a bug like any other', async (t) => {
  for (const thrown of ['"a text"', 'null', 'undefined', '{ code: 7 }', 'Symbol("s")']) {
    const { code, stdout } = await heddle(
      folder(t, { 'p.ts': withAlice(`yield* ops.read(s.a, 0); throw ${thrown}`) }),
      'check',
      'p.ts',
    )
    assert.equal(code, 1, thrown)
    assert.match(stdout, /exception: .*not an Error[^]*in thread alice/)
  }
})

test('writing to what `shared` returned is a bug that explains itself', async (t) => {
  const { code, stdout } = await heddle(
    folder(t, { 'p.ts': withAlice('yield* ops.read(s.a, 0); s.box.n = 2') }),
    'check',
    'p.ts',
  )
  assert.equal(code, 1)
  assert.match(stdout, /frozen/)
  assert.match(stdout, /at p\.ts:6:/)
})
