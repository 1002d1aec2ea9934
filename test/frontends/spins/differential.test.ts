/**
 * Random loops that wait, with and without something that they keep from round to round, checked against a machine that
 * knows nothing of spin-waits. `HEDDLE_SPINS=5000` checks that many, `HEDDLE_SPINS_SEED=17` starts with that seed.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../../validation/programs/random.ts'
import { checkSource } from './check-source.ts'
import { CELLS, randomLoops } from './random-loops.ts'
import { reach, type Reached, TooLarge } from './machine.ts'

const count = Number(process.env['HEDDLE_SPINS'] ?? 250)
const first = Number(process.env['HEDDLE_SPINS_SEED'] ?? 1)
const LARGEST = 3000

test(`${count} random programs with loops that wait come to what a machine without spin-waits comes to`, (t) => {
  const seen = { programs: 0, outcomes: 0, endless: 0, hidden: 0 }
  for (let seed = first; seed < first + count; seed++) {
    const { source, threads } = randomLoops(seed)
    const expected = reached(seed)
    if (expected === null) continue
    const random = new Random(~seed)
    const reduction = random.pick(['optimal', 'dpor', 'none', 'stateful', 'stateful'])
    const result = checkSource(source, {
      reduction,
      maxDepth: 500,
      ...(reduction === 'none' ? { maxExecutions: 400 } : {}),
    })
    const about = `seed ${seed}, ${reduction}: ${result.guarantee}\n${source}`
    const values = new Set(result.outcomes.map(({ value }) => JSON.stringify(value)))
    const isEndless = values.delete('"livelock"')
    if (result.executions >= 400) {
      // some of them, then
      for (const value of values) assert.ok(expected.outcomes.has(value), about)
      continue
    }
    assert.equal(result.cut, 0, `not recognised as a loop that waits: ${about}`)
    assert.deepEqual([...values].sort(), [...expected.outcomes].sort(), about)
    assert.equal(isEndless, expected.endless, about)
    assert.deepEqual(
      result.bugs.filter(({ kind }) => kind !== 'livelock'),
      [],
      about,
    )
    seen.programs++
    seen.outcomes += values.size
    seen.endless += isEndless ? 1 : 0
    seen.hidden += threads.some(({ code }) => code.some(({ op }) => op === 'bump')) ? 1 : 0
  }
  t.diagnostic(JSON.stringify(seen))
  assert.ok(seen.programs > count / 2 && seen.endless > count / 20 && seen.hidden > count / 20, JSON.stringify(seen))
})

test(`${count} random programs with busy loops have a livelock where one is reported`, (t) => {
  const seen = { programs: 0, possible: 0, reported: 0, cut: 0 }
  for (let seed = first; seed < first + count; seed++) {
    const { source } = randomLoops(seed, true)
    const expected = reached(seed, true)
    if (expected === null) continue
    const random = new Random(~seed)
    const bounds = { fair: random.pick([1, 2]) }
    const result = checkSource(source, { bounds, maxDepth: 60 + random.below(120), maxExecutions: 100, allBugs: false })
    const isReported = result.bugs.some(({ kind }) => kind === 'livelock')
    // Loops that only look are waited for, as in the test above: then it is known that they never end.
    if (isReported)
      assert.ok(expected.livelock || expected.endless, `seed ${seed}: ${result.bugs[0]!.message}\n${source}`)
    seen.programs++
    seen.possible += expected.livelock ? 1 : 0
    seen.reported += isReported ? 1 : 0
    seen.cut += result.cut > 0 && !isReported ? 1 : 0
  }
  t.diagnostic(JSON.stringify(seen))
  assert.ok(
    seen.possible > seen.programs / 10 && seen.reported > seen.possible / 4 && seen.cut > seen.programs / 20,
    JSON.stringify(seen),
  )
})

function reached(seed: number, busy = false): Reached | null {
  try {
    return reach(randomLoops(seed, busy).threads, CELLS, LARGEST)
  } catch (error) {
    if (error instanceof TooLarge) return null
    throw error
  }
}
