/** Races in memory that turns out, in the middle of a search, to be accessed in smaller pieces. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, ops, program, replay } from '../../src/index.ts'

/** The bytes are looked at only where the word has a certain value. */
const late = program({
  name: 'late bytes',
  shared: (mem) => ({ a: mem.int32('a', 2) }),
  threads: {
    *bytes(s) {
      if ((yield* ops.read(s.a, 0)) !== 257) return 0
      const bytes = new Uint8Array(s.a.buffer)
      yield* ops.write(bytes, 1, 7)
      return yield* ops.read(bytes, 4)
    },
    *words(s) {
      yield* ops.write(s.a, 0, 257)
      yield* ops.write(s.a, 1, 256)
      yield* ops.write(s.a, 0, 1)
    },
  },
})

for (const reduction of ['none', 'dpor', 'optimal'] as const) {
  test(`races of an execution that starts over are not taken for those of the next (${reduction})`, async () => {
    const { outcome, races } = await check(late, { reduction })
    assert.equal(outcome, 'verified')
    assert.ok(races.length >= 3)
  })
}

test('a race between a word and one of its bytes shows again when it is replayed', async () => {
  const subject = program({
    name: 'word and byte',
    shared: (mem) => ({ a: mem.int32('a', 1), flag: mem.int32('flag', 1) }),
    threads: {
      *word(s) {
        yield* ops.write(s.a, 0, 1)
      },
      *byte(s) {
        yield* ops.read(s.flag, 0)
        yield* ops.write(new Uint8Array(s.a.buffer), 1, 7)
      },
    },
  })
  const { bugs } = await check(subject, { races: true, allBugs: true })
  assert.deepEqual(
    bugs.map(({ kind }) => kind),
    ['race'],
  )
  assert.equal((await replay(subject, bugs[0]!.schedule)).bug?.kind, 'race')
})
