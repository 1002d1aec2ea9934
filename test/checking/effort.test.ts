/** What a search has spent: on each pass, and until it found a bug. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, int, ops, program } from '../../src/index.ts'
import { inc } from '../programs/counters.ts'
import { sketch } from '../programs/sketch.ts'

/** Fails when both threads have read before one of them has written, and only if it is told to. */
const lost = program({
  name: 'lost update',
  inputs: { fails: int(0, 1) },
  shared: (mem) => ({ x: mem.int32('x', [0]) }),
  threads: {
    *ann(s) {
      yield* ops.write(s.x, 0, (yield* ops.read(s.x, 0)) + 1)
    },
    *bob(s) {
      yield* ops.write(s.x, 0, (yield* ops.read(s.x, 0)) + 1)
    },
  },
  after(s, _, { fails }) {
    assert.ok(fails === 0 || s.x[0] === 2, 'an update was lost')
  },
})

test('a bug says after how much it was found: all that the search had done, where it stops there', async () => {
  const { bugs, executions, transitions, seconds } = await check(lost, { reduction: 'none', input: { fails: 1 } })
  const { foundAfter } = bugs[0]!
  assert.equal(executions, 2) // Both threads one after the other, then a switch after the first read.
  assert.deepEqual({ ...foundAfter, seconds: 0 }, { executions, transitions, seconds: 0 })
  assert.ok(foundAfter!.seconds > 0 && foundAfter!.seconds <= seconds)
})

test('what the search does after the first sight of a bug does not count', async () => {
  const { bugs, executions } = await check(lost, { reduction: 'none', input: { fails: 1 }, allBugs: true })
  assert.equal(executions, 6)
  assert.equal(bugs[0]!.foundAfter!.executions, 2)
})

test('passes that take turns count together', async () => {
  const { bugs, passes, seconds } = await check(lost, { input: { fails: 1 } })
  const spent = passes.reduce((sum, pass) => sum + pass.executions, 0)
  assert.ok(bugs[0]!.foundAfter!.executions <= spent)
  assert.ok(passes.length > 1 && passes.every((pass) => pass.seconds > 0 || pass.transitions === 0))
  assert.ok(passes.reduce((sum, pass) => sum + pass.seconds, 0) <= seconds)
})

test('what was spent on other inputs before counts too', async () => {
  const all = await check(lost, { reduction: 'none' })
  assert.equal(all.bugs[0]!.foundAfter!.executions, 6 + 2)
  assert.deepEqual(all.bugs[0]!.input, { fails: 1 })
})

test('a race that is a bug says so too', async () => {
  const { bugs, races, executions } = await check(inc(2), { switch: 'sync' })
  assert.equal(bugs[0]!.kind, 'race')
  assert.equal(bugs[0]!.foundAfter!.executions, executions)
  assert.deepEqual(bugs[0]!.foundAfter, races[0]!.foundAfter)
})

test('visited local states are those of the tree of executions: prefixes count once', async () => {
  // a, aa, ab, aab, aba, b, ba, baa; three executions of three transitions, of which one is replayed.
  const { visited, transitions, localStates } = await check(sketch('[w x; w x] || [w x]'), { reduction: 'none' })
  assert.deepEqual([visited, transitions], [8, 9])
  assert.ok(localStates! <= visited)
})

test('people read it', async () => {
  const { report } = await check(lost, { reduction: 'none', input: { fails: 1 } })
  assert.match(report, /Found after 2 executions and 8 transitions, in [\d.]+ m?s$/m)
})
