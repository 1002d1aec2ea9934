import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folder, heddle } from '../cli/heddle.ts'

test('state in a private field that survives an execution is noticed', async (t) => {
  const cwd = folder(t, { 'p.ts': `import { program } from 'heddle'
    class Counter { #n = 0; next() { return this.#n++ } }
    const counter = new Counter()
    export default program({
      name: 'remembers',
      shared: (mem) => ({ a: mem.int32('a', 2) }),
      threads: { t(s) { if (counter.next() === 0) s.a[0]++; s.a[1]++ }, u(s) { s.a[1]++ } },
      outcome: (s) => [...s.a],
    })` })
  const { code, stderr } = await heddle(cwd, 'check', 'p.ts')
  assert.equal(code, 2)
  assert.match(stderr, /not deterministic/)
})
