import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Program } from '../../src/program/program.ts'
import { sketch } from '../programs/sketch.ts'
import { explore } from '../support/subject.ts'

/** The schedules that the search without reduction runs, as letters of threads; each must be run once. */
function schedules(program: Program): string[] {
  const seen: string[] = []
  explore(program, { reduction: 'none', each: ({ schedule }) => seen.push(schedule) })
  return seen.sort()
}

test('two threads of two operations: all 6 interleavings, with their outcomes', () => {
  const outcomes: Record<string, string> = {}
  explore(sketch('[w x; r y] || [w y; r x]'), {
    reduction: 'none',
    each: ({ schedule, outcome }) => {
      outcomes[schedule] = outcome
    },
  })
  assert.deepEqual(outcomes, {
    // x and y at the end, what a read from y, what b read from x
    aabb: '[[100,200],[[0],[100]]]',
    abab: '[[100,200],[[200],[100]]]',
    abba: '[[100,200],[[200],[100]]]',
    baab: '[[100,200],[[200],[100]]]',
    baba: '[[100,200],[[200],[100]]]',
    bbaa: '[[100,200],[[200],[0]]]',
  })
})

test('two and four operations: all 15 interleavings', () => {
  assert.deepEqual(schedules(sketch('[w x; w x] || [r x; r x; r x; r x]')), [
    'aabbbb',
    'ababbb',
    'abbabb',
    'abbbab',
    'abbbba',
    'baabbb',
    'bababb',
    'babbab',
    'babbba',
    'bbaabb',
    'bbabab',
    'bbabba',
    'bbbaab',
    'bbbaba',
    'bbbbaa',
  ])
})

test('a lock excludes interleavings: 14 remain', () => {
  assert.deepEqual(schedules(sketch('[lock m; w x; unlock m] || [lock m; r x; unlock m] || [r x]')), [
    'aaabbbc',
    'aaabbcb',
    'aaabcbb',
    'aaacbbb',
    'aacabbb',
    'acaabbb',
    'bbbaaac',
    'bbbaaca',
    'bbbacaa',
    'bbbcaaa',
    'bbcbaaa',
    'bcbbaaa',
    'caaabbb',
    'cbbbaaa',
  ])
})

test('a deadlock is a complete execution: 2 of 6', () => {
  assert.deepEqual(schedules(sketch('[lock a; lock b; unlock b; unlock a] || [lock b; lock a; unlock a; unlock b]')), [
    'aaaabbbb',
    'aaababbb',
    'ab',
    'ba',
    'bbbabaaa',
    'bbbbaaaa',
  ])
})

test('a choice has one execution per value', () => {
  const outcomes: string[] = []
  explore(sketch('[choose; choose] || [w x]'), {
    reduction: 'none',
    each: ({ schedule, outcome }) => outcomes.push(`${schedule} ${outcome}`),
  })
  assert.deepEqual(
    outcomes.sort(),
    ['aab', 'aba', 'baa']
      .flatMap((schedule) => ['0,0', '0,1', '1,0', '1,1'].map((values) => `${schedule} [[200],[[${values}],[]]]`))
      .sort(),
  )
})

test('a preemption bound of 0 leaves the executions that switch only where a thread ends or blocks', () => {
  const seen: string[] = []
  const program = sketch('[lock m; w x; unlock m] || [lock m; r x; unlock m] || [r x]')
  explore(program, { reduction: 'none', bounds: { preemption: 0 }, each: ({ schedule }) => seen.push(schedule) })
  assert.deepEqual(seen.sort(), ['aaabbbc', 'aaacbbb', 'bbbaaac', 'bbbcaaa', 'caaabbb', 'cbbbaaa'])
})
