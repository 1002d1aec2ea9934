import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Campaign, faultsOf } from './campaign.ts'
import { compare } from './compare.ts'
import { Expectation } from './expectation.ts'
import { toGenerators } from './generator-form.ts'
import { type IndependentProgram, r0, r1 } from './language.ts'
import type { Search } from './searches.ts'
import { shrink } from './shrink.ts'

/** A slice of `npm run validate:independent`, always the same one. */
const LIMITS = { maxExecutions: 300, budgetMs: 60_000 }

async function campaign(seed: number, programs: number, plainOneIn: number): Promise<string[]> {
  const said: string[] = []
  const slice = new Campaign({
    seed,
    searches: 3,
    plainOneIn,
    maxExecutions: LIMITS.maxExecutions,
    maxStates: 2000,
    scale: 1,
    shrinks: 1,
    ignore: null,
    say: (text) => said.push(text),
  })
  for (let i = 0; i < programs; i++) await slice.run(i)
  return slice.disagreed ? said : []
}

test('random programs with generator threads agree with the reference', async () => {
  assert.deepEqual(await campaign(1, 40, 0), [])
})

test('random programs of plain code agree with the reference', async () => {
  assert.deepEqual(await campaign(2, 3, 1), [])
})

const lostUpdate: IndependentProgram = {
  shared: [
    ['semaphore', 'unused', 1],
    ['int32', 'x', 1],
  ],
  threads: {
    a: [
      ['let', r0, ['read', 'x', 0]],
      ['write', 'x', 0, ['+', r0, 1]],
    ],
    b: [
      ['let', r0, ['read', 'x', 0]],
      ['write', 'x', 0, ['+', r0, 2]],
    ],
    c: [
      ['let', r1, ['read', 'x', 0]],
      ['assert', ['<', r1, 3], 'three'],
    ],
  },
}

/** Faults of a check that is compared with something else than what is true. */
async function faultsWith(search: Search, change: (expectation: Expectation) => void): Promise<readonly string[]> {
  const expectation = new Expectation(lostUpdate)
  change(expectation)
  return (await compare(toGenerators(lostUpdate), expectation, search, LIMITS)).faults
}

test('a check that says something else than the reference is found out', async () => {
  const all: Search = { reduction: 'optimal', allBugs: true }
  const outcome = [...new Expectation(lostUpdate).facts.keys()].find((fact) => fact.startsWith('outcome [[[1]]'))!
  const bug = 'bug assertion in c: three'
  assert.deepEqual(await faultsWith(all, () => undefined), [])
  assert.match((await faultsWith(all, ({ facts }) => facts.delete(outcome))).join(), /impossible outcome/)
  assert.match(
    (await faultsWith(all, ({ facts }) => facts.set('outcome 9', { preemption: 0 }))).join(),
    /lost outcome 9/,
  )
  assert.match((await faultsWith(all, ({ facts }) => facts.delete(bug))).join(), /impossible bug/)
  assert.match(
    (await faultsWith(all, ({ facts }) => facts.set('bug other', { preemption: 0 }))).join(),
    /guarantees that bug other is not reachable/,
  )
  assert.match(
    (
      await faultsWith({}, ({ facts }) => {
        facts.get(bug)!.preemption = -1
      })
    ).join(),
    /-1 would do/,
  )
  const bounded: Search = { bounds: { preemption: 1 }, allBugs: true }
  assert.match(
    (
      await faultsWith(bounded, ({ facts }) => {
        facts.get(outcome)!.preemption = 2
      })
    ).join(),
    /beyond the bound/,
  )
  assert.match(
    (
      await faultsWith({ bounds: { preemption: 0 }, allBugs: true }, ({ facts }) => {
        facts.get(outcome)!.preemption = 0
      })
    ).join(),
    /lost outcome/,
  )
})

test('a failing program is taken apart until nothing more can go', async () => {
  const fails = async (program: IndependentProgram): Promise<boolean> => {
    if ((await faultsOf(program, {}, LIMITS)).length > 0) return false
    try {
      return new Expectation(program).bugs.some((fact) => fact.includes('assertion'))
    } catch {
      return false
    }
  }
  // A three takes both additions, one after the other, but only the second one has to read.
  assert.deepEqual(await shrink(lostUpdate, fails), {
    shared: [['int32', 'x', 1]],
    threads: {
      a: [['write', 'x', 0, ['+', r0, 1]]],
      b: [
        ['let', r0, ['read', 'x', 0]],
        ['write', 'x', 0, ['+', r0, 2]],
      ],
      c: [
        ['let', r1, ['read', 'x', 0]],
        ['assert', ['<', r1, 3], 'three'],
      ],
    },
  })
})
