import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse } from '../validation/programs/notation.ts'
import { checkSubject, type Parts } from './validation/check-subject.ts'
import { admissionMutants } from './validation/mutants.ts'
import type { SearchPlan, Subject } from './validation/subject.ts'

/** Not in all of them something can go wrong. */
const SALTS = 40
const RUNS = 60

/** How many of the programs, each with other outcomes that are wrong, show something wrong. */
function failing(text: string, every: number, search: SearchPlan['search'], parts?: Parts): number {
  let count = 0
  for (let salt = 0; salt < SALTS; salt++) {
    const subject: Subject = {
      text: parse(text),
      wrong: { every, salt },
      plan: { search: { maxDepth: 80, ...search }, cuts: [], traces: Infinity },
    }
    if (checkSubject(subject, RUNS, salt, parts).wrong !== null) count++
  }
  return count
}

const mutant = (name: string): Parts => admissionMutants.find((one) => one.name === name)!.parts

/** Programs under whose complete sets runs failed, each with the mistake that let them. */
const cases: readonly {
  readonly what: string
  readonly text: string
  readonly every: number
  readonly search: SearchPlan['search']
  readonly mistake: string
}[] = [
  {
    what: 'a prefix whose first event the search replaces when it finishes the rest: by another value of a choice',
    text: '[store y 5] || [choose 2; if 1 {add y 3}; choose 2; if 1 {add x 3}] || [choose 2; if 1 {add y 3}]',
    every: 3,
    search: { reduction: 'optimal' },
    mistake: 'finished prefixes told after the search has moved on',
  },
  {
    what: 'the same under dpor',
    text: '[choose 2] || [choose 2; r x] || [w x; choose 2]',
    every: 3,
    search: { reduction: 'dpor' },
    mistake: 'finished prefixes told after the search has moved on',
  },
  {
    what: 'the same with less',
    text: '[w y] || [choose 2] || [r y; w x v; choose 2]',
    every: 2,
    search: { reduction: 'optimal' },
    mistake: 'finished prefixes told after the search has moved on',
  },
  {
    what: 'the same without choices: two threads do the same to the same cell',
    text: '[r x; w z; r x; w y] || [r z] || [r z; r z]',
    every: 2,
    search: { reduction: 'optimal' },
    mistake: 'finished prefixes told after the search has moved on',
  },
  {
    what: 'an erroneous execution that a bounded search finds a second time, below another prefix',
    text: '[r x; w z] || [r x; r x] || [r z; w x]',
    every: 3,
    search: { reduction: 'dpor', bounds: { preemption: 2 } },
    mistake: 'what was found before is correct',
  },
]

describe('nothing but verified traces follows on a finished prefix', () => {
  for (const { what, text, every, search, mistake } of cases) {
    test(what, () => {
      assert.equal(failing(text, every, search), 0)
      assert.ok(failing(text, every, search, mutant(mistake)) > 0, 'the mistake would show')
    })
  }
})
