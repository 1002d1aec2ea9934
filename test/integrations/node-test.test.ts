/** `heddle/node-test` in Node's own runner. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atomic, files, programFile, racy, testFile } from './programs.ts'
import { blocksOf } from './documents.ts'
import { nodeTest, project, replayPrinted } from './project.ts'

/** The lines of a test in TAP, from the one before which it is announced. */
function tapOf(stdout: string, name: string): string {
  const escaped = name.replaceAll('#', '\\#')
  const from = stdout.indexOf(`# Subtest: ${escaped}\n`)
  assert.notEqual(from, -1, stdout)
  const to = stdout.indexOf('# Subtest: ', from + 1)
  return stdout.slice(from, to < 0 ? undefined : to)
}

test('what node:test says of programs that are verified, racy, not finished, and not transformed', async (t) => {
  const path = project(t, { ...files, 'bank.test.js': testFile('node:test', 'heddle/node-test') })
  const { code, stdout } = await nodeTest(path, 'bank.test.js')
  assert.equal(code, 1)
  const inline = stdout.slice(0, stdout.indexOf('# Subtest: elsewhere'))
  const elsewhere = stdout.slice(stdout.indexOf('# Subtest: elsewhere'))

  const racyInline = tapOf(inline, 'racy #1')
  assert.match(racyInline, /not ok 1 - racy \\#1[^]*bug found {2}racy #1[^]*40 !== 50[^]*at bank\.test\.js:\d+/)
  const replayed = await replayPrinted(path, racyInline)
  assert.equal(replayed.code, 1)
  assert.match(replayed.stdout, /40 !== 50/)
  assert.match(
    tapOf(inline, 'atomic'),
    /\n {4}ok 2[^]*# No assertion failure, deadlock.*in any schedule\. \(2 executions\)/,
  )
  assert.match(tapOf(inline, 'not finished'), /not ok 3[^]*not finished {2}not finished/)

  assert.match(tapOf(elsewhere, 'racy'), /not ok 1[^]*bug found {2}in a file[^]*npx heddle replay racy\.js --schedule/)
  assert.match(tapOf(elsewhere, 'atomic'), /\n {4}ok 2/)
  assert.match(tapOf(elsewhere, 'imported'), /\n {4}ok 3[^]*in any schedule/)
  assert.match(tapOf(elsewhere, 'skipped'), /\n {4}ok 4 - skipped # SKIP/)
  assert.match(tapOf(elsewhere, 'forgotten'), /not ok[^]*plain code that was not transformed/)
  assert.match(tapOf(elsewhere, 'nothing shared'), /not ok[^]*perform no shared operation/)
  assert.match(stdout, /# pass 4\n# fail 5\n/)
})

test('CommonJS test files, coverage, and several files at once', async (t) => {
  const header = `const assert = require('node:assert/strict')\nconst { describe } = require('node:test')\nconst { verified } = require('heddle/node-test')\n`
  const path = project(t, {
    'bank.test.cjs': `${header}describe('s', () => { verified('atomic', ${atomic('assert.equal(s.balance[0], 50)')}) })`,
    'other.test.cjs': `${header}verified('racy', ${racy('assert.equal(s.balance[0], 50)')})`,
  })
  const { code, stdout } = await nodeTest(path, '--experimental-test-coverage', 'bank.test.cjs', 'other.test.cjs')
  assert.equal(code, 1)
  assert.match(stdout, /ok 1 - atomic[^]*in any schedule/)
  assert.match(stdout, /not ok \d - racy[^]*40 !== 50[^]*npx heddle replay 'other\.test\.cjs#racy' --schedule/)
  assert.match(stdout, /# pass 1\n# fail 1\n/)
  assert.match(stdout, /start of coverage report[^]*bank\.test\.cjs/)
})

test('a program that cannot be told from another, or not be found, is an error', async (t) => {
  const header = `import assert from 'node:assert/strict'\nimport { describe, mock } from 'node:test'\nimport { verified } from 'heddle/node-test'\n`
  const right = atomic('assert.equal(s.balance[0], 50)')
  const path = project(t, {
    'twice.test.js': `${header}verified('same', ${right})\nverified('same', ${right})`,
    'mocked.test.js': `${header}mock.method(Atomics, 'sub', () => 0)\nverified('mocked', ${right})`,
    'elsewhere.test.js': `${header}import { isMainThread } from 'node:worker_threads'\nif (isMainThread) verified('sometimes', ${right})\nverified('always', ${right})`,
    'wrong.test.js': `${header}verified('wrong', () => {})`,
  })
  const { code, stdout } = await nodeTest(path, 'twice.test.js', 'mocked.test.js', 'elsewhere.test.js', 'wrong.test.js')
  assert.equal(code, 1)
  assert.match(stdout, /two programs are declared as 'same': give their tests different names/)
  assert.match(stdout, /mock\.method of node:test is used where Heddle loads the programs/)
  assert.match(stdout, /verified\('wrong'\): expected a program, .* got function/)
  assert.match(stdout, /exports no program 'sometimes'; there are always/)
  assert.match(stdout, /# pass 1\n/)
})

test('the tests of the guide are as it says', async (t) => {
  const blocks = blocksOf('docs/guides/test-runners.md', 'js')
  assert.equal(blocks.length, 5)
  const path = project(t, {
    'bank.js': programFile(racy('assert.equal(s.balance[0], 50)')),
    'bank.ts': programFile(atomic('assert.equal(s.balance[0], 50)')).replace('default', 'const transfer ='),
    ...Object.fromEntries(blocks.slice(0, 3).map((code, i) => [`${i}.test.js`, code])),
  })
  const { stdout } = await nodeTest(path, '0.test.js', '1.test.js', '2.test.js')
  assert.match(
    stdout,
    /not ok 1 - both increments count[^]*1 !== 2[^]*npx heddle replay '0\.test\.js#both increments count'/,
  )
  assert.match(stdout, /not ok 2 - no update is lost[^]*40 !== 50/)
  assert.match(stdout, /\nok 3 - no update is lost[^]*in any schedule/)
})
