import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folder, heddle } from '../cli/heddle.ts'

test('state in a module of Node that survives an execution is noticed', async (t) => {
  const cwd = folder(t, {
    'p.ts': `import { program } from 'heddle'
    import os from 'node:os'
    const counter = { next: () => (os.n = (os.n ?? -1) + 1) }
    export default program({
      name: 'remembers',
      shared: (mem) => ({ a: mem.int32('a', 2) }),
      threads: { t(s) { if (counter.next() === 0) s.a[0]++; s.a[1]++ }, u(s) { s.a[1]++ } },
      outcome: (s) => [...s.a],
    })`,
  })
  const { code, stderr } = await heddle(cwd, 'check', 'p.ts')
  assert.equal(code, 2)
  assert.match(
    stderr,
    /a thread changes `node:os`, or an object in it, but every real worker has modules and globals of its own/,
  )
})

/** Where no comparison looks: it shows in what threads do. */
const hidden = 'const { stdout } = process; const next = () => (stdout.n = (stdout.n ?? -1) + 1)'

/** How a thread that uses `next()`, another number in each execution, is found out. */
const uses: Readonly<Record<string, readonly [code: string, says: RegExp]>> = {
  'a value that is written': ['s.a[0] = next()', /did `write a\[0\] with 0`.*about to write a\[0\] with 1/],
  'what a compare-and-swap puts': [
    'Atomics.compareExchange(s.a, 0, 0, next())',
    /compareExchange a\[0\] with 0, 0`.*with 0, 1/,
  ],
  'a result': ['s.a[0] = 1; return next()', /ended with 0 in an earlier execution.*ended with 1/],
  'an argument': ["join(spawn('task', { n: next() }))", /did `spawn task with {"n":0}`.*spawn task with {"n":1}/],
}

for (const [what, [code, says]] of Object.entries(uses)) {
  test(`${what} that differs between executions is named`, async (t) => {
    const cwd = folder(t, {
      'p.ts': `import { join, program, spawn } from 'heddle'
      ${hidden}
      export default program({
        name: 'counts on', shared: (mem) => ({ a: mem.int32('a', 2) }),
        tasks: { task(s, { n }) { s.a[0] = n } },
        threads: { t(s) { ${code} }, u(s) { s.a[0]++ } },
      })`,
    })
    const { code: exit, stderr } = await heddle(cwd, 'check', 'p.ts', '--reduction', 'optimal')
    assert.equal(exit, 2)
    assert.match(stderr.replace(/\s+/g, ' '), says)
    // A thread that has ended is nowhere.
    if (what !== 'a result') assert.match(stderr, /p\.ts:6:\d+: /)
  })
}

test('a result that fails to be made again is not taken for undefined', async (t) => {
  const cwd = folder(t, {
    'p.ts': `import { program } from 'heddle'
    ${hidden}
    export default program({
      name: 'throws later', shared: (mem) => ({ a: mem.int32('a', 2) }),
      threads: Array.from({ length: 4 }, (_, i) => (s) => { s.a[0]++; if (i === 0 && next() > 20) throw new Error('late'); return [i] }),
    })`,
  })
  const { code, stderr } = await heddle(cwd, 'check', 'p.ts', '--reduction', 'optimal')
  assert.equal(code, 2)
  assert.match(stderr, /not deterministic/)
})
