/** Blocks of TypeScript in documents are programs that the compiler takes, whichever way it looks for packages. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { folder, start } from '../cli/heddle.ts'
import { allDocuments } from '../../scripts/snippets/documents.ts'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))
const built = fileURLToPath(new URL('../../', import.meta.url))

/** Each with the document and the line in which it begins. */
function blocksOf(document: string, language: string): { readonly code: string; readonly line: number }[] {
  const text = readFileSync(join(checkout, document), 'utf8')
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, lang]) => lang === language)
    .map(({ 2: code, index }) => ({ code: code!, line: text.slice(0, index).split('\n').length }))
}

const blocks = allDocuments().flatMap((document) => blocksOf(document, 'ts').map((block) => ({ document, ...block })))

/** A project in which this build is installed, with everything that documents import. */
function projectOf(path: string): void {
  mkdirSync(join(path, 'node_modules/heddle'), { recursive: true })
  symlinkSync(join(checkout, 'package.json'), join(path, 'node_modules/heddle/package.json'))
  symlinkSync(built, join(path, 'node_modules/heddle/dist'))
  for (const name of ['@types', 'vitest'])
    symlinkSync(join(checkout, 'node_modules', name), join(path, 'node_modules', name))
  for (const type of ['module', 'commonjs']) {
    mkdirSync(join(path, type))
    writeFileSync(join(path, type, 'package.json'), JSON.stringify({ type }))
    for (const [i, { code }] of blocks.entries()) writeFileSync(join(path, type, `${i}.ts`), code)
  }
}

const compile = (path: string, module: string, resolution: string, files: readonly string[]) =>
  start(path, process.execPath, [
    join(checkout, 'node_modules/typescript/bin/tsc'),
    ...['--noEmit', '--strict', '--types', 'node', '--target', 'es2023', '--lib', 'esnext'],
    ...['--module', module, '--moduleResolution', resolution, ...files],
  ]).ended

test('blocks of TypeScript are taken by the compiler, in ES modules and CommonJS', async (t) => {
  assert.ok(blocks.length > 10)
  const path = folder(t)
  projectOf(path)
  const files = (type: string): string[] => blocks.map((_, i) => join(type, `${i}.ts`))
  for (const [module, resolution, given] of [
    ['nodenext', 'nodenext', [...files('module'), ...files('commonjs')]],
    ['esnext', 'bundler', files('module')],
  ] as const) {
    const { code, stdout } = await compile(path, module, resolution, given)
    const where = stdout.replace(
      /^\w+\/(\d+)\.ts/gm,
      (_, i) => `${blocks[Number(i)]!.document}, block at ${blocks[Number(i)]!.line}`,
    )
    assert.equal(code, 0, where)
  }
})

test('blocks of code name the file that they are, so that they can be run, or other tests run them', () => {
  /** The tests of the runners, and of the package in a new project. */
  const runElsewhere = ['docs/guides/test-runners.md', 'README.md', 'docs/guides/write-a-program.md']
  for (const document of allDocuments())
    for (const language of ['ts', 'js'])
      for (const { code, line } of blocksOf(document, language))
        assert.ok(/^\/\/ \S+\.\w+\n/.test(code) || runElsewhere.includes(document), `${document}:${line}`)
  const [program] = blocksOf('docs/guides/write-a-program.md', 'ts')
  assert.ok(
    blocksOf('README.md', 'ts').some(({ code }) => code === program!.code),
    'the program of the README',
  )
})
