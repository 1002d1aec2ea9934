/** Places are called as the program writes them, with the calls that lead to them, wherever people read about them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CheckResult } from '../../src/results/check-result.ts'
import { dataOf } from '../report/page-data.ts'
import { folder, heddle } from './heddle.ts'

/** Two locks and what they guard in one buffer, as packages do it. */
const table = (order: string): string => `import { program } from 'heddle'
class Table {
  constructor(buffer) {
    this.locks = new Int32Array(buffer, 0, 2)
    this.data = new Int32Array(buffer, 8, 2)
  }
  lock(i) { while (Atomics.compareExchange(this.locks, i, 0, 1) !== 0) Atomics.wait(this.locks, i, 1) }
  unlock(i) { Atomics.store(this.locks, i, 0); Atomics.notify(this.locks, i, 1) }
}
function both(table, first, second) {
  table.lock(first)
  inner(table, second)
  table.unlock(first)
}
function inner(table, i) { table.lock(i); table.data[0]++; table.unlock(i) }
export default program({
  name: 'table',
  shared: (mem) => ({ table: new Table(mem.buffer('table', 16)) }),
  threads: {
    one(s) { both(s.table, 0, 1) },
    two(s) { both(s.table, ${order}) },
  },
})
`

test('a deadlock says what is waited for as the program writes it, and called from where', async (t) => {
  const cwd = folder(t, { 'table.mjs': table('1, 0') })
  const { code, stdout } = await heddle(cwd, 'check', 'table.mjs', '--html', 'page.html')
  assert.equal(code, 1)
  assert.match(
    stdout,
    /one {2}waits: Atomics\.wait wake table\.locks\[1\] {2}table\.mjs:7:\d+ .*\n +called from table\.mjs:15:34 ← 12:3 ← 20:14\n/,
  )
  assert.match(
    stdout,
    /two {2}waits: Atomics\.wait wake table\.locks\[0\] .*\n +called from table\.mjs:15:34 ← 12:3 ← 21:14\n/,
  )
  assert.match(stdout, /called from \(innermost first\):\n(?: +#[\d, #-]+ +table\.mjs.*\n)+/)
  assert.doesNotMatch(stdout, /bytes \d/)
  assert.doesNotMatch(JSON.stringify(dataOf(readFileSync(join(cwd, 'page.html'), 'utf8'))), /bytes \d/)
})

test('the pairs that a set keeps in order are called as the program writes them', async (t) => {
  const cwd = folder(t, { 'table.mjs': table('0, 1') })
  assert.equal((await heddle(cwd, 'verify', 'table.mjs', '-o', 'table.set')).code, 0)
  const { stdout } = await heddle(cwd, 'inspect', 'table.set')
  assert.match(stdout, /one: Atomics\.store table\.locks\[0\]/)
  assert.match(stdout, /one: write table\.data\[0\]/)
  assert.doesNotMatch(stdout, /table\[/)
})

const mutexes = `import { program } from 'heddle'
function take(first, second) {
  first.lock()
  inner(second)
  first.unlock()
}
function inner(m) { m.lock(); m.unlock() }
export default program({
  name: 'mutexes',
  shared: (mem) => ({ a: mem.mutex('a'), b: mem.mutex('b') }),
  threads: {
    one(s) { take(s.a, s.b) },
    two(s) { take(s.b, s.a) },
  },
})
`

test('who waits is told with what it holds, taken where, called from where; also by replay', async (t) => {
  const cwd = folder(t, { 'mutexes.mjs': mutexes })
  const { stdout } = await heddle(cwd, 'check', 'mutexes.mjs')
  const waits =
    /┌→ {2}one {2}waits: lock b {2}held by two {2}mutexes\.mjs:7:23 .*\n +called from mutexes\.mjs:4:3 ← 12:14\n +holds a since lock at mutexes\.mjs:3:9, called from mutexes\.mjs:12:14\n/
  assert.match(stdout, waits)
  const result = JSON.parse((await heddle(cwd, 'check', 'mutexes.mjs', '--json')).stdout) as CheckResult
  const [{ waiting = [], schedule }] = result.bugs as [CheckResult['bugs'][number]]
  assert.deepEqual(waiting[0]!.holds, [
    { lock: 'a', operation: 'lock', at: 'mutexes.mjs:3:9', calls: ['mutexes.mjs:12:14'] },
  ])
  const replayed = await heddle(cwd, 'replay', 'mutexes.mjs', '--schedule', schedule)
  assert.match(replayed.stdout, waits)
  assert.match(replayed.stdout, /called from \(innermost first\):\n {2}#1 {2}mutexes\.mjs:12:14\n/)
})
