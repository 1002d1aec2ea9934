import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Access, Accesses } from '../../../src/dependence/accesses.ts'
import { AsyncWaiter } from '../../../src/program/operations/wait-async.ts'
import { checkAsync } from './check-async.ts'

/** More of them by `HEDDLE_ASYNC_PROGRAMS=1000 HEDDLE_ASYNC_SEED=1 node --test …`, and by all searches. */
const asked = process.env['HEDDLE_ASYNC_PROGRAMS']
const programs = Number(asked ?? 24)
const first = Number(process.env['HEDDLE_ASYNC_SEED'] ?? 1)

for (const words of [1, 2])
  test(`random programs that wait asynchronously for ${words} words: searches, states and semantics agree`, (t) => {
    let [compared, searches] = [0, 0]
    for (let seed = first; seed < first + programs; seed++) {
      const verdict = checkAsync(seed, words, asked !== undefined)
      assert.equal(verdict.mismatch, null)
      if (!verdict.skipped && verdict.waits) compared++
      searches += verdict.searches
    }
    t.diagnostic(`${compared} programs with waits compared, ${searches} searches`)
    assert.ok(compared > programs / 3, `only ${compared} were compared`)
  })

/** Variants that are known to be wrong, each of which some program must show. */
const mutants: Readonly<Record<string, () => () => void>> = {
  'what is notified is taken without regard to the lists': () => {
    const { range } = Accesses.prototype
    // Nothing else accesses lists by a range of single cells.
    Accesses.prototype.range = function (cell, bytes, stride, access) {
      return range.call(this, cell, bytes, stride, stride === 1 && bytes > 0 ? Access.none : access)
    }
    return () => (Accesses.prototype.range = range)
  },
  'a wait whose time is over stays in its list': () => {
    const { leave } = AsyncWaiter.prototype
    AsyncWaiter.prototype.leave = function () {
      const at = this.of.waiting.indexOf(this)
      this.of.waiting.splice(at, 1)
    }
    return () => (AsyncWaiter.prototype.leave = leave)
  },
}

/** The search's own checks count. */
function isNoticed(seed: number): boolean {
  try {
    return checkAsync(seed, 1, false).mismatch !== null
  } catch {
    return true
  }
}

for (const [name, install] of Object.entries(mutants))
  test(`a mutant is noticed: ${name}`, () => {
    const restore = install()
    try {
      let caught = false
      for (let seed = 1; seed <= 200 && !caught; seed++) caught = isNoticed(seed)
      assert.ok(caught)
    } finally {
      restore()
    }
  })
