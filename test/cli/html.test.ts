/** Pages that the command line writes, and what it says when it cannot. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readResult } from '../../src/results/read-result.ts'
import { dataOf } from '../report/page-data.ts'
import { folder, heddle } from './heddle.ts'
import { lostUpdate } from './programs.ts'

const pageAt = (path: string, name = 'page.html') => dataOf(readFileSync(join(path, name), 'utf8'))

test('check --html has the bug, each outcome, and memory and calls at each event', async (t) => {
  const path = folder(t, {
    'bank.js': `import assert from 'node:assert/strict'
import { program } from 'heddle'
function add(s, n) { s.a[0] += n }
export default program({ name: 'bank', shared: (mem) => ({ a: mem.int32('a', [5]), m: mem.mutex('m') }),
  threads: { one(s) { s.m.lock(); add(s, 1); s.m.unlock() }, two(s) { add(s, 2) } },
  outcome: (s) => s.a[0],
  after: (s) => assert.equal(s.a[0], 8) })`,
  })
  const { code, stdout } = await heddle(path, 'check', 'bank.js', '--html', 'page.html')
  assert.equal(code, 1)
  assert.match(stdout, /^bug found {2}bank/)
  const [bank] = pageAt(path).programs
  assert.equal(bank!.outcome, 'bug')
  assert.equal(bank!.bugs[0]!.execution, 0)
  assert.match(bank!.bugs[0]!.replay!, /replay bank\.js --schedule h1\./)
  assert.ok(bank!.outcomes.every(({ execution }) => execution !== null))
  const failing = bank!.executions[0]!
  assert.equal(failing.isBug, true)
  assert.notEqual(failing.closest, null)
  assert.equal(failing.memory!['a[0]'], '5')
  const write = failing.events.find(
    ({ operation, thread }) => operation === 'write' && failing.threads[thread] === 'two',
  )!
  assert.deepEqual(write.calls, ['bank.js:5:71'])
  assert.deepEqual(write.changed, { 'a[0]': '7' })
  const lock = failing.events.find(({ operation }) => operation === 'lock')!
  assert.deepEqual(lock.changed, { m: 'held by one' })
  assert.match(bank!.sources['bank.js']![0]!.lines[2]!, /function add/)
})

test('replay --html, and a page of results that were kept', async (t) => {
  const path = folder(t, { 'bank.ts': lostUpdate })
  const checked = await heddle(path, 'check', 'bank.ts', '--json')
  writeFileSync(join(path, 'result.json'), checked.stdout)
  const made = await heddle(path, 'report', 'result.json', '-o', 'kept.html')
  assert.deepEqual([made.code, made.stdout, made.stderr], [0, '', 'heddle: wrote kept.html\n'])
  const kept = pageAt(path, 'kept.html').programs[0]!
  assert.deepEqual(
    kept.executions.map(({ isBug, memory }) => [isBug, memory !== null]),
    [
      [true, true],
      [false, true],
    ],
  )
  assert.ok(kept.executions[0]!.story.some(({ stale }) => stale.length > 0))

  const replayed = await heddle(path, 'replay', 'bank.ts', '--schedule', '@result.json', '--html', 'page.html')
  assert.equal(replayed.code, 1)
  const [one] = pageAt(path).programs
  assert.deepEqual(one!.executions[0]!.events, kept.executions[0]!.events)
  assert.deepEqual(one!.executions[0]!.memory, kept.executions[0]!.memory)

  const asJson = await heddle(path, 'replay', 'bank.ts', '--schedule', '@result.json', '--json')
  writeFileSync(join(path, 'replay.json'), asJson.stdout)
  assert.equal((await heddle(path, 'report', 'replay.json', '-o', 'again.html')).code, 0)
  assert.equal(pageAt(path, 'again.html').programs[0]!.outcome, 'bug')

  writeFileSync(join(path, 'broken.ts'), 'nothing')
  const several = await heddle(path, 'check', 'bank.ts', 'broken.ts', '--json', '--html', 'several.html')
  writeFileSync(join(path, 'several.json'), several.stdout)
  assert.equal((await heddle(path, 'report', 'several.json', '-o', 'both.html')).code, 0)
  for (const name of ['several.html', 'both.html'])
    assert.deepEqual(
      pageAt(path, name).programs.map(({ file, outcome }) => [file, outcome]),
      [
        ['bank.ts', 'bug'],
        ['broken.ts', 'error'],
      ],
    )
})

test('inspect --html, and a page of an inspection that was kept', async (t) => {
  const path = folder(t, {
    'bank.ts': `import { program } from 'heddle'
export default program({ name: 'bank', shared: (mem) => ({ a: mem.int32('a', 1) }),
  threads: [(s) => { s.a[0]!++ }, (s) => { s.a[0]!++ }] })`,
  })
  assert.equal((await heddle(path, 'verify', 'bank.ts', '-o', 'bank.set', '--traces', '1')).code, 0)
  const { code, stdout } = await heddle(path, 'inspect', 'bank.set', '--html', 'page.html', '--json')
  assert.equal(code, 0)
  const [set] = pageAt(path).sets
  assert.equal(set!.orderedPairs, (JSON.parse(stdout) as { ordered: unknown[] }).ordered.length)
  assert.ok(set!.orders.length > 0 && set!.freePairs === 0 && set!.cost === null)
  assert.match(set!.orders[0]!.first.at!, /^bank\.ts:\d+:\d+$/)
  assert.ok('bank.ts' in set!.sources)
  writeFileSync(join(path, 'set.json'), stdout)
  assert.equal((await heddle(path, 'report', 'set.json', '-o', 'again.html')).code, 0)
  assert.deepEqual(pageAt(path, 'again.html').sets, [set])
})

test('results that are none, or of another version, are refused with the reason', async (t) => {
  const path = folder(t, { 'bank.ts': lostUpdate })
  const { stdout } = await heddle(path, 'check', 'bank.ts', '--json')
  const result = JSON.parse(stdout) as Record<string, unknown>
  const damaged = (change: object): string => JSON.stringify({ ...result, ...change })
  const cases: readonly (readonly [text: string, says: RegExp])[] = [
    ['', /is no JSON \(it is empty\); expected what `heddle check --json`/],
    [stdout.slice(0, 200), /is no JSON \(/],
    ['[]', /holds a list; expected/],
    ['null', /holds null/],
    ['{}', /is no result of Heddle/],
    [damaged({ schema: 2 }), /was written by another version of Heddle \(schema 2, this one reads 1\)/],
    [damaged({ bugs: 7 }), /is damaged.*: bugs should be a list, and is a number/],
    [damaged({ bugs: [{ kind: 1 }] }), /bugs\[0\]\.kind should be a text, and is a number/],
    [
      damaged({ bugs: [{ ...(result.bugs as object[])[0], events: [{ index: '1' }] }] }),
      /bugs\[0\]\.events should be a list/,
    ],
    [
      damaged({ bugs: [{ ...(result.bugs as object[])[0], difference: { accesses: [1, 2, 3] } }] }),
      /bugs\[0\]\.difference should be two accesses and a schedule/,
    ],
    [
      damaged({ passes: [{ ...(result.passes as object[])[0], growth: { points: [{}], complete: true } }] }),
      /passes\[0\]\.growth should be a list of points/,
    ],
    [damaged({ omitted: null }), /omitted should be an object, and is null/],
    [damaged({ passes: [null] }), /passes\[0\] should be an object, and is null/],
    [damaged({ outcome: 'fine' }), /outcome should be verified, bug or incomplete/],
    ['{"schema":1,"ordered":[{}]}', /set should be a text, and is nothing/],
    ['{"schema":1}', /is no result of a check, a replay or an inspection/],
    [
      JSON.stringify({ schema: 1, outcome: 'bug', programs: [3] }),
      /programs\[0\] should be an object, and is a number/,
    ],
  ]
  for (const [text, says] of cases)
    assert.throws(() => readResult(text, 'result.json'), { kind: 'usage', message: says }, text.slice(0, 80))
  writeFileSync(join(path, 'result.json'), cases[0]![0])
  const { code, stderr } = await heddle(path, 'report', 'result.json', '-o', 'page.html')
  assert.equal(code, 2)
  assert.match(stderr, cases[0]![1])
  assert.equal(existsSync(join(path, 'page.html')), false)
  const missing = await heddle(path, 'report', 'nowhere.json', '-o', 'page.html')
  assert.match(missing.stderr, /there is no file nowhere\.json; expected the result of a check/)
})

test('a page that cannot be written is an error before the search begins', async (t) => {
  const path = folder(t, { 'bank.ts': lostUpdate, 'result.json': '{}' })
  const cases: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [
      ['check', 'bank.ts', '--html', 'no/page.html'],
      /--html no\/page\.html cannot be written: there is no such folder/,
    ],
    [['check', 'bank.ts', '--html', '.'], /it is a folder/],
    [['check', '--html', 'bank.ts', 'bank.ts'], /would replace that source file/],
    [['check', 'bank.ts', '--html', 'x', '--sarif', './x'], /--sarif and --html name the same file/],
    [['replay', 'bank.ts', '--schedule', 'h1.x', '--html', 'no/page.html'], /there is no such folder/],
    [['report', 'result.json', '-o', 'no/page.html'], /there is no such folder/],
    [['inspect', 'bank.set', '--html', 'no/page.html'], /there is no such folder/],
    [['report', 'result.json'], /report needs --out FILE/],
  ]
  for (const [args, says] of cases) {
    const { code, stdout, stderr } = await heddle(path, ...args)
    assert.equal(code, 2, args.join(' '))
    assert.match(stderr, says)
    assert.equal(stdout, '')
  }
})

test('the page of a program with inputs names the one that shows the bug', async (t) => {
  const path = folder(t, {
    'withdrawal.js': `import assert from 'node:assert/strict'
import { int, program } from 'heddle'
export default program({ name: 'withdrawal', inputs: { amount: int(0, 2) },
  shared: (mem) => ({ a: mem.int32('a', [1]) }),
  threads: [(s, _, { amount }) => { s.a[0] -= amount }, (s, _, { amount }) => { Atomics.sub(s.a, 0, amount) }],
  outcome: (s) => s.a[0],
  after: (s, _, { amount }) => assert.equal(s.a[0], 1 - 2 * amount) })`,
  })
  const { code, stdout, stderr } = await heddle(path, 'check', 'withdrawal.js', '--html', 'page.html')
  assert.equal(code, 1, stdout + stderr)
  const [withdrawal] = pageAt(path).programs
  assert.equal(withdrawal!.bugs[0]!.input, 'amount = 1')
  assert.match(withdrawal!.bugs[0]!.replay!, /replay withdrawal\.js --input amount=1 --schedule/)
  assert.equal(withdrawal!.executions[0]!.isBug, true)
  assert.match(withdrawal!.outcomes[0]!.value, / for amount = \d$/)
})
