/**
 * By what name a file knows `yieldNow` and `Atomics` does not matter; what they are does. Through files, as people have
 * them.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { check } from '../../support/built.ts'
import { folder } from '../../cli/heddle.ts'

const waiting = (top: string, call: string): string => `import { program } from 'heddle'
  ${top}
  export default program({
    name: 'waiting', shared: (mem) => ({ x: mem.int32('x', 1) }),
    threads: { a(s) { const o = { rounds: 0 }; while (Atomics.load(s.x, 0) === 0) { if (o.rounds === 3) break; ${call} } return o.rounds } },
    outcome: (s, { a }) => a,
  })`

const files = {
  'own/yield.ts': 'export function yieldNow(o: { rounds: number }): void { o.rounds++ }',
  'relay.ts': "export { yieldNow as relax } from 'heddle'",
  'imported.ts': waiting("import { yieldNow } from 'heddle'", 'yieldNow()'),
  'renamed.ts': waiting("import { yieldNow as relax } from 'heddle'", 'relax()'),
  'namespace.ts': waiting("import * as heddle from 'heddle'", 'heddle.yieldNow()'),
  'relayed.ts': waiting("import { relax } from './relay.ts'", 'relax()'),
  'own.ts': waiting("import { yieldNow } from './own/yield.ts'", 'yieldNow(o)'),
  'own-namespace.ts': waiting("import * as heddle from './own/yield.ts'", 'heddle.yieldNow(o)'),
  'patched.ts': waiting('const { load } = Atomics', '').replace(
    'const o = { rounds: 0 };',
    'const o = { rounds: 0 }; Atomics.load = (view: never, i: number) => { o.rounds++; return load(view, i) };',
  ),
}

test('a spin-wait gives way by whatever name yieldNow has, and not by another function of that name', async (t) => {
  const cwd = folder(t, files)
  for (const name of ['imported', 'renamed', 'namespace', 'relayed']) {
    const { bugs } = await check(join(cwd, `${name}.ts`), { maxDepth: 200 })
    assert.deepEqual(
      bugs.map(({ kind }) => kind),
      ['livelock'],
      name,
    )
  }
  for (const name of ['own', 'own-namespace']) {
    const { outcome, outcomes } = await check(join(cwd, `${name}.ts`), { maxDepth: 200 })
    assert.deepEqual([outcome, outcomes.map(({ value }) => value)], ['verified', [3]], name)
  }
  await assert.rejects(check(join(cwd, 'patched.ts'), { maxDepth: 200 }), /a thread changes `Atomics`/)
})
