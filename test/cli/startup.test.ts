/** How long a command takes to start is measured by bench/startup.ts; here is what that time depends on. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { bundle } from './heddle.ts'

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^'"\n]*?['"]([^'"\n]+)['"];?$/gm)].map(
    ([, one]) => one!,
  )

/** Files of the bundle that are loaded with this one, and packages that they import, all without waiting to be asked. */
function loadedWith(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) visit(join(dirname(file), specifier))
      else if (!specifier.startsWith('node:')) packages.add(specifier)
    }
  }
  visit(join(bundle, entry))
  return { files, packages }
}

test('a check of a program that was prepared before loads few files, and no parser', () => {
  for (const [entry, most] of [
    ['cli/main.js', 4],
    ['entries/check-worker.js', 20],
    ['frontends/loader/hooks.js', 10],
  ] as const) {
    const { files, packages } = loadedWith(entry)
    assert.deepEqual([...packages], [], entry)
    assert.ok(files.size > 1 && files.size <= most, `${entry}: ${[...files].join('\n')}`)
  }
  assert.deepEqual([...loadedWith('frontends/preparation.js').packages].sort(), [
    '@jridgewell/remapping',
    '@jridgewell/trace-mapping',
    'oxc-parser',
    'oxc-transform',
  ])
})

test('the bundle has every worker entry, and a source map for every file', () => {
  const compiled = readdirSync(join(bundle, '../src/entries')).filter((file) => file.endsWith('.js'))
  for (const file of compiled) assert.ok(existsSync(join(bundle, 'entries', file)), file)
  for (const file of readdirSync(bundle, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.js')) continue
    const { sources } = JSON.parse(readFileSync(join(bundle, `${file}.map`), 'utf8')) as { sources: string[] }
    for (const source of sources) assert.ok(existsSync(join(bundle, dirname(file), source)), `${file}: ${source}`)
  }
})
