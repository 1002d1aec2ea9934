import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { planOf } from '../../src/checking/check-options.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { parse } from '../validation/programs/notation.ts'
import { compile } from '../validation/programs/source.ts'

function run(subject: Program, options: CheckOptions): CheckResult {
  const checker = new Checker(subject, options)
  while (!checker.run(1000));
  return checker.result()
}

const check = (text: string, options: CheckOptions): CheckResult => run(compile(parse(text)), options)

const values = ({ outcomes }: CheckResult): string[] => outcomes.map(({ value }) => JSON.stringify(value)).sort()

/** Program, what commutes, traces without and with that. */
const programs: readonly [text: string, commute: string, traces: number, fewer: number][] = [
  ['[cas x 0 1] || [cas x 0 2] || [cas x 0 3] || [cas x 0 4]', 'failed-cas', 24, 4], // who succeeds
  ['[cas x 1 2] || [r x] || [cas x 3 1]', 'failed-cas', 6, 1], // all of them only look
  ['[w x 1] || [cas x 1 2] || [cas x 1 3]', 'failed-cas', 6, 5], // before the write, both fail in any order
  ['[inc x; inc y] || [inc x; inc y] || [dec x; inc y]', 'unused-results', 36, 1],
  ['[inc x] || [inc x 2] || [r x]', 'unused-results', 6, 4], // which of them the read sees
  ['[inc x] || [add x 1] || [inc x]', 'unused-results', 6, 4], // a result that is used tells how many came before
  ['[and x 1] || [or x 1] || [and x 3]', 'unused-results', 6, 4], // only among their own kind
  ['[inc x] || [cas x 5 1] || [inc x] || [cas x 6 1]', 'all', 24, 14],
]

for (const [text, commute, traces, fewer] of programs) {
  test(`${text}: ${fewer} traces instead of ${traces}, with the same outcomes`, () => {
    const all = check(text, { reduction: 'optimal' })
    const coarser = check(text, { reduction: 'optimal', commute })
    assert.deepEqual([all.traces, all.executions], [traces, traces])
    assert.deepEqual([coarser.traces, coarser.executions, coarser.blocked], [fewer, fewer, 0])
    assert.deepEqual(values(coarser), values(all))
    assert.deepEqual(coarser.search.commute, commute === 'all' ? ['failed-cas', 'unused-results'] : [commute])
    for (const options of [{ commute }, { reduction: 'dpor', commute }, { bounds: { preemption: 3 }, commute }]) {
      const other = check(text, options)
      assert.deepEqual([other.traces, values(other)], [fewer, values(all)])
    }
  })
}

test('parts of a word do not commute with the whole', () => {
  const options = { reduction: 'optimal', commute: 'unused-results' }
  assert.equal(check('[inc x] || [inc x.0] || [inc x.0]', options).traces, 4)
  assert.equal(check('[inc x] || [inc x]', options).traces, 1)
})

test('a part of a word may decide whether a compare-and-swap fails, so that one is no read', () => {
  for (const reduction of ['none', 'dpor', 'optimal'])
    assert.equal(check('[r x.1] || [cas x 1 2] || [w x.0]', { reduction, commute: 'failed-cas' }).traces, 4)
})

test('an update whose result is unused has none, whatever commutes', () => {
  assert.deepEqual(check('[inc x; if 0 {w y}] || [w z]', { reduction: 'optimal' }).traces, 1)
})

test('what a compare-and-swap would find is tried out where others look at the word in another way', () => {
  type Views = { signed: Int32Array; unsigned: Uint32Array }
  const views = program({
    name: 'two views',
    shared: (mem: Mem): Views => {
      const buffer = mem.buffer('word', 4)
      return { signed: new Int32Array(buffer), unsigned: new Uint32Array(buffer) }
    },
    threads: [
      function* (s: Views) {
        yield* ops.write(s.signed, 0, -1)
      },
      function* (s: Views) {
        return yield* ops.atomics.compareExchange(s.unsigned, 0, 0xffff_ffff, 7)
      },
      function* (s: Views) {
        return yield* ops.atomics.compareExchange(s.unsigned, 0, 0, 8)
      },
      function* (s: Views) {
        return yield* ops.atomics.compareExchange(s.signed, 0, 7, 9)
      },
    ],
  })
  const results = ['none', 'dpor', 'optimal'].map((reduction) => run(views, { reduction, commute: 'failed-cas' }))
  assert.deepEqual(
    results.map(({ traces }) => traces),
    [results[0]!.traces, results[0]!.traces, results[0]!.traces],
  )
  assert.equal(results[2]!.executions, results[2]!.traces)
  assert.ok(results[0]!.traces! < run(views, { reduction: 'optimal' }).traces!)
  for (const result of results) assert.deepEqual(values(result), values(run(views, { reduction: 'none' })))
})

test('which accesses race can depend on the order of updates that commute: the guarantee says so', () => {
  const text = '[w x; w y; inc z] || [inc z; r y; if 1 {r x}]'
  for (const options of [{}, { reduction: 'dpor' }, { reduction: 'optimal' }]) {
    const all = check(text, options)
    assert.equal(all.races.length, 2)
    assert.match(all.guarantee, /2 pairs of them were seen\.$/)
    const coarser = check(text, { ...options, commute: 'all' })
    assert.ok(coarser.races.length < 2, 'the race on x is seen after all')
    assert.match(
      coarser.guarantee,
      /1 pair of them was seen; more may race in other orders of the updates that commute\.$/,
    )
  }
})

test('where no race is seen, the guarantee rests on one order of the updates that commute', () => {
  const text = '[lock m; w x; unlock m; inc z] || [inc z; lock m; r x; unlock m]'
  assert.doesNotMatch(check(text, {}).guarantee, /sequentially/)
  assert.match(
    check(text, { commute: 'all' }).guarantee,
    /promises where no accesses race: in one order of the updates that commute, none did\.$/,
  )
})

test('unknown names and local bounds are refused', () => {
  assert.throws(
    () => planOf({ commute: 'failed-cas,adds' }),
    /unknown commutation 'adds'; there are failed-cas, unused-results, or all/,
  )
  assert.throws(
    () => planOf({ commute: 'failed-cas', bounds: { 'local-depth': 3 } }),
    /the local-depth bound measures what depends on what/,
  )
  for (const racy of [{ races: true }, { switch: 'sync' }]) {
    assert.throws(() => planOf({ commute: 'all', ...racy }), /where data races are bugs, updates do not commute/)
    assert.ok(planOf({ commute: 'failed-cas', ...racy }).commute.failedCas)
  }
  assert.deepEqual(planOf({ commute: 'all' }).commute, { failedCas: true, unusedResults: true })
  assert.deepEqual(planOf({}).commute, { failedCas: false, unusedResults: false })
})
