/**
 * What cannot be checked: exit code 2, nothing on stdout, and a message that says what is wrong, where, and what to do.
 */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { folder, heddle, main, start } from './heddle.ts'
import { lostUpdate, withAlice } from './programs.ts'

async function refused(t: TestContext, source: string, ...expected: RegExp[]): Promise<void> {
  const cwd = folder(t, { 'p.ts': source })
  const { code, stdout, stderr } = await heddle(cwd, 'check', 'p.ts', '--step-timeout', '1s', '--json')
  assert.equal(code, 2, stderr)
  assert.equal((JSON.parse(stdout) as { outcome: string }).outcome, 'error')
  assert.match(stderr, /^heddle: /m)
  for (const text of expected) assert.match(stderr, text)
  assert.doesNotMatch(stderr, /internal bug|dist[^/]*\/(?:src|bundle)\/|node:internal/)
}

test('a missing file', async (t) => {
  const { code, stdout, stderr } = await heddle(folder(t), 'check', 'nowhere.ts')
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(stderr, /heddle: .*nowhere\.ts/)
})

test('a folder', async (t) => {
  const { code, stderr } = await heddle(folder(t), 'check', '.')
  assert.equal(code, 2)
  assert.match(stderr, /^heddle: /)
})

test('a file of another kind', async (t) => {
  const cwd = folder(t, { 'notes.md': '# Notes\n', 'data.json': '{}\n' })
  for (const file of ['notes.md', 'data.json']) {
    const { code, stderr } = await heddle(cwd, 'check', file)
    assert.equal(code, 2)
    assert.match(stderr, new RegExp(`^heddle: .*${file} is not a JavaScript or TypeScript file`))
  }
})

test('a syntax error', (t) => refused(t, 'const x = 1\nconst = 2\n', /p\.ts:2:7/, /const = 2/))
test('no default export', (t) => refused(t, 'export const x = 1\n', /no default export/, /export default program/))
test('a default export that is no program', (t) => refused(t, 'export default { threads: [] }\n', /not a program/))
test('no threads', (t) =>
  refused(
    t,
    `import { program } from 'heddle'\nexport default program({ name: 'x', shared: () => ({}), threads: [] })\n`,
    /p\.ts:2:16: .*no threads/,
  ))
test('a thread that is not a function', (t) =>
  refused(
    t,
    `import { program } from 'heddle'\nexport default program({ name: 'x', shared: () => ({}), threads: { ann: 1 } })\n`,
    /threads\.ann must be a function, got number/,
  ))
test('an async generator as a thread, with its place and a way out', (t) =>
  refused(
    t,
    `import { program } from 'heddle'
export default program({
  name: 'async', shared: (mem) => ({ a: mem.int32('a', 1) }),
  threads: {
    async *waiter(s) { yield Atomics.load(s.a, 0) },
    giver(s) { Atomics.store(s.a, 0, 1); Atomics.notify(s.a, 0) },
  },
})
`,
    /p\.ts:5:1: .*thread 'waiter' is an async generator function.*: write an async function/,
    /5 \| +async \*waiter/,
  ))
test('an unknown field of program', (t) =>
  refused(
    t,
    `import { program } from 'heddle'\nexport default program({ name: 'x', shared: () => ({}), thread: [] })\n`,
    /p\.ts:2:16: .*no option 'thread' \(did you mean threads\?\)/,
    /2 \| export default program/,
  ))

test('`shared` that throws', (t) =>
  refused(
    t,
    `import { program } from 'heddle'\nexport default program({ name: 'x', shared() { throw new Error('out of luck') }, threads: [function* () {}] })\n`,
    /`shared`.*threw.*out of luck/,
    /p\.ts:2/,
  ))
test('`shared` that is different on its second call', (t) =>
  refused(
    t,
    `import { program, ops } from 'heddle'\nlet n = 1\nexport default program({ name: 'x', shared: (mem) => ({ a: mem.int32('a', n++) }),
  threads: [function* (s) { yield* ops.read(s.a, 0) }] })\n`,
    /`shared` allocated differently/,
    /'a'/,
  ))
test('threads that perform no shared operation', (t) =>
  refused(
    t,
    `import { program } from 'heddle'\nexport default program({ name: 'idle', shared: () => ({}), threads: [function* () {}] })\n`,
    /'idle' perform no shared operation/,
  ))

test('an import that throws, or is missing', async (t) => {
  await refused(t, `throw new Error('not today')\n`, /not today/, /p\.ts:1/)
  await refused(t, `throw 'not an error'\n`, /not an error/)
  await refused(t, `await Promise.reject(new Error('rejected'))\n`, /rejected/)
  await refused(t, `import './nowhere.ts'\n`, /nowhere\.ts/)
})

