/**
 * Data races are a property of traces: all of them are watched, and the guarantee says what it rests on where some may
 * race.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { replayProgram } from '../../src/checking/replay.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { parse } from '../validation/programs/notation.ts'
import { compile } from '../validation/programs/source.ts'

function check(text: string, options: CheckOptions): CheckResult {
  const checker = new Checker(compile(parse(text)), { budgetMs: Infinity, ...options })
  while (!checker.run(1000));
  return checker.result()
}

const executionsOf = ({ passes }: CheckResult): number => passes.reduce((sum, { executions }) => sum + executions, 0)

/**
 * Seven threads take a number each. Only who comes last and second to last access y, and depth-first search tries that
 * late.
 */
const late = `[add x 1; if 6 {w y}] || [add x 1; if 5 {r y}] ${'|| [add x 1]'.repeat(5)}`
const searches: Readonly<Record<string, CheckOptions>> = {
  'preemptions iterated': { reduction: 'dpor', iterate: 'preemption' },
  dpor: { reduction: 'dpor' },
  optimal: { reduction: 'optimal' },
  'preemption 1': { bounds: { preemption: 1 } },
}

describe('a race that shows late', () => {
  for (const [name, options] of Object.entries({ ...searches, 'as it is': {} })) {
    test(`qualifies the guarantee (${name})`, () => {
      const { outcome, races, guarantee } = check(late, options)
      assert.equal(outcome, 'verified')
      assert.equal(races.length, 1)
      assert.match(
        guarantee,
        / Memory is taken to be sequentially consistent, which JavaScript does not promise to racing accesses: 1 pair of them was seen\.$/,
      )
    })
  }

  for (const [name, options] of Object.entries(searches)) {
    test(`is found beyond the first 1,000 executions (${name})`, () => {
      const first = check(late, { ...options, races: true })
      assert.ok(executionsOf(first) > 1000, `after ${executionsOf(first)}`)
      assert.deepEqual(
        first.bugs.map(({ kind }) => kind),
        ['race'],
      )
      assert.equal(replayProgram(compile(parse(late)), first.bugs[0]!.schedule).bug?.kind, 'race')
    })

    test(`may exist where a search stops before it (${name})`, () => {
      const { races, guarantee } = check(late, { ...options, maxExecutions: 1000 })
      assert.equal(races.length, 0)
      assert.match(
        guarantee,
        / Memory is taken to be sequentially consistent, which JavaScript promises where no accesses race: in what was run, none did\.$/,
      )
    })
  }
})

test('what cannot race, and what was searched to its end without one, needs no caveat', () => {
  assert.doesNotMatch(
    check(late.replace('w y', 'store y 1').replace('r y', 'load y'), { maxExecutions: 1000 }).guarantee,
    /sequentially/,
  )
  assert.doesNotMatch(check('[lock m; w x; unlock m] || [lock m; r x; unlock m]', {}).guarantee, /sequentially/)
  assert.match(
    check('[lock m; w x; unlock m; w y] || [lock m; r x; unlock m; w z]', { bounds: { depth: 4 } }).guarantee,
    /in what was run, none did/,
  )
})
