/** The npm package ringbuf.js, unmodified: a push and a pop, access by access. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { replay, check } from '../support/built.ts'
import { folder } from './temporary.ts'

const source = `import { program } from 'heddle'
import { RingBuffer } from 'ringbuf.js'
export default program({
  name: 'ring',
  shared: (mem) => ({ buffer: mem.buffer('ring', 8 + 4 * 4) }),
  threads: {
    one(s) {
      const ring = new RingBuffer(s.buffer, Int32Array)
      const out = new Int32Array(2)
      return [ring.push(new Int32Array([7, 8])), ring.pop(out, 2), [...out], ring.empty()]
    },
  },
})
`

let dir: ReturnType<typeof folder>
before(() => {
  dir = folder({ 'ring.ts': source, 'node_modules/.keep': '' })
  const found = path.resolve(fileURLToPath(import.meta.resolve('ringbuf.js')), '../..')
  symlinkSync(found, dir.at('node_modules/ringbuf.js'))
})
after(() => dir.remove())

test('push and pop of ringbuf.js', async () => {
  const { outcomes, outcome } = await check(dir.at('ring.ts'), { reduction: 'none' })
  assert.equal(outcome, 'verified')
  assert.deepEqual(outcomes[0]!.value, { one: [2, 2, [7, 8], true] })
  const { events } = await replay(dir.at('ring.ts'), outcomes[0]!.schedule)
  const steps = events.map(({ operation, location, value }) => `${operation} ${location} ${value}`)
  assert.deepEqual(steps, [
    'Atomics.load ring[bytes 4-7] 0',
    'Atomics.load ring[bytes 0-3] 0', // where to read, where to write
    'write ring[bytes 8-11] = 7',
    'write ring[bytes 12-15] = 8',
    'Atomics.store ring[bytes 0-3] = 2',
    'Atomics.load ring[bytes 4-7] 0',
    'Atomics.load ring[bytes 0-3] 2',
    'read ring[bytes 8-11] 7',
    'read ring[bytes 12-15] 8',
    'Atomics.store ring[bytes 4-7] = 2',
    'Atomics.load ring[bytes 4-7] 2',
    'Atomics.load ring[bytes 0-3] 2',
  ])
})