test('a top-level await that never settles', (t) => refused(t, `await new Promise(() => {})\n`, /never settles/))

test('process.exit, on loading and in a thread', async (t) => {
  await refused(t, withAlice('', { top: 'process.exit(0)' }), /process\.exit\(0\)/, /p\.ts:1:/)
  await refused(t, withAlice('yield* ops.read(s.a, 0); process.exit(0)'), /process\.exit\(0\)/, /p\.ts:6:/)
})

test('a rejected promise outside of threads that nobody handles', (t) =>
  refused(
    t,
    withAlice('yield* ops.read(s.a, 0)', { fields: 'outcome() { Promise.reject(new Error("lost")) },' }),
    /rejected promise.*lost/,
    /p\.ts:/,
  ))

test('an exception outside of threads', (t) =>
  refused(
    t,
    withAlice('yield* ops.read(s.a, 0)', { fields: 'outcome() { setImmediate(() => { throw new Error("late") }) },' }),
    /outside of its threads.*late/,
    /p\.ts:/,
  ))

test('an asynchronous check, whose failure would be lost', (t) =>
  refused(
    t,
    withAlice('yield* ops.read(s.a, 0)', { fields: 'async after() { throw new Error("too late") },' }),
    /`after` must not be async/,
  ))

test('an outcome that cannot be copied', (t) =>
  refused(t, withAlice('yield* ops.read(s.a, 0)', { fields: 'outcome: () => () => 1,' }), /cloneable/))

test('unknown options, bounds and non-numbers', async (t) => {
  const cwd = folder(t, { 'p.ts': lostUpdate })
  assert.match((await heddle(cwd, 'check', '--nonsense')).stderr, /See: heddle help check/)
  for (const [args, expected] of [
    [['--nonsense'], /no option --nonsense/],
    [['--bound', 'nonsense:1'], /no bound 'nonsense'/],
    [['--reduction', 'nonsense'], /no reduction 'nonsense'/],
    [['--max-executions', 'many'], /--max-executions expects an integer/],
    [['--budget', 'long'], /--budget expects a time/],
    [['--bound', 'preemption:1', '--bound', 'preemption:2'], /--bound preemption is given twice/],
    [['--optimise', 'magic'], /unknown optimisation 'magic'/],
    [['--reduction', 'none', '--optimise', 'sleep'], /leave one of the two out/],
  ] as const) {
    const { code, stdout, stderr } = await heddle(cwd, 'check', 'p.ts', ...args)
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, expected)
  }
})

test('no arguments at all show the help', async (t) => {
  const { code, stdout, stderr } = await heddle(folder(t))
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(stderr, /no command given[^]*Usage:/)
})

test('schedules that are damaged, foreign, too old, or do not fit', async (t) => {
  const cwd = folder(t, { 'p.ts': lostUpdate, 'other.ts': withAlice('yield* ops.read(s.a, 0)'), 'broken.json': '{' })
  const { stdout } = await heddle(cwd, 'check', 'p.ts', '--json')
  const [{ schedule }] = (JSON.parse(stdout) as { bugs: [{ schedule: string }] }).bugs
  const last = schedule.at(-1) === 'A' ? 'B' : 'A'
  for (const [file, given, expected] of [
    ['p.ts', schedule.slice(0, -1) + last, /damaged/],
    ['p.ts', schedule.slice(0, -5), /damaged/],
    ['p.ts', schedule.slice(0, 12) + schedule.slice(13), /damaged/],
    ['p.ts', 'h1.', /damaged/],
    ['p.ts', 'nonsense', /not a schedule/],
    ['p.ts', '@', /expects the name of a file after the @/],
    ['p.ts', '@missing', /missing cannot be read \(ENOENT\); it should hold a schedule/],
    ['p.ts', '@p.ts', /not a schedule/],
    ['p.ts', '@package.json', /has no bug, so there is nothing to replay/],
    ['p.ts', '@broken.json', /is no JSON; expected a schedule/],
    ['p.ts', schedule.replace('h1.', 'h0.'), /older version/],
    ['p.ts', schedule.replace('h1.', 'h2.'), /newer version/],
    ['other.ts', schedule, /does not fit the program: event 1/],
  ] as const) {
    const replayed = await heddle(cwd, 'replay', file, '--schedule', given)
    assert.deepEqual([replayed.code, replayed.stdout], [2, ''], `${given}: ${replayed.stdout}`)
    assert.match(replayed.stderr, expected)
  }
})

test('a reader that goes away is no error', async (t) => {
  const cwd = folder(t, { 'p.ts': lostUpdate })
  const { stdout, stderr } = await start(cwd, 'sh', ['-c', `'${process.execPath}' '${main}' check p.ts | head -1`])
    .ended
  assert.match(stdout, /^bug found/)
  assert.equal(stderr, '')
})
