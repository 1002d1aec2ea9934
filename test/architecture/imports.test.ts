/** Imports between the folders of `src` point one way, and the document says which. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { floorOf, floors, importsOf, mayImport } from './floors.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => file.endsWith('.ts'))

test('imports between folders of src point down', () => {
  let imports = 0
  const wrong: string[] = []
  for (const file of files) {
    for (const specifier of importsOf(readFileSync(join(root, 'src', file), 'utf8'))) {
      const target = posix.join(posix.dirname(file), specifier)
      assert.ok(files.includes(target), `src/${file} imports ${specifier}, which is no file of src`)
      imports++
      if (!mayImport(floorOf(file), floorOf(target))) wrong.push(`src/${file} imports src/${target}`)
    }
  }
  assert.ok(imports > files.length, `only ${imports} imports were found in ${files.length} files`)
  assert.deepEqual(wrong, [])
})

test('every folder of src has its place in the order', () => {
  assert.deepEqual([...new Set(files.map(floorOf))].sort(), floors.toSorted())
})

test('the document shows the order in which folders may import each other', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const shown = [...text.matchAll(/^\| `src\/([^`/]+)\/?` \|/gm)].map(([, name]) => name!)
  assert.deepEqual(shown, floors)
})

test('what counts as an import, and as a wrong one', () => {
  const source = `
    import './a.ts'
    import { b, type C } from '../b.ts'
    import {
      d,
    } from './d.ts'
    export type { E } from '../e/e.ts'
    const f = await import('./f.ts')
    type G = import('./g.ts').G
    import fs from 'node:fs'`
  assert.deepEqual(importsOf(source), ['./a.ts', '../b.ts', './d.ts', '../e/e.ts', './f.ts', './g.ts'])
  assert.equal(mayImport('real', 'base'), true)
  assert.equal(mayImport('real', 'real'), true)
  assert.equal(mayImport('real', 'irs'), false)
  assert.equal(mayImport('real', 'unheard-of'), false)
})
