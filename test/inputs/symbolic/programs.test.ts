/** Programs with inputs whose regions are known: by brute force over the domain, and by thinking. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SymbolicCheck } from '../../../src/checking/inputs/symbolic-check.ts'
import { compare, load, optionsFor, regionsOf } from './compare.ts'
import { head, programs } from './programs.ts'

const options = optionsFor('optimal')

for (const [name, [source, regions, listed, behaviours]] of Object.entries(programs)) {
  test(name, async () => {
    assert.equal(await compare(head + source), null)
    const found = await regionsOf(load(head + source, true))
    assert.equal(found.length, regions)
    const check = new SymbolicCheck(load(head + source, true), options)
    while (!check.run(Infinity)) await check.waiting()
    const { inputs } = check.result()
    assert.equal(inputs!.regions!.length, listed, JSON.stringify(inputs!.regions))
    assert.equal(
      inputs!.regions!.reduce((sum, { explored }) => sum + explored, 0),
      regions,
    )
    // Each input has the very search of its region, so that these are all behaviours there are.
    assert.equal(new Set(check.regions.map(({ behaviour }) => behaviour)).size, behaviours)
  })
}

/** Where inputs are too many to be gone through, around the one of them that matters, and with all. */
const needle = (least: number, most: number): string => `${head}module.exports = program({
  name: 'needle', inputs: { n: int(${least}, ${most}) },
  shared: (mem) => ({ log: mem.int32('log', 6), next: mem.int32('next', 1) }),
  threads: {
    ann(s, self, { n }) {
      for (let i = 0; i < 2; i++) s.log[Atomics.add(s.next, 0, 1)] = Math.imul(n, 2654435761) === 123456789 ? 1 : 4
    },
    ben(s) { for (let i = 0; i < 2; i++) s.log[Atomics.add(s.next, 0, 1)] = 2 },
    cat(s) { for (let i = 0; i < 2; i++) s.log[Atomics.add(s.next, 0, 1)] = 3 },
  },
  after: (s) => assert(s.log[0] !== 3 || s.log[1] !== 1 || s.log[2] !== 2 || s.log[3] !== 2 || s.log[4] !== 1) })`

/** The only number n below 2^32 with n · 2654435761 = 123456789 modulo 2^32. */
const NEEDLE = 2_937_700_005

test('one input of 2^32 and one of many schedules', async () => {
  assert.equal(await compare(needle(NEEDLE - 1, NEEDLE + 1)), null)
  const check = new SymbolicCheck(load(needle(0, 2 ** 32 - 1), true), options)
  while (!check.run(Infinity)) await check.waiting()
  const { bugs, inputs, executions } = check.result()
  // Of the executions of three threads that append twice each, in any order, one shows it.
  assert.equal(executions, 2 * 90)
  assert.deepEqual(
    bugs.map(({ kind, input }) => [kind, input]),
    [['assertion', { n: NEEDLE }]],
  )
  assert.equal(inputs!.regions!.length, 2)
  assert.equal(inputs!.solver!.coversAll, true)
  assert.ok(inputs!.solver!.queries >= 2, 'drawing does not hit it')
})
