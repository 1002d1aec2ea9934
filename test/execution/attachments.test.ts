import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, type Mem, ops, program } from '../../src/index.ts'

test('every call of `shared` starts from blank memory, so that all threads see the same', async () => {
  const result = await check(
    program({
      name: 'counts its calls',
      shared: (mem: Mem) => {
        const word = mem.int32('word', 1)
        word[0]!++ // would be 2 for the second thread if the first one's call had left its 1
        return { word, own: new Map([['seen', word[0]]]) }
      },
      threads: {
        *first(s) {
          yield* ops.atomics.add(s.word, 0, 10)
          return s.own.get('seen')
        },
        *second(s) {
          yield* ops.atomics.add(s.word, 0, 10)
          return s.own.get('seen')
        },
      },
      outcome: (s, { first, second }) => [s.word[0], first, second],
    }),
  )
  assert.deepEqual(
    result.outcomes.map(({ value }) => value),
    [[21, 1, 1]],
  )
})
