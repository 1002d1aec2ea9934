import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as heddle from '../../src/index.ts'
import { load } from '../frontends/harness.ts'
import type { CheckResult, Program } from '../../src/index.ts'
import { type Case, checkHere, type During, undisturbed } from './undisturbed.ts'

/** As `two-checks.test.ts`, of programs in plain code, which finds by a name of its realm what execution it is in. */

const helpers = load(
  `exports.bump = (s) => { const seen = s.a[0]; s.a[0] = seen + 1; return seen }`,
  '/test/trusted/helpers.cjs',
)

const source = `
const { program } = require('heddle')
const { bump } = require('helpers')
const made = (during, name, threads, outcome) => program({
  name,
  shared: (mem) => { during.shared?.(); return { a: mem.int32('a', 2), box: mem.float64('box', 1) } },
  threads,
  outcome: (s, results) => { during.outcome?.(); return outcome(s, results) },
})
exports.asks = (during) => made(during, 'asks', {
  one(s) { const value = Math.random(); during.thread?.(); s.box[0] = value; return s.a[0] },
  two(s) { s.a[0] = 1; return s.box[0] + Math.random() },
}, (s, results) => [s.box[0], results])
exports.bumps = (during) => made(during, 'bumps', {
  one(s) { const seen = bump(s); during.thread?.(); return seen },
  two(s) { return bump(s) + bump(s) },
  three(s) { return bump(s) },
}, (s, results) => [s.a[0], results])
exports.spins = (during) => made(during, 'spins', {
  one(s) { while (s.a[0] === 0); during.thread?.(); return s.a[1] },
  two(s) { s.a[1] = 7; s.a[0] = 1 },
}, (_, results) => results)
exports.adds = (during) => made(during, 'adds', {
  one(s) { Atomics.add(s.a, 0, 1); during.thread?.(); Atomics.add(s.a, 0, 2) },
  two(s) { Atomics.add(s.a, 0, 3) },
  three(s) { Atomics.add(s.a, 0, 4) },
}, (s) => s.a[0])
`
const made = load(source, '/test/subjects.cjs', { heddle, helpers })
const subject =
  (name: string) =>
  (during: During = {}): Program =>
    (made[name] as unknown as (during: During) => Program)(during)

const cases: readonly Case[] = [
  { subject: subject('asks'), options: { reduction: 'dpor', explore: { random: [0.25, 0.75] } } },
  { subject: subject('asks'), options: { reduction: 'dpor' } },
  { subject: subject('bumps'), options: { bounds: { preemption: 2 }, seal: ['trusted/*.cjs'] } },
  { subject: subject('bumps'), options: { bounds: { preemption: 2 } } },
  { subject: subject('spins'), options: { reduction: 'optimal' } },
  { subject: subject('adds'), options: { reduction: 'optimal', commute: 'unused-results' } },
  { subject: subject('adds'), options: { reduction: 'optimal' } },
]

const alone = cases.map(checkHere)

test('they have something to lose', () => {
  const [chosen, fixed, sealed, open, , commuting, ordered] = alone as CheckResult[]
  assert.ok(chosen!.executions > fixed!.executions)
  assert.deepEqual(chosen!.values.fixed, [])
  assert.equal(fixed!.values.fixed.length, 2)
  assert.ok(sealed!.executions < open!.executions)
  assert.ok(commuting!.executions < ordered!.executions)
})

undisturbed(cases, alone)
