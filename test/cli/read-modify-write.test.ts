import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, replay } from '../../src/index.ts'
import { folder } from './heddle.ts'

test('read-modify-writes show what was there and what is there now', async (t) => {
  const cwd = folder(t, {
    'p.mjs': `import { program } from 'heddle'
export default program({
  name: 'p',
  shared: (mem) => ({ a: mem.uint8('a', [250]) }),
  threads: [(s) => {
    Atomics.add(s.a, 0, 10)
    Atomics.exchange(s.a, 0, 7)
    Atomics.compareExchange(s.a, 0, 7, 8)
    Atomics.compareExchange(s.a, 0, 7, 9)
    Atomics.or(s.a, 0, 3)
    Atomics.store(s.a, 0, 1)
    return Atomics.load(s.a, 0)
  }],
})
`,
  })
  const { outcomes } = await check(`${cwd}/p.mjs`)
  const { events } = await replay(`${cwd}/p.mjs`, outcomes[0]!.schedule)
  assert.deepEqual(
    events.map(({ operation, value }) => `${operation.replace('Atomics.', '')} ${value}`),
    [
      'add 250 → 4',
      'exchange 4 → 7',
      'compareExchange 7 → 8',
      'compareExchange 8, not 7',
      'or 8 → 11',
      'store = 1',
      'load 1',
    ],
  )
})
