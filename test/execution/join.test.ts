import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, ops, program } from '../../src/index.ts'

test('a thread can join a declared thread that comes after it, with its first operation', async () => {
  const result = await check(program({
    name: 'joins its sibling',
    shared: (mem) => ({ word: mem.int32('word', 1) }),
    threads: {
      *first(s) {
        yield* ops.join(1)
        return yield* ops.read(s.word, 0)
      },
      *second(s) {
        yield* ops.write(s.word, 0, 7)
      },
    },
    outcome: (_, { first }) => first,
  }))
  assert.equal(result.outcome, 'verified')
  assert.deepEqual(result.outcomes.map(({ value }) => value), [7])
})
