/**
 * Loops that look like spin-waits but keep something from one round to the next, or call what is not what it is called.
 * Each of them ends by itself; taken for a spin-wait it would wait for ever, which is reported as a livelock.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alone, checkSource, outcomesOf, withWriter } from './check-source.ts'
import { counting, waiting } from './loops.ts'

for (const [what, { loop, result, top }] of Object.entries(counting)) {
  test(`${what} keeps what the rounds before have done: the loop is no spin-wait`, () => {
    const checked = checkSource(alone(loop, top), { maxDepth: 300 })
    assert.deepEqual([checked.outcome, outcomesOf(checked)], ['verified', [result]], checked.guarantee)
  })
}

/** The same loop with its rounds counted, which nobody takes for a spin-wait, says what there is to find. */
function sameOutcomes(loop: string, counted: string, writer: string): string[] {
  const source = (body: string): string =>
    withWriter(body, '', "x: mem.int32('x', 1), y: mem.int32('y', 1), d: mem.bigint64('d', [3n])").replace(
      /b\(s\) \{.*?\} \}/,
      `b(s) { ${writer} } }`,
    )
  const expected = outcomesOf(checkSource(source(counted), { reduction: 'none' })).filter((value) => value !== '"more"')
  assert.deepEqual(outcomesOf(checkSource(source(loop))), expected)
  return expected
}

for (const [what, { loop, top }] of Object.entries(waiting)) {
  test(`${what} is a spin-wait: alone it is a livelock`, () => {
    const { bugs, transitions } = checkSource(alone(loop, top), { maxDepth: 300 })
    assert.deepEqual(
      bugs.map(({ kind }) => kind),
      ['livelock'],
    )
    assert.ok(transitions < 50, `${transitions} transitions: it was found by going round, not by waiting`)
  })
}

test('a value of the round before that leaves the loop is not lost', () => {
  // t is of the last round, v of the one before: the loop has to go round with x unchanged, and then x and y change in
  // the middle of a round.
  const found = sameOutcomes(
    'let t, v; for (;;) { t = s.x[0]; if (s.y[0] === 1) break; v = t } return [t, v ?? "none"]',
    'let t, v, n = 0; for (; n < 4; n++) { t = s.x[0]; if (s.y[0] === 1) break; v = t } return n < 4 ? [t, v ?? "none"] : "more"',
    's.x[0] = 5; s.y[0] = 1',
  )
  assert.ok(found.includes('[0,0]') && found.includes('[0,"none"]'))
})

test('a value of the round before that an exception leaves behind is not lost', () => {
  const round = 't = s.x[0]; v = 6n / s.d[0]'
  const inTry = (loop: string): string => `let t, v; try { ${loop} } catch { return [t, v === undefined ? "none" : 2] }`
  const found = sameOutcomes(
    inTry(`for (;;) { ${round} }`),
    inTry(`for (let n = 0; n < 4; n++) { ${round} } return "more"`),
    's.x[0] = 5; s.d[0] = 0n',
  )
  assert.ok(found.includes('[0,2]') && found.includes('[0,"none"]'), String(found))
})

test('a value of the round before that a closure has kept is not lost', () => {
  const round = 't = s.x[0]; v = 6n / s.d[0]'
  const called = (loop: string): string =>
    `let t, v; const go = () => { ${loop} }; try { return go() } catch { return [t, v === undefined ? "none" : 2] }`
  const found = sameOutcomes(
    called(`for (;;) { ${round} }`),
    called(`for (let n = 0; n < 4; n++) { ${round} } return "more"`),
    's.x[0] = 5; s.d[0] = 0n',
  )
  assert.ok(found.includes('[0,2]') && found.includes('[0,"none"]'), String(found))
})

test('a false "verified" by the name of a function: the failing assertion is found', () => {
  const source = withWriter(
    `
    const o = { rounds: 0 }
    while (Atomics.load(s.x, 0) === 0 && o.rounds < 5) yieldNow(o)
    if (o.rounds === 2) throw new Error('went round twice')`,
    'function yieldNow(o) { o.rounds++ }',
  )
  const { bugs } = checkSource(source, { maxDepth: 50 })
  assert.deepEqual(
    bugs.map(({ kind, message }) => [kind, message]),
    [['exception', 'Error: went round twice']],
  )
})

test('a false "verified" by the name of a variable: the failing assertion is found', () => {
  const source = withWriter(`
    const real = Atomics
    return (function (Atomics) {
      while (s.x[0] === 0 && Atomics.load(s.y, 0) === 0);
      if (Atomics.rounds === 2) throw new Error('went round twice')
    })({ rounds: 0, load(view, i) { this.rounds++; return real.load(view, i) } })`)
  const { bugs } = checkSource(source, { maxDepth: 60 })
  assert.deepEqual(
    bugs.map(({ kind, message }) => [kind, message]),
    [['exception', 'Error: went round twice']],
  )
})

test('where only synchronisation operations are switch points, plain reads of a round are waited for as well', () => {
  const writer = (loop: string): string =>
    withWriter(loop).replace(/b\(s\) \{.*?\} \}/, 'b(s) { s.x[0] = 1; Atomics.store(s.y, 0, 1) } }')
  for (const loop of [
    'while (s.x[0] === 0); return 7',
    'while (Atomics.load(s.y, 0) === 5 || s.x[0] === 0); return 7',
  ]) {
    const { bugs, outcomes } = checkSource(writer(loop), { switch: 'sync', maxDepth: 200 })
    assert.deepEqual([bugs.map(({ kind }) => kind), outcomes.map(({ value }) => value)], [['race'], [7]], loop)
    assert.deepEqual(
      checkSource(alone(loop), { switch: 'sync' }).bugs.map(({ kind }) => kind),
      ['livelock'],
      loop,
    )
  }
})
