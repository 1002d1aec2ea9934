/** Test files, as people write them for either runner. */

/** Its after is given, since runners have assertions of their own. */
export const racy = (after: string): string => `{
    shared: (mem) => ({ balance: mem.int32('balance', [100]) }),
    threads: {
      alice(s) { if (s.balance[0] >= 60) s.balance[0] -= 60 },
      bob(s) { s.balance[0] += 10 },
    },
    after: (s) => ${after},
  }`

export const atomic = (after: string): string => `{
    shared: (mem) => ({ balance: mem.int32('balance', [100]) }),
    threads: {
      alice(s) { Atomics.sub(s.balance, 0, 60) },
      bob(s) { Atomics.add(s.balance, 0, 10) },
    },
    after: (s) => ${after},
  }`

const equal = 'assert.equal(s.balance[0], 50)'

/** A file with a program. */
export const programFile = (definition: string): string => `import assert from 'node:assert/strict'
import { program } from 'heddle'
export default program({ name: 'in a file', ...${definition} })
`

export const files = {
  'racy.js': programFile(racy(equal)),
  'atomic.js': programFile(atomic(equal)),
}

/** What is the same with both runners. `runner` is imported as a module, `ours` has its \`verified\`. */
export const testFile = (runner: string, ours: string): string => `import { describe, test } from '${runner}'
import assert from 'node:assert/strict'
import { assertVerified, program } from 'heddle'
import { verified } from '${ours}'
import imported from './atomic.js'

test('an ordinary test', () => {})

describe('inline', () => {
  verified('racy #1', ${racy(equal)})
  verified('atomic', ${atomic(equal)})
  verified('not finished', ${atomic(equal)}, { maxExecutions: 1, reduction: 'none' })
})
describe('elsewhere', () => {
  verified('racy', new URL('./racy.js', import.meta.url))
  verified('atomic', './atomic.js')
  verified('imported', imported)
  verified.skip('skipped', imported)
})
test('forgotten', () => assertVerified(program({ name: 'forgotten', ...${atomic(equal)} })))
verified('nothing shared', { shared: () => ({}), threads: [() => 1, () => 2] })
`
