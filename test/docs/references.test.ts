import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => ending.test(path) && statSync(join(root, path)).isFile())
}

const documents = ['README.md', ...filesBelow('docs', /\.md$/)]
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('every file and folder that a document names exists', () => {
  for (const document of documents) {
    for (const [, path] of read(document).matchAll(/`((?:src|test|bench|docs|examples|scripts|web)\/[\w./-]*)`/g)) {
      assert.ok(existsSync(join(root, path!)), `${document} names ${path}, which does not exist`)
    }
  }
})

test('every cited erratum is in docs/errata.md', () => {
  const known = new Set([...read('docs/errata.md').matchAll(/^(\d+)\. /gm)].map(([, n]) => Number(n)))
  assert.deepEqual(
    [...known],
    Array.from({ length: known.size }, (_, i) => i + 1),
    'numbered without gaps',
  )
  for (const path of [...documents, ...['src', 'test', 'bench'].flatMap((folder) => filesBelow(folder, /\.ts$/))]) {
    for (const [, numbers] of read(path).matchAll(/errata (\d+(?:(?:, | and )\d+)*)/gi)) {
      for (const n of numbers!.split(/, | and /)) assert.ok(known.has(Number(n)), `${path} cites errata ${n}`)
    }
  }
})
