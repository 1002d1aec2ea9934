/** One vocabulary in the command line, in code and in results: the glossary's table has all of it, and nothing else. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { check } from '../../src/index.ts'
import { options } from '../../src/cli/options.ts'
import { checkKeys, replayKeys } from '../../src/host/api-options.ts'
import { inc } from '../programs/counters.ts'
import { enforceKeys, openKeys, verifyKeys } from '../../src/host/irs/options.ts'

const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8')
const section = glossary.slice(glossary.indexOf('## The same in the command line'))
const rows = [...section.matchAll(/^\| (?!command line|-)(.*)\|$/gm)].map(([, row]) => row!.split('|'))
const column = (n: number): string => rows.map((row) => row[n] ?? '').join('\n')

const names = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name!))

test('every option of the command line is in the table, and no other', () => {
  assert.ok(rows.length > 30, String(rows.length))
  assert.deepEqual([...names(column(0), /`--([\w-]+)/g)].sort(), Object.keys(options).sort())
})

test('every option from code is in the table', () => {
  const written = names(column(1), /`(\w+)(?:: [^`]*)?`/g)
  const keys = [checkKeys, replayKeys, verifyKeys, enforceKeys, openKeys].flatMap((known) => Object.keys(known))
  assert.deepEqual(
    keys.filter((key) => !written.has(key)),
    [],
  )
})

test('every field of a result is told', async () => {
  const result = await check(inc(2))
  const told = names(section, /`(\w+)[^`]*`/g)
  assert.deepEqual(
    [...Object.keys(result), ...Object.keys(result.search).map((key) => `search.${key}`)].filter((key) =>
      key.startsWith('search.') ? !section.includes(`\`${key}\``) : !told.has(key),
    ),
    [],
  )
})
