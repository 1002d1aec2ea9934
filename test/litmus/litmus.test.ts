import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { BoundName } from '../../src/bounds/bound.ts'
import { bounds as boundTable } from '../../src/bounds/index.ts'
import type { Program } from '../../src/program/program.ts'
import { assertSame } from '../support/assert-same.ts'
import { permutations } from '../support/permutations.ts'
import { explore, type Explored, type Settings, Subject } from '../support/subject.ts'
import type { Litmus } from './litmus.ts'

/** Limits at which every bound is compared with the unreduced search, whether or not the counts are written down. */
const LIMITS = [0, 1, 2, 3, 4, 6]
/** Unreduced searches of more executions than this are run once, not at every limit of every bound. */
const AFFORDABLE = 400

const folder = import.meta.dirname
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.js') && entry.parentPath !== folder)
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()

let found = 0
for (const file of files) {
  const { litmus } = (await import(pathToFileURL(file).href)) as { litmus: Litmus | Litmus[] }
  describe(relative(folder, file).replace(/\.js$/, ''), () => {
    for (const one of [litmus].flat()) {
      found++
      describe(one.program.name, () => check(one))
    }
  })
}
test('the folders hold the litmus programs', () => assert.ok(found >= 60, `only ${found} were found`))

function check(litmus: Litmus): void {
  const subject = new Subject(litmus.program)
  let reference: Explored | undefined
  const unreduced = (): Explored => (reference ??= subject.explore({ reduction: 'none' }))

  test('optimal reduction: each trace once, nothing in vain', () =>
    checkOptimal(litmus, subject, litmus.interleavings === undefined ? null : unreduced()))
  if (litmus.optimalOnly === true) return
  if (litmus.interleavings !== undefined) test('without reduction', () => checkUnreduced(litmus, unreduced()))
  test('with reduction: each trace once', () =>
    checkReduced(litmus, subject, litmus.interleavings === undefined ? null : unreduced()))
  for (const [name, counts] of Object.entries(litmus.bounds ?? {}) as [BoundName, readonly number[]][]) {
    test(`${name} bound`, () => checkBound(litmus, subject, name, counts))
  }
  if (litmus.interleavings !== undefined && litmus.interleavings <= AFFORDABLE) {
    for (const name of Object.keys(boundTable) as BoundName[])
      test(`${name} bound, with and without reduction`, () => compareAtAllLimits(subject, name))
  }
  if (litmus.large !== true && litmus.program.threads.length <= 4)
    test('the order of the threads does not matter', () => checkPermutations(litmus))
}

function checkUnreduced(litmus: Litmus, found: Explored): void {
  assert.equal(found.executions, litmus.interleavings, 'interleavings')
  assert.equal(found.traces.size, litmus.traces, 'traces')
  assert.equal(found.deadlocks.size, litmus.deadlocks ?? 0, 'deadlocks')
  // The bound's own counting plays no part in this.
  litmus.bounds?.preemption?.forEach((expected, k) => {
    assert.equal(
      [...found.traces.values()].filter((preemptions) => preemptions <= k).length,
      expected,
      `traces with at most ${k} preemptions`,
    )
  })
}

function checkReduced(litmus: Litmus, subject: Subject, unreduced: Explored | null): void {
  const all = subject.explore({ localStates: unreduced !== null })
  assert.equal(all.traces.size, litmus.traces)
  assert.equal(all.executions, litmus.traces, 'sleep sets leave one complete execution per trace')
  assert.equal(all.deadlocks.size, litmus.deadlocks ?? 0, 'deadlocks')
  if (unreduced === null) return
  assertSame(all, unreduced)
  assertSame(subject.explore({ optimise: 'none' }), unreduced)
}

/** Errata 24: an optimal search explores exactly the traces, and blocks nothing. */
function checkOptimal(litmus: Litmus, subject: Subject, unreduced: Explored | null): void {
  const optimal = subject.explore({ reduction: 'optimal', localStates: unreduced !== null })
  assert.equal(optimal.traces.size, litmus.traces)
  assert.equal(optimal.executions, litmus.traces, 'complete executions')
  assert.equal(optimal.blocked + optimal.repeated, 0, 'executions abandoned as redundant')
  if (unreduced !== null) assertSame(optimal, unreduced)
}

function checkBound(litmus: Litmus, subject: Subject, name: BoundName, counts: readonly number[]): void {
  counts.forEach((expected, limit) => {
    assert.equal(
      subject.explore({ bounds: { [name]: limit }, localStates: false }).traces.size,
      expected,
      `traces within ${name} ${limit}`,
    )
  })
  if (counts.at(-1) !== litmus.traces) return
  const beyond = subject.explore({ bounds: { [name]: counts.length + 10 } })
  assert.equal(beyond.traces.size, litmus.traces, 'all traces')
  assert.equal(beyond.executions, litmus.traces, 'where the bound excludes nothing, it costs nothing')
}

function compareAtAllLimits(subject: Subject, name: BoundName): void {
  for (const limit of LIMITS) {
    const settings: Settings = { bounds: { [name]: limit } }
    const unreduced = subject.explore({ ...settings, reduction: 'none' })
    assertSame(subject.explore(settings), unreduced, `${name} ${limit}`)
    assertSame(subject.explore({ ...settings, optimise: 'none' }), unreduced, `${name} ${limit}, no optimisation`)
  }
}

function checkPermutations(litmus: Litmus): void {
  const { threads } = litmus.program
  for (const order of permutations(threads.length)) {
    const permuted: Program = { ...litmus.program, threads: order.map((i) => threads[i]!) }
    const counted = (settings: Settings): number => explore(permuted, { ...settings, localStates: false }).traces.size
    const say = `threads in the order ${order.join()}`
    assert.equal(counted({}), litmus.traces, say)
    assert.equal(counted({ reduction: 'optimal' }), litmus.traces, `${say}, optimal`)
    litmus.bounds?.preemption?.forEach((expected, k) =>
      assert.equal(counted({ bounds: { preemption: k } }), expected, `${say}, preemption ${k}`),
    )
    litmus.bounds?.context?.forEach((expected, k) =>
      assert.equal(counted({ bounds: { context: k } }), expected, `${say}, context ${k}`),
    )
  }
}
