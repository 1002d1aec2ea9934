import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { leastCapacities } from './capacities.ts'
import { checkProgram, describeAny } from './check-program.ts'
import type { CheckSetting } from './check-results.ts'
import { setting, type Setting } from './compare.ts'
import { mutants } from './mutants/index.ts'
import { tryExample } from './mutants/hunt.ts'
import type { Mutant } from './mutants/mutant.ts'
import { parse } from './programs/notation.ts'
import { allLimits, allowsRelease, fewOptimisationSets, isUnbounded } from './settings.ts'

/** Programs on which some search was wrong once, each with what was wrong. */
const programs: Readonly<Record<string, string>> = {
  'a read and a write by one thread against a read (errata 6)': '[r x] || [r x; w x]',
  'a dependence at the very first transition (errata 4)': '[w x; r y] || [w y]',
  'a switch after a yield (errata 12)': '[w x; w y] || [r x; yield; w y; w y]',
  'a thread that fairness blocks (errata 11)': '[yield; yield; cas x] || [yield; r x; r x] || [add x; r x]',
  'a thread that fairness blocks while another spins': '[w y; yield; r x] || [spin y 1 2; w x] || [r x]',
  'all threads over one of two bounds (errata 10)': '[w y; yield; r y; r x] || [yield; spin y 1 1; w x] || [yield]',
  'readers and a sleeping writer (errata 17)': '[w x] || [r y; r x] || [r z; r x]',
  'three threads at bound 0 (errata 18)': '[w x; r y] || [r y] || [w y]',
  'a lock released before a conflict (errata 21)': '[lock m; w z; unlock m; w x] || [r z; w x; lock m; w x]',
  'an alternative thread behind a release (errata 20)': '[w x; lock m] || [r x; lock m; unlock m]',
  'an initial that is in the backtrack set (errata 22)': '[w z; r y] || [w x; r y] || [w y]',
  'local depth with a read in between (errata 15)': '[w y] || [r x] || [w x; r y]',
  'local context and the order of reads (errata 16)': '[w x; r x; r x] || [r x] || [w x]',
  'sealed code (errata 13)': '[seal {w x; r x}; r y] || [w y] || [r y; seal {r x}]',
  'a join (errata 14)': '[spawn t0; spawn t1; w y; w x] where t0 [w y] t1 [w x; joinfirst; r x]',
  'two locks, one of them never given back': '[lock m] || [lock m]',
  'read locks are not exclusive': '[rlock l; r x; runlock l] || [wlock l; w x; wunlock l] || [rlock l; w x; runlock l]',
  'two threads that fail independently': '[unlock n] || [unlock m]',
  'two threads that fail and race': '[unlock m] || [unlock m]',
  'two threads that fail and race, after others':
    '[w x 1; spawn t1; unlock m; lock m; join] || [r x; unlock m; spawn t0] where t0 [] t1 [lock n; lock n]',
  'a failure that stands for what did not come after it': '[w y] || [r y; if 1 {w x}; throw 0] || [w x; r y]',
  'a weak initial that fails': '[r x; throw 0; r y] || [w y] || [w x; w x]',
  'a failure beside a choice': '[w x; throw 0] || [choose 2]',
  'a choice one value of which fails': '[choose 2; throw 0] || [w x]',
  'a choice that commutes with a race': '[w x] || [r x] || [choose 2]',
  'a spawn that fails': '[spawn t0; throw 0] where t0 [w x]',
  'a thread whose spawn fails cannot overtake another':
    '[add y 1] || [spawn t0; w y] || [r y; spawn t0; throw 2] where t0 [lock n]',
  'a sealed thread over another bound': '[seal {r x; w x}] || [seal {r x; w x}]',
  'a lock inside sealed code': '[lock m; unlock m; w y] || [seal {w y; lock m; w y}]',
  'a yield inside sealed code': '[yield; seal {w x; yield}] || [yield; seal {r x; w x}]',
  'a race whose reversal depends on how the execution ends': '[r y] || [w y] || [w x] || [r y] || [r y; r x] || [r x]',
  'another one, with five threads': '[r y] || [w x] || [w y] || [r x; r x] || [r y]',
  'a remembered state in the middle of a block': '[add y; r x; r y; lock m] || [r y] || [lock m; w y; w x]',
  'a race in a prefix that is over the bound': '[w z; r z] || [w z]',
  'what a sleeping transition does not cover': '[r x.0; w x:1; w y.0] || [r x] || [r x:3; w x.0]',
  'what does not cover a branch that is there already': '[r x; w x; r x; w y] || [r y; w x] || [r x]',
  'what sleeps and cannot be woken within the bound': '[r y; r y; w y] || [r y] || [r y; w y]',
  'a sleeping thread that waits for a lock': '[r x; try m {}; w x; lock m] || [r x; lock m] || [w x]',
  'an event left out where a later one cannot be': '[w x; r x; w y] || [r y; w x]',
  'a branch that turns out to be over the bound': '[r y; w y] || [choose 2; r y; w y] || [r y]',
  'values of a choice explored one by one': '[w x; w y; r x] || [choose 2] || [w x; w x]',
  'a thread that has not moved yet wakes others': '[lock m] || [r x] || [lock m]',
  'a deadlock in the order that costs least': '[w x; lock m] || [lock m; unlock m; lock m]',
  'orders with waits that time out': '[timedwait x 0] || [timedwait x 0]',
  'a tried lock that is left out': '[try n {r y}; w x; try m {}] || [lock m; w y] || [r y]',
  'a failure that is cheaper without what came before it': '[w y; r y; throw 1] || [unlock m]',
  'a failure that is cheaper after other threads have ended': '[w x] || [w x; unlock m] || [lock n; lock m; yield]',
  'a failure in the place of what it seemed to cover': '[unlock m] || [lock m; w x; unlock m] || [lock n; w x]',
  'a thread whose spawn is moved': '[r y] || [w x; spawn t1] || [spawn t1; w y] where t0 [] t1 [w x; w x]',
  'a join that returns true beside a semaphore':
    '[spawn t0; join; acquire q; w x 1; release q] || [acquire q; w x 2; release q] where t0 [return true] in q words',
  'a join that returns true beside a mutex':
    '[spawn t0; join; lock m; w x 1; unlock m] || [lock m; w x 2; unlock m] where t0 [return true] in m words',
  'a join and a lock in its place':
    '[lock m; spawn t0; r x; if 1 {lock m} else {join}] || [w x] where t0 [lock m] in m words',
  'a spawn that fails beside a lock in its place':
    '[lock m; unlock m; spawn t0; throw 0] || [lock m; unlock m] where t0 [] in m words',
  'races of what is pending, in a table that grows': '[r x] || [r x; lock m] || [r x; unlock n] || [lock m]',
  'overlapping bytes of two words': '[w x:3] || [r y.0; w x] || [r x:1]',
}

