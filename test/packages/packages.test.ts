/**
 * Packages of npm that share memory, as they are: `docs/packages.md` says what was verified and what was found. The
 * programs lie in a folder of their own beside this project's installed packages.
 */
import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { CheckApiOptions } from '../../src/index.ts'
import { folder } from '../frontends/temporary.ts'
import { check } from '../support/built.ts'
import { programs } from './programs.ts'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

let dir: ReturnType<typeof folder>
before(() => {
  dir = folder({
    'package.json': '{ "type": "module" }',
    // The package multithreading asks for it when it is loaded; Node has it since version 21.
    'navigator.js': 'globalThis.navigator ??= { hardwareConcurrency: 2 }\n',
    ...Object.fromEntries(programs.map(({ name, source }) => [`${name}.js`, source])),
  })
  symlinkSync(modules, join(dir.at(''), 'node_modules'))
})
after(() => dir.remove())

for (const { name, executions, bug, options } of programs) {
  test(`${name}: ${bug === undefined ? 'verified' : 'a bug is found'}`, async () => {
    const search: CheckApiOptions = { budgetMs: 300_000, ...options }
    const result = await check(dir.at(`${name}.js`), search)
    assert.equal(result.outcome, bug === undefined ? 'verified' : 'bug', result.report)
    if (bug !== undefined) return assert.match(result.bugs[0]!.message, bug)
    if (options === undefined) assert.ok(result.exhaustive, result.report)
    assert.equal(result.executions, executions, result.report)
  })
}
