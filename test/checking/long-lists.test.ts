/** Any number of outcomes, races and bugs: what comes after the search is bounded, and what is left out is said. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checker } from '../../src/checking/checker.ts'
import { check, ops, program, type Program, replay } from '../../src/index.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import type { ThreadGenerator } from '../../src/program/program.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { checkReport, noPaint, SourceLines } from '../../src/report/terminal.ts'

const report = (result: CheckResult): string =>
  checkReport(result, {
    paint: noPaint,
    width: 160,
    sources: new SourceLines(),
    hint: null,
    allBugs: true,
    replayCommand: null,
  })

/** `sides`² outcomes, each of an execution of so many events more. */
function dice(sides: number, reads = 0): { subject: Program; starts: () => number } {
  let started = 0
  const subject = program({
    name: 'dice',
    shared: (mem) => ({ n: mem.int32('n', 1) }),
    threads: {
      *a(s) {
        started++
        const thrown = [yield* ops.choose(sides), yield* ops.choose(sides)]
        for (let i = 0; i < reads; i++) yield* ops.read(s.n, 0)
        return thrown
      },
    },
    outcome: (_, results) => results.a,
  })
  return { subject, starts: () => started }
}

test('outcomes beyond the limit are counted, and the schedules of the others lead to them', async () => {
  const { subject } = dice(30)
  const result = await check(subject, { reduction: 'optimal', maxRows: 100 })
  assert.deepEqual(
    [result.outcome, result.executions, result.outcomes.length, result.omitted],
    ['verified', 900, 100, { outcomes: 800, bugs: 0, races: 0, held: 0 }],
  )
  for (const { value, schedule } of [result.outcomes[0]!, result.outcomes[99]!])
    assert.deepEqual((await replay(subject, schedule)).value, value)
  assert.match(report(result), /^… and 880 more outcomes \(--json has 100, --max-rows lists more\)$/m)
  const whole = await check(subject, { reduction: 'optimal' })
  assert.deepEqual([whole.outcomes.length, whole.omitted.outcomes], [900, 0])
  assert.match(report(whole), /^… and 880 more outcomes \(--json has all\)$/m)
})

test('an outcome that several passes have seen counts once', async () => {
  const { subject } = dice(60)
  const iterative = await check(subject, { maxRows: 100 })
  assert.ok(iterative.passes.length > 1)
  assert.deepEqual([iterative.outcomes.length, iterative.omitted.outcomes], [100, 3500])
})

test('after the search, only so much is run again as is worth it', () => {
  const { subject, starts } = dice(15, 5_000)
  const checker = new Checker(subject, { reduction: 'none' })
  while (!checker.run(1000));
  const searched = starts()
  const { seconds, outcomes } = checker.result()
  assert.equal(outcomes.length, 225)
  const again = starts() - searched
  assert.ok(again > 0, 'schedules are confirmed')
  assert.ok(again <= 100, `${again} executions of 5,000 events were run again`)
  const before = starts()
  assert.ok(checker.snapshot().seconds >= seconds, 'the time after the search counts')
  assert.equal(starts(), before, 'what is covered so far is told without running anything')
})

/** So many threads that fail at their first operation, and that many racing writes. */
function failing(threads: number): Program {
  const thread = (i: number) =>
    function* (s: { n: Int32Array }): ThreadGenerator {
      yield* ops.write(s.n, 0, i)
      throw new Error(`in thread ${i}`)
    }
  const shared = (mem: Mem): { n: Int32Array } => ({ n: mem.int32('n', 1) })
  return program({ name: 'failing', shared, threads: Array.from({ length: threads }, (_, i) => thread(i)) })
}

test('bugs beyond the limit are counted', async () => {
  const result = await check(failing(24), { reduction: 'dpor', allBugs: true, maxRows: 22 })
  assert.deepEqual([result.bugs.length, result.omitted.bugs], [22, 2])
  const text = report(result)
  assert.match(text, /^24 bugs found {2}failing$/m)
  assert.match(text, /^… and 4 more bugs \(--json has 22, --max-rows lists more\)$/m)
  assert.equal(text.match(/^exception: /gm)?.length, 20)
})

const racy = program({
  name: 'racy',
  shared: (mem) => ({ n: mem.int32('n', 12) }),
  threads: {
    *a(s) {
      for (let i = 0; i < 12; i++) yield* ops.write(s.n, i, 1)
    },
    *b(s) {
      for (let i = 11; i >= 0; i--) yield* ops.write(s.n, i, 2)
    },
  },
})

test('races beyond the limit are counted, as races and as bugs', async () => {
  const listed = await check(racy, { maxRows: 10 })
  assert.deepEqual([listed.races.length, listed.omitted.races, listed.omitted.bugs], [10, 2, 0])
  assert.match(
    report(listed),
    /^12 data races: .*\n(.*\n){5} {2}… and 7 more data races \(--json has 10, --max-rows lists more\)$/m,
  )
  const bugs = await check(racy, { maxRows: 10, races: true, allBugs: true })
  assert.deepEqual([bugs.bugs.length, bugs.omitted.bugs], [10, 2])
})
