/** What documents show is what is printed. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { folder, heddle } from '../cli/heddle.ts'
import { comparable, isShown, shownIn } from './snippets.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

test('the tutorial shows what the commands in it print', async (t) => {
  const path = folder(t)
  writeFileSync(join(path, 'counter.ts'), '')
  const first = await shownIn(join(root, 'docs/tutorial.md'), path)
  // The result that it tells to keep, of the program as it is in the end.
  const { stdout } = await heddle(path, 'check', 'counter.ts', '--json')
  writeFileSync(join(path, 'bug.json'), stdout)
  const shown = await shownIn(join(root, 'docs/tutorial.md'), path)
  assert.equal(shown.length, 4)
  assert.equal(first.length, 4)
  for (const { command, expected, actual } of shown)
    if (!isShown(expected, actual)) assert.equal(expected, actual, command)
})

test('times and the width of columns make no difference, all else does', () => {
  assert.equal(comparable('a   12 ms\nb  1.5 s  \n'), comparable('a 3 ms\nb 20.1 s'))
  assert.notEqual(comparable('a 12'), comparable('a 13'))
})

test('an ellipsis stands for lines that are left out, and for nothing else', () => {
  assert.equal(isShown('a (1)\n…\nc', 'a (1)\nb\nb\nc'), true)
  assert.equal(isShown('a\n…', 'a'), true)
  assert.equal(isShown('a\n…\nc', 'a\nb\nd'), false)
  assert.equal(isShown('a … c', 'a b c'), false)
  assert.equal(isShown('a\nb', 'a\nb\nc'), false)
})
