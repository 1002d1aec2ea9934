/** Loops that wait in a way that is not recognised are named from outside, as those of packages have to be. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { check, replay } from '../support/built.ts'
import { folder } from './temporary.ts'

const files = {
  'slots.ts': `export interface Slots { a: Int32Array }
export function take({ a }: Slots): number {
  while (true) {
    try { for (let i = 0; i < 2; i++) if (Atomics.compareExchange(a, i, 0, 1) === 0) return i } finally {}
  }
}
`,
  'p.ts': `import { program } from 'heddle'
import { take } from './slots.ts'
export default program({
  name: 'slots',
  shared: (mem) => ({ a: mem.int32('a', [1, 1]) }),
  threads: { taker: (s) => take(s), giver(s) { Atomics.store(s.a, 1, 0) } },
})
`,
}

let dir: ReturnType<typeof folder>
before(() => {
  dir = folder(files)
})
after(() => dir.remove())

/** A search that does not see that states come again. */
const forEver = { reduction: 'dpor', maxDepth: 500 } as const

test('a loop with a try inside goes on for ever unless it is named', async () => {
  const { outcome, guarantee } = await check(dir.at('p.ts'), forEver)
  assert.equal(outcome, 'incomplete')
  assert.match(guarantee, /\(or name it: --yield FILE:LINE/)
})

test('it needs no name where states that come again are known', async () => {
  const { outcome, guarantee } = await check(dir.at('p.ts'), { maxDepth: 500 })
  assert.equal(outcome, 'verified')
  assert.match(guarantee, /Threads can go round for ever, but only in unfair schedules/)
})

test('each round of a loop that is named yields, and a fair bound leaves it', async () => {
  const options = { yieldAt: ['slots.ts:3'] }
  const { outcome, guarantee, outcomes } = await check(dir.at('p.ts'), options)
  assert.equal(outcome, 'verified', guarantee)
  assert.match(guarantee, /in any fair schedule/)
  assert.deepEqual(
    outcomes.map(({ value }) => (value as { taker: number }).taker),
    [1],
  )
  const replayed = await replay(dir.at('p.ts'), outcomes[0]!.schedule, options)
  assert.ok(replayed.events.some(({ operation, at }) => operation === 'yieldNow' && /slots\.ts:3:/.test(at!)))
})

test('what names no loop changes nothing, and what is no place is refused', async () => {
  assert.equal((await check(dir.at('p.ts'), { ...forEver, yieldAt: ['other/slots.ts:3'] })).outcome, 'incomplete')
  await assert.rejects(check(dir.at('p.ts'), { yieldAt: ['slots.ts'] }), /`yieldAt` to be a list of places such as/)
})
