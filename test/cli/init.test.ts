/** `heddle init`: the first test of a project is written, passes, and fails when it should. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { nodeTest, project, vitest } from '../integrations/project.ts'
import { folder, heddle } from './heddle.ts'

/** As the comment in it says. */
function withoutAtomics(file: string): void {
  const text = readFileSync(file, 'utf8')
  const [, instead] = /write `(.*?)` instead of `(.*?)`/.exec(text)!
  writeFileSync(file, text.replaceAll(/^ {6}Atomics\.add\(s\.n, 0, 1\)$/gm, `      ${instead}`))
}

test('for the runner of Node: a test that passes, and fails without Atomics', async (t) => {
  const path = project(t, { 'package.json': '{}' })
  const { code, stdout } = await heddle(path, 'init')
  assert.equal(code, 0)
  assert.equal(
    stdout,
    'wrote test/counter.heddle.test.mjs\n\nRun it:\n  npm install --save-dev heddle\n  node --test test/counter.heddle.test.mjs\n',
  )
  const file = join(path, 'test/counter.heddle.test.mjs')
  assert.match((await nodeTest(path, file)).stdout, /ok 1 - both increments count[^]*in any schedule/)
  withoutAtomics(file)
  assert.match((await nodeTest(path, file)).stdout, /not ok 1 - both increments count[^]*1 !== 2/)

  const again = await heddle(path, 'init')
  assert.equal(again.code, 2)
  assert.match(again.stderr, /test\/counter\.heddle\.test\.mjs exists already, and is left as it is/)
})

test('for vitest, in TypeScript, beside the tests that there are', async (t) => {
  const path = project(t, {
    'packages/queue/package.json': '{ "devDependencies": { "vitest": "*", "heddle": "*" } }',
    'packages/queue/tsconfig.json': '{}',
    'packages/queue/tests/other.txt': '',
  })
  const { stdout } = await heddle(path, 'init', 'packages/queue')
  assert.equal(
    stdout,
    'wrote packages/queue/tests/counter.heddle.test.ts\n\nRun it:\n  npx vitest run packages/queue/tests/counter.heddle.test.ts\n',
  )
  const file = join(path, 'packages/queue/tests/counter.heddle.test.ts')
  assert.equal((await vitest(path, 'run')).code, 0)
  withoutAtomics(file)
  const failing = await vitest(path, 'run')
  assert.equal(failing.code, 1)
  assert.match(failing.stderr, /1 !== 2/)
})

test('where there is no project, it says so', async (t) => {
  const path = folder(t, { 'broken/package.json': '{', 'file.txt': '' })
  const cases: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [['init', 'nowhere'], /there is no folder nowhere/],
    [['init', 'file.txt'], /there is no folder file\.txt/],
    [['init', 'broken'], /broken\/package\.json is no JSON/],
    [['init', '.', 'two'], /init takes one file/],
    [['init', '--runner', 'jest'], /there is no test runner 'jest'/],
  ]
  for (const [args, says] of cases) {
    const { code, stderr } = await heddle(path, ...args)
    assert.equal(code, 2)
    assert.match(stderr, says)
  }
})
