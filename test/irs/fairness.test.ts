import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyReport } from '../../src/report/verify-report.ts'
import { noPaint } from '../../src/report/paint.ts'
import { using } from './real-runs.ts'

/** Threads that try again and again. What they do between the attempts keeps the loop from being a spin-wait. */
const tries = (wait: string): string => `
export default program({
  name: 'tries', shared: (mem) => ({ m: mem.mutex('m'), tries: mem.int32('tries', 2) }),
  threads: {
    a(s) { while (!s.m.tryLock()) { s.tries[0]++; ${wait} } s.m.unlock() },
    b(s) { while (!s.m.tryLock()) { s.tries[1]++; ${wait} } s.m.unlock() },
  },
})`

test('where threads yield, a verification has a fair bound: executions end, and it is complete', () =>
  using(tries('yieldNow()'), async (fixture) => {
    const result = await fixture.verify()
    assert.deepEqual(result.search, { reduction: 'dpor', bounds: { fair: 2 }, maxDepth: result.search.maxDepth })
    assert.deepEqual([result.complete, result.cut, result.bugs], [true, 0, []])
    assert.ok(result.traces > 2 && result.excluded > 0, `${result.traces}, ${result.excluded}`)
    assert.match(
      verifyReport(result, noPaint, String),
      /the search is complete within fair:2: all correct executions within it are admissible, but the bound excludes others/,
    )
    assert.deepEqual((await fixture.run(50)).failures, [])
  }))

test('it goes on with that bound, by itself', () =>
  using(tries('yieldNow()'), async (fixture) => {
    const { traces } = await fixture.verify()
    const first = await fixture.verify({ traces: 2 })
    assert.deepEqual([first.traces, first.complete, first.search.bounds], [2, false, { fair: 2 }])
    const second = await fixture.verify({ resume: true })
    assert.deepEqual([second.traces, second.complete, second.search.bounds], [traces, true, { fair: 2 }])
  }))

test('whoever says how to search gets that search', () =>
  using(tries('yieldNow()'), async (fixture) => {
    assert.deepEqual((await fixture.verify({ bounds: { fair: 1 } })).search.bounds, { fair: 1 })
    assert.deepEqual((await fixture.verify({ reduction: 'dpor', maxDepth: 60, traces: 5 })).search.bounds, {})
    assert.deepEqual((await fixture.verify({ bounds: { preemption: 1 }, maxDepth: 60 })).search.bounds, {
      preemption: 1,
    })
  }))

test('where no thread yields there is none', () =>
  using(tries(''), async (fixture) => {
    assert.deepEqual((await fixture.verify({ maxDepth: 60, traces: 5 })).search.bounds, {})
  }))
