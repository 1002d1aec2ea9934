/** In every form that code is given, the same rounds are fruitless: enforcement must agree with what was verified. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as heddle from '../../../src/index.ts'
import { load, memory, run } from '../harness.ts'
import { counting, type Loop, waiting } from './loops.ts'

function runLoop({ loop, top = '' }: Loop): ReturnType<typeof run> {
  const { a } = load(
    `const { yieldNow } = require('heddle'); ${top}\nexports.a = (s) => { ${loop} }`,
    '/test/spins.cjs',
    { heddle },
  )
  return run(
    a!,
    memory((mem) => ({ x: mem.int32('x', 1), y: mem.int32('y', 1) })),
  )
}

for (const [what, counts] of Object.entries(counting)) {
  test(`${what}: no round is fruitless`, () => {
    const { result, error, log } = runLoop(counts)
    assert.equal(error, undefined)
    assert.equal(JSON.stringify(result), counts.result)
    assert.deepEqual(
      log.filter((line) => line.includes('(spins)')),
      [],
    )
  })
}

for (const [what, waits] of Object.entries(waiting)) {
  test(`${what}: the thread waits`, () => {
    const { error } = runLoop(waits)
    assert.match(String(error), /^Error: blocked at .* \(spins\)$/)
  })
}
