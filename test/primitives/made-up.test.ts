import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const build = fileURLToPath(new URL('../../', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The recipe of docs/architecture.md: one file, and one entry in the table. */
function addMailbox(copy: string): void {
  const folder = join(copy, 'src/program/primitives')
  const source = readFileSync(join(copy, 'test/primitives/mailbox.js'), 'utf8')
  const moved = source.replaceAll("'../../src/program/primitives/", "'./").replaceAll("'../../src/", "'../../")
  writeFileSync(join(folder, 'mailbox.js'), moved)
  const table = readFileSync(join(folder, 'index.js'), 'utf8')
  const entered = table.replace('export const primitives = { ', 'export const primitives = { mailbox, ')
  assert.notEqual(entered, table)
  writeFileSync(join(folder, 'index.js'), `import { mailbox } from './mailbox.js'\n${entered}`)
}

test('a made-up primitive takes one file and one entry', (t) => {
  const copied = mkdtempSync(join(tmpdir(), 'heddle-copy-'))
  t.after(() => rmSync(copied, { recursive: true, force: true }))
  const copy = join(copied, 'dist')
  cpSync(build, copy, { recursive: true })
  cpSync(join(root, 'package.json'), join(copied, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(copied, 'node_modules'))
  addMailbox(copy)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--test', '--test-reporter=spec', join(copy, 'test/primitives/in-copy.js')],
    { cwd: copied, env, encoding: 'utf8' },
  )
  assert.equal(status, 0, stdout + stderr)
  assert.match(stdout, /pass 6\b/)
})
