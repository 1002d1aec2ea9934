/** How places are called in results and reports. */
import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { check } from '../support/built.ts'
import { heddle } from '../cli/heddle.ts'
import { using } from '../irs/real-runs.ts'

test('places in parts of a buffer are called what the program calls them', () =>
  using(
    `class Table { buffer = new SharedArrayBuffer(64); keys = new Int32Array(this.buffer, 0, 4); locks = new Int32Array(this.buffer, 32, 2); raw = new Uint8Array(this.buffer, 48, 4); both = new Uint16Array(this.buffer, 48, 1) }
export default program({
  name: 'parts',
  shared: (mem) => { const whole = mem.buffer('whole', 16); return { table: new Table(), whole, tail: new Int32Array(whole, 8, 2) } },
  threads: [0, 1].map(() => (s) => { s.table.locks[1] += 1; s.tail[0] += 1; s.table.raw[1] += 1; new Int16Array(s.table.buffer)[0] += 1 }),
  after: (s) => assert.equal(s.table.locks[1], 2),
})`,
    async ({ file }) => {
      const { bugs, races } = await check(file, { races: true })
      const events = bugs[0]!.events!
      const named = new Set(events.map(({ location, place }) => `${location} ${place}`))
      assert.deepEqual([...named].sort(), [
        'table.buffer[byte 49] undefined', // two arrays see it, each its own way
        'table.buffer[bytes 0-1] undefined',
        'table.buffer[bytes 36-39] table.locks[1]',
        'whole[bytes 8-11] tail[0]',
      ])
      assert.ok(races.some(({ location }) => location === 'table.locks[1]'))
      const { code, stdout } = await heddle(dirname(file), 'check', file)
      assert.equal(code, 1)
      assert.match(stdout, /read +table\.locks\[1\] +0/)
      assert.match(stdout, /#\d+ +thread\d +(read|write) table\.locks\[1\]/) // the two whose order matters
      assert.match(stdout, /write +tail\[0\]/)
    },
  ))