/** The same for what commutes besides. */
const commuting: Readonly<Record<string, string>> = {
  'a swap that finds what other updates leave': '[inc x 1] || [inc x 2] || [cas x 2 9] || [cas x 1 9]',
  'a swap that finds what other updates leave, where two of them would do':
    '[inc x 1] || [inc x 1] || [cas x 1 0] || [cas x 2 2]',
  'updates that do not undo each other': '[or x 1] || [or x 3] || [cas x 1 9] || [cas x 3 9]',
}

const sizes = { traces: 5000, executions: 20_000, unreduced: 20_000 }

function settingsFor(unreduced: boolean): Setting[] {
  return allLimits().flatMap((limits) => [
    ...(unreduced ? [setting('none', limits)] : []),
    ...(isUnbounded(limits)
      ? [setting('optimal', limits), { ...setting('optimal', limits), capacities: leastCapacities }]
      : []),
    ...fewOptimisationSets(allowsRelease(limits)).map((optimise): Setting => ({ reduction: 'dpor', limits, optimise })),
  ])
}

/** Programs of which a whole check said something wrong once. */
const checked: Readonly<Record<string, string>> = {
  'accesses that race and are never side by side': '[try m {unlock m}; w x] || [r x; lock m]',
  'two threads that fail and race': '[unlock m] || [unlock m]',
  'sealed code whose first access is no transition': '[cas x 0 1] || [seal {r x; load x}]',
  'a switch before sealed code whose first access is no transition':
    '[store y 1; seal {r z; load x}] || [load y; if 1 {store x 1}]',
}

const checkSettings = (): CheckSetting[] =>
  [{}, { reduction: 'none' }, { reduction: 'dpor' }, { reduction: 'optimal' }].flatMap((search) => [
    { options: { ...search, allBugs: true } },
    { options: { ...search, allBugs: true, switch: 'sync' } },
    { options: { ...search, switch: 'sync' } },
  ])

function commutingSettings(unreduced: boolean): Setting[] {
  return [
    [true, false],
    [false, true],
    [true, true],
  ].flatMap(([failedCas, unusedResults]) =>
    [
      ...(unreduced ? [setting('none')] : []),
      setting('optimal'),
      setting('dpor'),
      setting('dpor', { preemption: 1 }, { cache: true, sleep: true }),
    ].map((plain): Setting => ({ ...plain, commute: { failedCas: failedCas!, unusedResults: unusedResults! } })),
  )
}

function assertRight(text: string, settings: (unreduced: boolean) => readonly (Setting | CheckSetting)[]): void {
  const { mismatch, tooLarge, unfinished } = checkProgram(parse(text), settings, sizes)
  assert.equal(
    mismatch === null ? null : `${mismatch.setting === null ? '' : describeAny(mismatch.setting)}: ${mismatch.message}`,
    null,
  )
  assert.deepEqual({ tooLarge, unfinished }, { tooLarge: false, unfinished: 0 })
}

describe('programs on which a search was wrong once', () => {
  for (const [name, text] of Object.entries(programs)) test(`${name}: ${text}`, () => assertRight(text, settingsFor))
  for (const [name, text] of Object.entries(commuting))
    test(`${name}: ${text}`, () => assertRight(text, commutingSettings))
  for (const [name, text] of Object.entries(checked))
    test(`a check of ${name}: ${text}`, () => assertRight(text, checkSettings))
})

/** What users would get: the release optimisation is refused with some bounds. */
function sound(given: Mutant['setting']): Mutant['setting'] {
  return 'options' in given || !given.optimise.release || allowsRelease(given.limits)
    ? given
    : { ...given, optimise: { ...given.optimise, release: false } }
}

describe('mutants are noticed on their examples, and the search itself is right on them', () => {
  for (const mutant of mutants) {
    test(`${mutant.name} (${mutant.source}): ${mutant.example}`, () => {
      assert.notEqual(tryExample(mutant), null)
      assert.equal(checkProgram(parse(mutant.example), () => [sound(mutant.setting)], sizes).mismatch, null)
    })
  }
})
