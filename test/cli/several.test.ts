/** Several programs in a file, several files, patterns: one summary and one exit code. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '../../src/index.ts'
import { folder, heddle } from './heddle.ts'

const make = `import { program } from 'heddle'
const adding = (name, n) => program({
  name,
  shared: (mem) => ({ a: mem.int32('a', 1) }),
  threads: [(s) => { s.a[0] += n }, (s) => { Atomics.add(s.a, 0, n) }],
  after: (s) => { if (n > 1 && s.a[0] !== 2 * n) throw new Error('lost') },
})
`
const files = {
  'named.heddle.mjs': `${make}export const good = adding('one', 1)\nexport const wrong = adding('two', 2)\n`,
  'lists/array.heddle.mjs': `${make}export default [adding('three', 1), adding(undefined, 1)]\n`,
  'lists/common.heddle.cjs': `${make.replace("import { program } from 'heddle'", "const { program } = require('heddle')")}exports.a = adding('five', 1)\nexports.b = adding('six', 1)\n`,
  'lists/broken.mjs': 'export default 1\n',
}

/** Without the reports of each. */
const summaryOf = (stdout: string): string[] => stdout.trimEnd().split('\n\n').at(-1)!.split('\n')

test('all programs of a file are checked, and the worst result is the exit code', async (t) => {
  const { code, stdout, stderr } = await heddle(folder(t, files), 'check', 'named.heddle.mjs')
  assert.equal(stderr, '')
  assert.equal(code, 1)
  assert.match(stdout, /^verified {2}one$/m)
  assert.match(stdout, /^bug found {2}two$/m)
  assert.match(stdout, /replay 'named\.heddle\.mjs#wrong' --schedule h1\./)
  assert.deepEqual(summaryOf(stdout), [
    'verified  named.heddle.mjs#good   one',
    'bug       named.heddle.mjs#wrong  two',
    '2 programs: 1 verified, 1 with a bug',
  ])
})

test('patterns and files together', async (t) => {
  const cwd = folder(t, files)
  const { code, stdout } = await heddle(cwd, 'check', 'lists/**/*.heddle.*', 'named.heddle.mjs#good')
  assert.equal(code, 0)
  assert.deepEqual(summaryOf(stdout), [
    'verified  lists/array.heddle.mjs#1   three',
    'verified  lists/array.heddle.mjs#2   array.heddle#2',
    'verified  lists/common.heddle.cjs#a  five',
    'verified  lists/common.heddle.cjs#b  six',
    'verified  named.heddle.mjs#good      one',
    '5 programs: 5 verified',
  ])
  const none = await heddle(cwd, 'check', '**/*.nothing')
  assert.deepEqual([none.code, none.stdout], [2, ''])
  assert.match(none.stderr, /no file matches \*\*\/\*\.nothing/)
})

test('--bail leaves out what comes after; --json has them all in one object', async (t) => {
  const cwd = folder(t, files)
  const { code, stdout } = await heddle(cwd, 'check', 'lists/broken.mjs', 'named.heddle.mjs', '--bail', '--json')
  assert.equal(code, 2)
  const { outcome, programs } = JSON.parse(stdout) as { outcome: string; programs: Record<string, unknown>[] }
  assert.equal(outcome, 'error')
  assert.deepEqual(
    programs.map((one) => [one['file'], one['outcome']]),
    [
      ['lists/broken.mjs', 'error'],
      ['named.heddle.mjs', 'incomplete'],
    ],
  )
  assert.match((programs[0]!['error'] as { message: string }).message, /the default export is not a program/)
  const all = await heddle(cwd, 'check', 'lists/broken.mjs', 'named.heddle.mjs', '--json')
  assert.equal(all.code, 1)
  assert.deepEqual(
    (JSON.parse(all.stdout) as { programs: { outcome: string }[] }).programs.map((one) => one.outcome),
    ['error', 'verified', 'bug'],
  )
})

test('one of several is named, with every command and from code', async (t) => {
  const cwd = folder(t, files)
  const { outcome, program } = await check(`${cwd}/named.heddle.mjs#good`)
  assert.deepEqual([outcome, program], ['verified', 'one'])
  await assert.rejects(check(`${cwd}/named.heddle.mjs`), /exports several programs: name one of them, as in .*#good/)
  await assert.rejects(check(`${cwd}/named.heddle.mjs#other`), /exports no program 'other'; there are good, wrong/)
  const ran = await heddle(cwd, 'run', 'lists/array.heddle.mjs#2', '--plain')
  assert.match(ran.stdout, /^run {2}array\.heddle#2: 1 run/)
})

test('errors are JSON on stdout under --json, and text on stderr as always', async (t) => {
  const { code, stdout, stderr } = await heddle(folder(t, files), 'check', 'lists/broken.mjs', '--json')
  assert.equal(code, 2)
  const { outcome, error } = JSON.parse(stdout) as { outcome: string; error: { kind: string; message: string } }
  assert.deepEqual([outcome, error.kind], ['error', 'program'])
  assert.match(error.message, /the default export is not a program/)
  assert.match(stderr, /the default export is not a program/)
})
