/** Programs that tests check. They import 'heddle' although their folder has none: it resolves to the running one. */

/** A program file whose thread alice has this body; bob writes b[0]. Indented so that alice's body is line 6. */
export function withAlice(body: string, more: { readonly top?: string; readonly fields?: string } = {}): string {
  return `import { program, ops } from 'heddle'; ${more.top ?? ''}
export default program({
  name: 'a test',
  shared: (mem) => ({ a: mem.int32('a', 2), b: mem.int32('b', 1), m: mem.mutex('m'), n: mem.mutex('n'), box: { n: 1 } }),
  threads: { *alice(s) {
    ${body}
  }, *bob(s) { yield* ops.write(s.b, 0, 1) } },
  ${more.fields ?? ''}
})
`
}

/** Two unprotected read-modify-writes: 6 interleavings, 3 outcomes, 4 failing executions. */
export const lostUpdate = `import { program, ops } from 'heddle'
import assert from 'node:assert/strict'

export default program({
  name: 'lost update',
  shared: (mem) => ({ balance: mem.int32('balance', [100]) }),
  threads: {
    *alice(s) {
      const seen = yield* ops.read(s.balance, 0)
      yield* ops.write(s.balance, 0, seen - 60)
    },
    *bob(s) {
      const seen = yield* ops.read(s.balance, 0)
      yield* ops.write(s.balance, 0, seen + 10)
    },
  },
  outcome: (s) => s.balance[0],
  after(s) {
    assert.equal(s.balance[0], 50, 'the balance is wrong')
  },
})
`

export const atomicUpdate = lostUpdate
  .replace(
    /const seen = yield\* ops\.read\(s\.balance, 0\)\n\s*yield\* ops\.write\(s\.balance, 0, seen ([+-]) (\d+)\)/g,
    (_, sign: string, amount: string) => `yield* ops.atomics.add(s.balance, 0, ${sign}${amount})`,
  )
  .replace("'lost update'", "'atomic update'")

export const twoLocks = `import { program, ops } from 'heddle'

export default program({
  name: 'two locks',
  shared: (mem) => ({ left: mem.mutex('left'), right: mem.mutex('right') }),
  threads: {
    *ann(s) { yield* ops.lock(s.left); yield* ops.lock(s.right); yield* ops.unlock(s.right); yield* ops.unlock(s.left) },
    *ben(s) { yield* ops.lock(s.right); yield* ops.lock(s.left); yield* ops.unlock(s.left); yield* ops.unlock(s.right) },
  },
})
`

/** 24!/(8!)^3, about 9.5 billion interleavings: a search that does not end by itself. */
export const endless = `import { program, ops } from 'heddle'
const add = function* (s) { for (let i = 0; i < 8; i++) yield* ops.atomics.add(s.n, 0, 1) }
console.error('loaded')
export default program({ name: 'endless', shared: (mem) => ({ n: mem.int32('n', 1) }), threads: [add, add, add], outcome: (s) => s.n[0] })
`
