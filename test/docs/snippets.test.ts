/** What documents show is what is printed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { documentsWithCommands } from '../../scripts/snippets/documents.ts'
import { comparable, isShown, shownIn, withoutProgress } from '../../scripts/snippets/snippets.ts'
import { updated } from '../../scripts/snippets/updated.ts'
import { folder } from '../cli/heddle.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const documents = documentsWithCommands()

for (const document of documents)
  test(`${document} shows what the commands in it print`, async (t) => {
    const shown = await shownIn(document, folder(t))
    assert.ok(shown.length > 0)
    for (const { command, expected, actual } of shown)
      if (!isShown(expected, actual)) assert.equal(comparable(expected), comparable(actual), command)
  })

test('no document shows a command with its output in a block that is not run', () => {
  assert.ok(documents.includes('README.md') && documents.includes('docs/tutorial.md'))
  for (const document of documents)
    for (const [, language, text] of readFileSync(join(root, document), 'utf8').matchAll(
      /^```(\w*)\n([\s\S]*?)^```$/gm,
    ))
      if (language !== 'console') assert.doesNotMatch(text!, /^\$ /m, `${document}: make it a block of console`)
})

test('times and the width of columns make no difference, all else does', () => {
  assert.equal(comparable('a   12 ms\nb  1.5 s  \n'), comparable('a 3 ms\nb 20.1 s'))
  assert.equal(comparable('1,234 µs (median)'), comparable('9.5 µs (median)'))
  assert.notEqual(comparable('a 12'), comparable('a 13'))
})

test('how far a command is depends on the machine and is no part of what is shown', () => {
  const progress = ['heddle: preemption 2, 145 executions (32/s), depth 9, 0 bugs\n', 'heddle: 1,058 runs of 2000\n']
  assert.equal(withoutProgress(`a\n${progress.join('')}b\n`), 'a\nb\n')
  assert.equal(withoutProgress('heddle: p.ts:1:1: syntax error\n'), 'heddle: p.ts:1:1: syntax error\n')
})

test('an ellipsis stands for lines that are left out, and for nothing else', () => {
  assert.equal(isShown('a (1)\n…\nc', 'a (1)\nb\nb\nc'), true)
  assert.equal(isShown('a\n…', 'a'), true)
  assert.equal(isShown('a\n…\nc', 'a\nb\nd'), false)
  assert.equal(isShown('a … c', 'a b c'), false)
  assert.equal(isShown('a\nb', 'a\nb\nc'), false)
})

test('a block is brought up to date with as much as it showed', () => {
  assert.equal(updated('old\n', 'new\nlines\n\n'), 'new\nlines\n')
  assert.equal(updated('a\nold\nz\n…\n', 'a\nnew\nz\nmore\n'), 'a\nnew\nz\n…\n')
  assert.equal(updated('…\nb\nold\nd\n…\nx\n', 'a\nb\nc\nd\ne\nx\n'), '…\nb\nc\nd\n…\nx\n')
  assert.equal(updated('a\ngone\n…\n', 'a\nb\n'), null)
})
