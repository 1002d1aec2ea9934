import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { sketch } from '../programs/sketch.ts'
import { assertSame } from '../support/assert-same.ts'
import { Random } from '../support/random.ts'
import { type Bounds, Subject } from '../support/subject.ts'

/**
 * Random programs with sealed code, reduced against unreduced; the counterexamples found so were named in
 * errata.test.ts.
 */
function randomSketch(random: Random): string {
  const threads = Array.from({ length: 2 + random.below(2) }, () => {
    let held = false
    const steps = Array.from({ length: 1 + random.below(4) }, (_, i) => {
      let step = random.pick(['r x', 'w x', 'r y', 'w y', 'add x', 'w z', 'yield', 'lock'])
      if (step === 'lock') {
        step = held ? 'unlock m' : 'lock m'
        held = !held
      }
      return `${i > 0 && random.chance(3) ? '~' : ''}${step}`
    })
    if (held && !random.chance(4)) steps.push(`${random.chance(2) ? '~' : ''}unlock m`)
    return `[${steps.join('; ')}]`
  })
  return threads.join(' || ')
}

const allBounds: Bounds[] = [
  {},
  { preemption: 0 },
  { preemption: 1 },
  { preemption: 2 },
  { context: 2 },
  { delta: 2 },
  { 'local-depth': 5 },
  { fair: 1 },
]

test('random programs with sealed code', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const text = randomSketch(new Random(seed))
    if (!text.includes('~')) continue
    const subject = new Subject(sketch(text))
    for (const bounds of allBounds) {
      const unreduced = subject.explore({ reduction: 'none', bounds, sealing: true, maxExecutions: 2000 })
      if (unreduced.gaveUp) continue
      for (const optimise of ['all', 'none'] as const) {
        assertSame(
          subject.explore({ bounds, optimise, sealing: true }),
          unreduced,
          `seed ${seed}: ${text} within ${JSON.stringify(bounds)}, optimised by ${optimise}`,
        )
      }
    }
  }
})

/** What a check says about a program before anything is known of it: that code is sealed, it has to find out. */
function foundBy(text: string, options: CheckOptions): string[] {
  const checker = new Checker(sketch(text), { budgetMs: Infinity, allBugs: true, minimise: false, ...options })
  while (!checker.run(Infinity));
  return checker.result().bugs.map(({ kind }) => kind)
}

// Local depth runs first who has done least, which preempted a before its second lock had shown that its code is sealed:
// a deadlock that is not there.
test('sealed code is not preempted before it is known to be sealed', () => {
  const text = '[lock m; ~lock n; ~unlock n; ~unlock m] || [lock n; ~lock m; ~unlock m; ~unlock n]'
  for (const limit of [1, 2, 3, 4, 7, 9])
    for (const more of [{}, { order: 'best-first' }, { reduction: 'none' }] as const)
      assert.deepEqual(
        foundBy(text, { bounds: { 'local-depth': limit }, ...more }),
        [],
        `${limit} ${JSON.stringify(more)}`,
      )
  for (const reduction of ['none', 'dpor', 'optimal', 'stateful'] as const)
    assert.deepEqual(foundBy(text, { reduction }), [], reduction)
  for (const bound of ['depth', 'context', 'preemption', 'delta', 'local-depth', 'local-context'] as const)
    assert.deepEqual(foundBy(text, { reduction: 'dpor', iterate: [bound] }), [], bound)
})
