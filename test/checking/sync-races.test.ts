import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { replayProgram } from '../../src/checking/replay.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { parse } from '../validation/programs/notation.ts'
import { compile } from '../validation/programs/source.ts'

function check(text: string, options: CheckOptions): CheckResult {
  const checker = new Checker(compile(parse(text)), options)
  while (!checker.run(1000));
  return checker.result()
}

const values = ({ outcomes }: CheckResult): string[] => outcomes.map(({ value }) => JSON.stringify(value)).sort()
const kinds = ({ bugs }: CheckResult): string[] => bugs.map(({ kind }) => kind).sort()
const searches: readonly CheckOptions[] = [
  {},
  { reduction: 'none' },
  { reduction: 'dpor' },
  { reduction: 'optimal' },
  { bounds: { preemption: 9 } },
]

/**
 * Each ended in an internal error: what a thread does after a plain read depends on more than the trace of
 * synchronisation operations.
 */
const racy: Readonly<Record<string, string>> = {
  'blocked as redundant': '[add y 1] || [lock m; r y; if 1 {store y 2}; unlock m]',
  'a wakeup tree names a thread that has ended': '[add x 1] || [lock m; r x; if 0 {} else {cas x 1 v}]',
  'a wakeup tree names a thread that has ended, with locks alone':
    '[reset e; w y] || [try n {}; r y; if 0 {} else {set e}]',
  'a wakeup tree names a thread that waits': '[lock m; w y] || [acquire q; r y; if 0 {acquire q}; unlock m]',
}

describe('programs with data races, interleaved at synchronisation operations, with all bugs', () => {
  for (const [name, text] of Object.entries(racy)) {
    test(`${name}: ${text}`, () => {
      const all = check(text, { reduction: 'optimal', allBugs: true, races: true })
      for (const options of searches) {
        const result = check(text, { ...options, switch: 'sync', allBugs: true })
        assert.equal(result.outcome, 'bug')
        // Nothing is lost: once accesses race, all of them are transitions.
        assert.deepEqual(values(result), values(all), JSON.stringify(options))
        assert.equal(result.races.length, all.races.length, JSON.stringify(options))
        assert.equal(result.exhaustive, true)
        assert.equal(result.passes[0]!.switch, 'sync')
        assert.match(
          result.guarantee,
          /^Besides the .*bugs? found, no .* or data race is reachable in any schedule\. Memory is taken to be sequentially consistent, .* seen\./,
        )
      }
    })
  }

  test('a deadlock that only racing accesses lead to is found', () => {
    // Interleaved at locks alone, thread 0 sees its own write.
    const text = '[lock m; w x 1; r x; if 1 {unlock m}] || [w x 2] || [lock m; unlock m]'
    const kinds = check(text, { switch: 'sync', allBugs: true, reduction: 'optimal' }).bugs.map(({ kind }) => kind)
    assert.deepEqual([...new Set(kinds)].sort(), ['deadlock', 'race'])
  })

  test('bugs of both kinds of passes are replayed as they were found', () => {
    const text = '[lock m; w x 1; r x; if 1 {unlock m}] || [w x 2] || [lock m; unlock m]'
    const { bugs, outcomes } = check(text, { switch: 'sync', allBugs: true })
    const kinds = bugs.map(({ kind, schedule }) => [kind, replayProgram(compile(parse(text)), schedule).bug?.kind])
    for (const [kind, again] of kinds) assert.equal(again, kind)
    for (const { value, schedule } of outcomes)
      assert.deepEqual(replayProgram(compile(parse(text)), schedule).value, value)
  })
})

describe('an exception that hides a race from a search with transitions at synchronisation operations only', () => {
  for (const text of [
    '[r y; throw 0] || [w y]',
    '[lock m; r y; throw 0; unlock m] || [lock n; w y; unlock n]',
    '[r y; throw 0] || [lock m; unlock m; w y]',
    '[acquire q; r y; throw 0] || [r x; w y; r x]',
  ]) {
    test(`hides nothing that there is: ${text}`, () => {
      const all = check(text, { reduction: 'none', allBugs: true, races: true })
      for (const options of searches) {
        const result = check(text, { ...options, switch: 'sync', allBugs: true })
        assert.deepEqual(values(result), values(all), JSON.stringify(options))
        assert.deepEqual(kinds(result), kinds(all), JSON.stringify(options))
        assert.equal(result.races.length, all.races.length, JSON.stringify(options))
      }
    })
  }
})

test('without all bugs, the first race ends the search, also where the execution deadlocks', () => {
  for (const options of searches) {
    const result = check('[lock m; w x 1; lock m] || [w x 2; lock m]', { ...options, switch: 'sync' })
    assert.equal(result.executions, 1)
    assert.ok(result.bugs.some(({ kind }) => kind === 'race'))
    assert.match(
      result.guarantee,
      /other bugs may be reachable\. There are data races, so more may be reachable where the racing accesses are interleaved\./,
    )
  }
})

test('a race in an execution that is cut counts', () => {
  const checker = new Checker(
    compile(parse('[w x 1; yield; yield; yield; yield] || [w x 2; yield; yield; yield; yield]')),
    { switch: 'sync', reduction: 'optimal', maxDepth: 3 },
  )
  while (!checker.run(1000));
  assert.deepEqual(
    checker.result().bugs.map(({ kind }) => kind),
    ['race'],
  )
})

test('without data races, synchronisation operations are enough, and nothing else is a transition', () => {
  const text =
    '[lock m; r x; w x v; unlock m] || [lock m; r x; w x v; unlock m] || [lock m; r x; if 1 {w x 5}; unlock m]'
  for (const options of searches) {
    const result = check(text, { ...options, switch: 'sync', allBugs: true })
    assert.deepEqual(
      [result.outcome, result.exhaustive, result.passes.every((pass) => pass.switch === 'sync')],
      ['verified', true, true],
    )
    assert.deepEqual(values(result), values(check(text, { reduction: 'optimal' })))
    assert.match(result.guarantee, /no data race was seen, so that is enough/)
  }
})
