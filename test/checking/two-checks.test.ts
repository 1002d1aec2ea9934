import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CheckResult, type Mem, ops, program } from '../../src/index.ts'
import { repeat } from '../programs/repeat.ts'
import { type Case, checkHere, undisturbed } from './undisturbed.ts'

/** Two checks in one process: each must come to what it comes to alone. */

interface Counters {
  readonly a: Int32Array
}
interface Values {
  readonly a: Float64Array
  readonly b: Int32Array
}

const increments =
  (name: string, threads: number): Case['subject'] =>
  (during = {}) =>
    program({
      name,
      shared: (mem: Mem): Counters => {
        during.shared?.()
        return { a: mem.int32('a', 1) }
      },
      threads: repeat(
        threads,
        () =>
          function* (s: Counters) {
            yield* ops.atomics.add(s.a, 0, 1, 'unused')
            during.thread?.()
            yield* ops.atomics.add(s.a, 0, 2, 'unused')
          },
      ),
      outcome: (s) => {
        during.outcome?.()
        return s.a[0]
      },
    })

/** Asks for a value that is supplied, in a thread and where memory is made. */
const asks =
  (name: string, threads: number): Case['subject'] =>
  (during = {}) =>
    program({
      name,
      shared: (mem: Mem): Values => {
        during.shared?.()
        const now = Date.now() > 0 ? 1 : 0
        return { a: mem.float64('a', 1), b: mem.int32('b', [now]) }
      },
      threads: repeat(
        threads,
        () =>
          function* (s: Values) {
            const value = Math.random()
            during.thread?.()
            yield* ops.write(s.a, 0, value + Math.random())
            const seen = yield* ops.read(s.b, 0)
            yield* ops.write(s.b, 0, seen + 1)
            return yield* ops.read(s.a, 0)
          },
      ),
      outcome: (s, results) => {
        during.outcome?.()
        return [s.b[0], results]
      },
    })

/** Whose cells become smaller in the middle, so that the search starts over. */
const refines: Case['subject'] = (during = {}) =>
  program({
    name: 'refines',
    shared: (mem) => {
      during.shared?.()
      return { whole: mem.int32('whole', 2) }
    },
    threads: [
      function* (s: { whole: Int32Array }) {
        yield* ops.write(s.whole, 0, 0x0101)
        during.thread?.()
        yield* ops.write(s.whole, 1, 1)
      },
      function* (s: { whole: Int32Array }) {
        if ((yield* ops.read(s.whole, 1)) === 0) return 0
        const bytes = new Uint8Array(s.whole.buffer)
        return (yield* ops.read(bytes, 0)) + (yield* ops.read(bytes, 1))
      },
    ],
    outcome: (_, results) => {
      during.outcome?.()
      return results
    },
  })

const cases: readonly Case[] = [
  { subject: increments('commuting', 3), options: { reduction: 'optimal', commute: 'unused-results' } },
  { subject: increments('ordered', 3), options: { reduction: 'optimal' } },
  { subject: increments('bounded', 3), options: { bounds: { preemption: 1 } } },
  { subject: asks('asks', 3), options: { reduction: 'dpor' } },
  { subject: asks('asks within bounds', 2), options: {} },
  { subject: refines, options: { reduction: 'dpor' } },
]

/** Each alone. */
const alone = cases.map(checkHere)

test('they have something to lose', () => {
  const [commuting, ordered, , asking] = alone as CheckResult[]
  assert.ok(commuting!.executions < ordered!.executions)
  assert.ok(asking!.values.fixed.length > 0)
  assert.deepEqual(ordered!.values.fixed, [])
})

undisturbed(cases, alone)
