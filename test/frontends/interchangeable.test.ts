import assert from 'node:assert/strict'
import { test } from 'node:test'
import { symmetryOf } from '../../src/program/threads/symmetry.ts'
import { checkSource, loadSource, outcomesOf } from './spins/check-source.ts'

const source = (threads: string, top = ''): string => `const { program } = require('heddle')
  const repeat = (make) => [0, 1, 2].map(make)
  ${top}
  module.exports = program({ name: 'made', shared: (mem) => ({ x: mem.int32('x', 1) }), threads: ${threads}, outcome: (s) => s.x[0] })`

const rootsOf = (threads: string, top = ''): readonly number[] => symmetryOf(loadSource(source(threads, top))).roots

const groupsOf = (threads: string, top = ''): unknown => symmetryOf(loadSource(source(threads, top))).groups

test('functions made at one place that see nothing there are interchangeable', () => {
  for (const [threads, top] of [
    ['repeat(() => (s) => { s.x[0]++ })'],
    ['repeat(() => function (s) { s.x[0]++ })'],
    ['repeat(() => (s) => { const add = (n) => { s.x[0] += n + step }; add(1) })', 'const step = 2'],
    ['repeat(() => (s) => add(s))', 'function add(s) { s.x[0]++ }'],
    ['repeat((i) => (s) => { for (let i = 0; i < 2; i++) s.x[0] += i })'],
  ] as const)
    assert.deepEqual(rootsOf(threads, top), [0, 0, 0], threads)
})

test('others are not, whatever is inside of them', () => {
  for (const [threads, top] of [
    ['repeat((i) => (s) => { s.x[0] += i })'],
    ['repeat((i) => (s) => { const look = () => s.x[0]; s.x[0] = look() + i })'],
    ['repeat((i) => (s, _, n = i) => { const one = () => 1; s.x[0] += n + one() })'],
    ['repeat((i) => { const f = function me(s) { s.x[0] += me.i }; f.i = i; return f })'],
    ['repeat((i) => { const f = (s) => { s.x[0] += f.i }; f.i = i; return f })'],
    ['repeat((i) => make.call({ i }))', 'function make() { return (s) => { s.x[0] += this.i } }'],
    ['[(s) => { s.x[0]++ }, (s) => { s.x[0]++ }, (s) => { s.x[0]++ }]'],
    [
      'repeat((i) => new O(i).work)',
      'class O { #i; constructor(i) { this.#i = i } work = (s) => { s.x[0] += this.#i } }',
    ],
  ] as const)
    assert.deepEqual(groupsOf(threads, top), [], threads)
})

test('what interchangeable closures come to is what the unreduced search finds', () => {
  for (const threads of ['repeat(() => (s) => { s.x[0]++ })', 'repeat((i) => (s) => { s.x[0] += i })'])
    assert.deepEqual(
      outcomesOf(checkSource(source(threads), { reduction: 'stateful' })),
      outcomesOf(checkSource(source(threads), { reduction: 'none' })),
    )
})

test('who returned what is found out where somebody sees it, and told by as many executions', () => {
  for (const program of [
    "program({ name: 'tickets', shared: (mem) => ({ x: mem.int32('x', 1), log: mem.int32('log', 4) }), threads: repeat(() => take) })",
    "program({ name: 'named', shared: (mem) => ({ x: mem.int32('x', 1), log: mem.float64('log', 4) }), threads: { a: take, b: take, c: take } })",
  ]) {
    const text = `const { program } = require('heddle'); const repeat = (make) => [0, 1, 2].map(make)
      const take = (s) => { const mine = Atomics.add(s.x, 0, 1); s.log[mine] = mine; return mine }
      module.exports = ${program}`
    const result = checkSource(text, { reduction: 'stateful' })
    assert.deepEqual(outcomesOf(result), outcomesOf(checkSource(text, { reduction: 'none' })))
    assert.equal(
      result.executions,
      result.outcomes.reduce((all, { executions }) => all + executions, 0),
    )
  }
})
