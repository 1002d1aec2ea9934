/** No length of an execution loses a bug, or makes it unreadable. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { folded } from '../../src/execution/replay/fold.ts'
import { checkFile } from '../../src/host/check-file.ts'
import { check, ops, program, replay } from '../../src/index.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import type { ThreadGenerator } from '../../src/program/program.ts'
import { jsonPieces } from '../../src/results/json.ts'
import type { ReplayResult } from '../../src/results/check-result.ts'
import { checkReport, noPaint, SourceLines } from '../../src/report/terminal.ts'
import { folder, heddle } from '../cli/heddle.ts'

const ROUNDS = 100_000
const EVENTS = 3 * ROUNDS + 2

const source = `import assert from 'node:assert/strict'
import { program } from 'heddle'
export default program({
  name: 'long',
  shared: (mem) => ({ n: mem.int32('n', 4), f: mem.int32('f', 1) }),
  threads: {
    a(s) { for (let i = 0; i < ${ROUNDS}; i++) s.n[i & 3] += 1; s.f[0] = 1 },
    b(s) { for (let i = 0; i < ${ROUNDS}; i++) Atomics.add(s.n, i & 3, 1); assert.equal(s.f[0], 0) },
  },
})
`

test(`a failing execution of ${EVENTS} events is found, reported, folded, and replayed from a file`, async (t) => {
  const cwd = folder(t, { 'long.ts': source })
  const checked = await checkFile(`${cwd}/long.ts`, { maxDepth: 1_000_000, budgetMs: 600_000 })
  const result = checked.result!
  assert.deepEqual([result.outcome, result.bugs.length, result.bugs[0]!.kind], ['bug', 1, 'assertion'])
  const view = {
    paint: noPaint,
    width: 160,
    sources: new SourceLines(),
    hint: null,
    allBugs: false,
    replayCommand: (s: string) => s,
  }
  const lines = checkReport(result, view).split('\n')
  assert.ok(lines.length < 150, `${lines.length} lines`)
  assert.ok(lines.includes('  300,002 events, 0 preemptions:'))
  assert.ok(
    lines.some((line) => /200001 {2}a +write +f\[0\]/.test(line)),
    'where one thread follows on the other',
  )
  assert.ok(
    lines.some((line) => /300002 {2}b +read +f\[0\] +1 /.test(line)),
    'the last event',
  )
  assert.ok(lines.every((line) => line.length <= 4100))
  writeFileSync(`${cwd}/result.json`, [...jsonPieces(result)].join(''))
  const shown = await heddle(cwd, 'replay', 'long.ts', '--schedule', '@result.json', '--events', '20')
  assert.equal(shown.code, 1, shown.stderr)
  assert.match(
    shown.stdout,
    /^replay {2}long: 300,002 events, 0 preemptions\nnote: --events N shows more than 20 events; --json has all$/m,
  )
  assert.match(shown.stdout, /^assertion: /m)
  const whole = await heddle(cwd, 'replay', 'long.ts', '--schedule', '@result.json', '--json')
  assert.equal((JSON.parse(whole.stdout) as ReplayResult).events.length, EVENTS)
})

/** Its operations follow on each other in no order that could be compressed. */
function* restlessly(s: { n: Int32Array }): ThreadGenerator {
  for (let seed = 1, i = 0; i < 70_000; i++, seed = (seed * 48271) % 2147483647)
    yield* (seed & 64) === 0 ? ops.read(s.n, 0) : ops.atomics.load(s.n, 0)
  throw new Error('at last')
}

const shared = (mem: Mem): { n: Int32Array } => ({ n: mem.int32('n', 1) })
const restless = program({ name: 'restless', shared, threads: { a: restlessly, b: restlessly } })

test('the API and generator threads likewise, with a schedule that cannot be compressed', async () => {
  const { bugs } = await check(restless, { maxDepth: 1_000_000, budgetMs: 600_000 })
  assert.equal(bugs.length, 1)
  const { events, bug } = await replay(restless, bugs[0]!.schedule)
  assert.equal(bug?.message, 'Error: at last')
  assert.equal(events.at(-1)!.index, events.length)
  assert.ok(events.length >= 70_000)
  assert.match(events.at(-1)!.at!, /long-executions\.test\.[jt]s:\d+:\d+$/)
})

test('what is folded: never the ends, and switches before the middle of a run', () => {
  const threads = Array.from({ length: 1000 }, (_, i) => (i < 600 ? 'a' : 'b'))
  const shown = [...folded(threads, 40)].flatMap((kept, i) => (kept === 1 ? [i] : []))
  assert.equal(shown.length, 40)
  for (const i of [0, 9, 599, 600, 601, 990, 999]) assert.ok(shown.includes(i), `event ${i}`)
  for (const length of [0, 1, 2, 39, 40])
    assert.deepEqual(
      [...folded(threads.slice(0, length), 40)],
      Array.from({ length }, () => 1),
    )
  for (const most of [1, 2, 3, 5]) {
    const few = folded(threads, most)
    assert.equal(
      few.reduce((sum, kept) => sum + kept, 0),
      most,
    )
    assert.equal(few[999], 1, 'the last event')
  }
  const alternating = folded(
    Array.from({ length: 1000 }, (_, i) => i % 2),
    40,
  )
  assert.equal(
    alternating.reduce((sum, kept) => sum + kept, 0),
    40,
  )
})

test('JSON in pieces is the JSON of the whole', () => {
  const result = {
    n: 1,
    none: undefined,
    empty: [],
    text: 'a"b',
    rows: Array.from({ length: 2500 }, (_, i) => ({ i, none: undefined })),
    last: { x: [1] },
  }
  const pieces = [...jsonPieces(result)]
  assert.equal(pieces.join(''), `${JSON.stringify(result)}\n`)
  assert.ok(pieces.length >= 3)
  assert.equal([...jsonPieces({})].join(''), '{}\n')
})
