/** Statements one after the other that forget what they saw, and what else can tell such places apart. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSearches, searchWith } from './compare.ts'

const program = (threads: string): string => `const { choose, program } = require('heddle')
module.exports = program({
  name: 'steps',
  shared: (mem) => ({ x: mem.int32('x', 1), y: mem.int32('y', 1), m: mem.mutex('m') }),
  threads: [${threads}], outcome: (s, results) => [s.x[0], s.y[0], results],
})`
const counter = '(s) => { Atomics.add(s.x, 0, 1); s.y[0]; Atomics.add(s.x, 0, 1) }'

const meets = (thread: string): boolean =>
  searchWith(program(`${thread}, ${counter}`), { reduction: 'stateful' })!.converged

for (const [what, thread] of Object.entries({
  'a variable that is not used again':
    '(s) => { const a = Atomics.load(s.x, 0); Atomics.store(s.y, 0, a & 0); Atomics.load(s.y, 0); Atomics.load(s.y, 0) }',
  'nothing but a condition': '(s) => { if (s.x[0] > 0) s.y[0] = 0; s.x[0]; s.y[0] }',
  'a choice': '(s) => { if (choose(2) > 0) s.y[0] = 0; s.x[0]; s.y[0] }',
  'a block': '(s) => { { const a = s.x[0]; s.y[0] = a & 0 } s.x[0]; s.y[0] }',
  'a block inside a condition': '(s) => { if (s.y[0] === 0) { let a = s.x[0]; s.y[0] = a & 0; s.x[0]; s.y[0] } }',
  'part of what was seen': '(s) => { const a = s.x[0]; const b = a > 1; s.y[0]; s.y[0]; return b }',
  'what was kept behind a function that keeps more':
    '(s) => { const o = {}; const f = (v) => { o.v = v }; f(1); if (s.x[0] > 0) s.y[0] = 0; s.y[0]; s.y[0] }',
  'a critical section':
    '(s) => { s.m.lock(); const a = s.x[0]; s.x[0] = a + 1; s.m.unlock(); s.m.lock(); s.m.unlock() }',
  'what a `catch` got': '(s) => { try { if (s.x[0] > 0) throw 1; s.y[0] } catch { s.y[0] } s.y[0]; s.y[0] }',
})) {
  test(`statements that keep nothing of what they saw meet: ${what}`, () => {
    assert.ok(meets(thread))
    for (let seed = 1; seed < 4; seed++)
      assert.equal(compareSearches(program(`${thread}, ${counter}`), seed)!.difference, null)
  })
}

for (const [what, thread] of Object.entries({
  'a variable that is used at the end': '(s) => { const a = s.x[0]; s.y[0]; s.y[0]; return a }',
  'a function that stands before':
    '(s) => { function last() { return a } let a = s.x[0]; s.y[0]; s.y[0]; return last() }',
  'a variable of the function, used around a block':
    '(s) => { var n = 0; for (let i = 0; i < 2; i++) { s.y[0]; s.y[0] = n; n = s.x[0]; s.y[0] } return 1 }',
  'a variable that outlasts rounds':
    '(s) => { let n = 0; for (const i of [0, 1]) { s.y[0] = n; n = s.x[0]; s.y[0]; s.y[0] } return 1 }',
  'a variable that is seen where something is caught':
    '(s) => { let a = 0; try { a = s.x[0]; s.y[0]; s.y[0]; if (a >= 0) throw 1; a = 0 } catch { return a } }',
  'a choice': '(s) => { const a = choose(3); s.y[0]; s.y[0]; return a & 1 }',
  'a choice among as many as were seen': '(s) => { const a = choose(s.x[0] + 1); s.y[0]; s.y[0]; return a }',
  'a parameter': '(s) => { const f = (p) => { p = s.x[0]; s.y[0]; s.y[0]; return p }; return f(0) }',
  'a parameter by another name':
    '(s) => { function f(p) { p = s.x[0]; s.y[0]; s.y[0]; return arguments[0] } return f(0) }',
  'an object': '(s) => { const o = {}; const a = s.x[0]; o.a = a; s.y[0]; s.y[0]; return o }',
  'an object by a computed name': "(s) => { const o = {}; const k = 'k'; o[k] = s.x[0]; s.y[0]; s.y[0]; return o }",
  'an array': '(s) => { const o = [0]; o[0] = s.x[0]; s.y[0]; s.y[0]; return o }',
  'a variable around the function':
    '(s) => { let a = 0; const f = () => { a = s.x[0]; s.y[0]; s.y[0] }; f(); return a }',
  'a closure': '(s) => { let n = 0; const f = (v) => { n += v }; f(s.x[0]); s.y[0]; s.y[0]; return n }',
  'a getter':
    '(s) => { const o = { n: 0, get t() { return this.n++ } }; if (s.x[0] > 0) o.t; s.y[0]; s.y[0]; return o.n }',
  'a conversion':
    '(s) => { let n = 0; const o = { valueOf: () => n++ }; if (s.x[0] > 0) -o; s.y[0]; s.y[0]; return n }',
  'random numbers': '(s) => { if (s.x[0] > 0) Math.random(); s.y[0]; s.y[0]; return Math.random() }',
  'a function of another name in a block':
    '(s) => { let n = 0; const mine = () => { n++ }; const { load } = Atomics; s.y[0]; if (s.x[0] > 0) { const load = mine; load() } s.y[0]; s.y[0]; return n }',
  'a property that is called, and replaced':
    '(s) => { let n = 0; const o = { f: Atomics.load }; if (s.x[0] > 0) o.f = () => { n++ }; o.f(s.x, 0); s.y[0]; s.y[0]; return n }',
  'a sequence that was left early':
    '(s) => { let n = 0; out: { n = s.x[0]; s.y[0]; if (n > 0) break out; s.y[0]; n = 5 } s.y[0]; return n }',
  'a generator':
    '(s) => { const g = (function* () { for (let i = 0; ; i++) yield i })(); if (s.x[0] > 0) g.next(); s.y[0]; s.y[0]; return g.next().value }',
  'code that is evaluated': "(s) => { let a = s.x[0]; s.y[0]; s.y[0]; return eval('a') }",
  'cases of a switch':
    '(s) => { let a = 0; switch (s.x[0]) { case 0: a = 1; s.y[0]; case 1: s.y[0]; a++ } s.y[0]; return a }',
  'an error that is kept':
    '(s) => { let e; try { if (s.x[0] > 0) throw Error("one"); throw Error("two") } catch (error) { e = error } s.y[0]; s.y[0]; return e.message }',
})) {
  test(`statements that leave more than they seem to are told apart: ${what}`, () => {
    for (let seed = 1; seed < 6; seed++)
      assert.equal(compareSearches(program(`${thread}, ${counter}`), seed)!.difference, null)
  })
}
