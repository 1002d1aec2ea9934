import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, ops, program } from '../../src/index.ts'

test('a thread can join a declared thread that comes after it, with its first operation', async () => {
  const result = await check(
    program({
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
    }),
  )
  assert.equal(result.outcome, 'verified')
  assert.deepEqual(
    result.outcomes.map(({ value }) => value),
    [7],
  )
})

for (const [what, result] of [
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
] as const) {
  test(`${what} cannot be joined, which is the program's fault`, async () => {
    const subject = program({
      name: 'returns what cannot be copied',
      shared: (mem) => ({ word: mem.int32('word', 1) }),
      tasks: {
        *task(s) {
          yield* ops.write(s.word, 0, 1)
          return result
        },
      },
      threads: {
        *main() {
          yield* ops.join(yield* ops.spawn('task'))
        },
      },
    })
    await assert.rejects(check(subject), {
      kind: 'program',
      message: /the result of thread task#\d+ cannot be handed to the thread that joins it/,
    })
  })
}
