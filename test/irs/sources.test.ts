import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { admit } from '../../src/index.ts'
import { type Fixture, using } from './real-runs.ts'

/** The first run ends a worker, so that the pool is made anew for the next one. */
const breaking = (more = '', value = '1'): string => `
${more}
export default program({
  name: 'breaking', shared: (mem) => ({ n: mem.int32('n', 1), d: mem.int32('d', 1) }),
  threads: { a(s) { s.n[0] = ${value}; if (s.d[0] === 1) process.exit(3) }, b(s) { return s.n[0] } },
  outcome: (s) => s.n[0],
})`

/** A unit of which a worker is gone, after which `change` happens. */
async function afterBreak(fixture: Fixture, change: () => void): Promise<unknown> {
  await fixture.verify()
  const unit = await admit(fixture.set).open(fixture.file, { memory: 'restore', data: ['d'] })
  try {
    assert.deepEqual((await unit.run()).outcomes, [{ value: 1, runs: 1 }])
    const d = new Int32Array(unit.memory['d']!)
    d[0] = 1
    assert.match((await unit.run()).failures[0]!.message, /process\.exit\(3\)/)
    d[0] = 0
    change()
    return (await unit.run({ times: 3 })).outcomes
  } finally {
    await unit.close()
  }
}

test('workers that are made anew run what was verified', () =>
  using(breaking(), async (fixture) => {
    assert.deepEqual(await afterBreak(fixture, () => undefined), [{ value: 1, runs: 3 }])
  }))

test('workers that are made anew after the program has changed run nothing, and the file is named', () =>
  using(breaking(), async (fixture) => {
    await assert.rejects(
      afterBreak(fixture, () => fixture.write(breaking('', '2'))),
      { kind: 'usage', message: /not the one that was verified any more: program\.ts has changed since/ },
    )
  }))

for (const [what, lib, importing, changed] of [
  ['ES module', 'lib.mjs', "import { one } from './lib.mjs'", 'export const one = 2'],
  ['CommonJS module', 'lib.cjs', "import lib from './lib.cjs'\nconst { one } = lib", 'module.exports = { one: 2 }'],
] as const) {
  test(`so they do when a file has changed that the program imports: ${what}`, () =>
    using(breaking(importing, 'one'), async (fixture) => {
      const file = join(fixture.folder, lib)
      writeFileSync(file, changed.replace('2', '1'))
      await assert.rejects(
        afterBreak(fixture, () => writeFileSync(file, changed)),
        { message: new RegExp(`${lib.replace('.', '\\.')} has changed since`) },
      )
    }))
}

test('or when the program imports another file than before', () =>
  using(breaking("import { one } from './lib.mjs'", 'one'), async (fixture) => {
    writeFileSync(join(fixture.folder, 'lib.mjs'), "export { one } from './one.mjs'")
    writeFileSync(join(fixture.folder, 'one.mjs'), 'export const one = 1')
    await assert.rejects(
      afterBreak(fixture, () => rmSync(join(fixture.folder, 'one.mjs'))),
      { message: /one\.mjs is not there any more/ },
    )
  }))

/** Loads a file when it runs. */
const lazy = (how: string): string => `
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
export default program({
  name: 'lazy', shared: (mem) => ({ n: mem.int32('n', 1) }),
  threads: { a(s) { ${how} }, b(s) { return s.n[0] } }, outcome: (s) => s.n[0],
})`

test('a file that a thread loads when it runs is part of the program', () =>
  using(lazy("s.n[0] = require('./late.cjs').value"), async (fixture) => {
    const file = join(fixture.folder, 'late.cjs')
    writeFileSync(file, 'exports.value = 1')
    const { traces, whole } = await fixture.verify()
    assert.deepEqual([traces, whole], [2, true])
    assert.deepEqual((await admit(fixture.set).inspect()).files, ['late.cjs', 'program.ts'])
    assert.deepEqual((await fixture.run(5)).outcomes, [{ value: 1, runs: 5 }])
    await fixture.verify({ traces: 1 })
    const resumed = await fixture.verify({ resume: true })
    assert.deepEqual([resumed.traces, resumed.added], [2, 1], 'a search that is resumed does not begin anew for it')
    writeFileSync(file, 'exports.value = 2')
    await assert.rejects(fixture.run(1), /late\.cjs has changed since/)
  }))

for (const how of [
  "s.n[0] = require('./late.cjs').value",
  "try { s.n[0] = require('./late.cjs').value } catch { s.n[0] = 3 }",
]) {
  test(`and is not loaded if it has changed since the workers were made: ${how}`, () =>
    using(lazy(how), async (fixture) => {
      const file = join(fixture.folder, 'late.cjs')
      writeFileSync(file, 'exports.value = 1')
      await fixture.verify()
      const unit = await admit(fixture.set).open(fixture.file)
      try {
        writeFileSync(file, 'exports.value = 2')
        await assert.rejects(unit.run(), /late\.cjs has changed since the program was verified/)
      } finally {
        await unit.close()
      }
    }))
}
