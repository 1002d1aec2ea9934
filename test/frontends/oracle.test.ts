/** A quick slice of the transform oracle on random programs; `npm run validate:transform` runs as many as wanted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare } from './oracle/compare.ts'
import { Random } from './oracle/random.ts'
import { randomProgram } from './oracle/writer.ts'

const COUNT = 60

test(`${COUNT} random programs do the same, transformed or not`, () => {
  let [accesses, refused] = [0, 0]
  for (let seed = 1; seed <= COUNT; seed++) {
    const source = randomProgram(new Random(seed))
    const verdict = compare(source)
    accesses += verdict.accesses
    if (verdict.refusal !== null) {
      refused++
      assert.match(
        verdict.refusal.at ?? '',
        /:\d+:\d+$/,
        `seed ${seed}: a refusal without a place: ${verdict.refusal.message}`,
      )
    }
    assert.equal(verdict.difference, null, `seed ${seed}: ${verdict.difference}\n${source}`)
  }
  assert(accesses > COUNT * 5, `the programs made only ${accesses} accesses: too few to tell anything`)
  assert(refused < COUNT / 10, `${refused} programs were refused: too many to tell anything`)
})
