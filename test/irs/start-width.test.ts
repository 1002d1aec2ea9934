import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  claim,
  claimReady,
  idleCores,
  makeAllReady,
  makeReady,
  startNext,
} from '../../src/irs/enforcement/gate/thread-starts.ts'
import { GateState, GateWord, Mode, Unstarted } from '../../src/irs/enforcement/gate/gate-state.ts'
import { StartWidth } from '../../src/irs/enforcement/start-width.ts'

/** Runs that take `time(width)`; how often each width was used in the last half of them. */
function used(cores: number, runs: number, time: (width: number, run: number) => number): Map<number, number> {
  const width = new StartWidth(cores)
  const uses = new Map<number, number>()
  for (let run = 0; run < runs; run++) {
    const chosen = width.next()
    assert.ok(chosen >= 1 && chosen <= cores)
    width.ended(time(chosen, run))
    if (run >= runs / 2) uses.set(chosen, (uses.get(chosen) ?? 0) + 1)
  }
  return uses
}

test('as many threads run at once as runs are fastest with, and others are still tried', () => {
  for (const best of [1, 2, 4, 8]) {
    const uses = used(8, 2000, (width) => 100 + 10 * Math.abs(width - best))
    assert.ok(uses.get(best)! > 900, `${best}: ${JSON.stringify([...uses])}`)
    assert.equal(uses.size, 4, 'all widths are tried now and then')
  }
})

test('what pays is noticed when it changes, and a slow run now and then does not count', () => {
  const uses = used(2, 4000, (width, run) => (run % 5 === 0 ? 5000 : (width === 1) === run < 1000 ? 50 : 100))
  assert.ok(uses.get(2)! > 1700, JSON.stringify([...uses]))
})

test('on one core there is nothing to choose', () => {
  assert.deepEqual([...used(1, 100, () => 1)], [[1, 50]])
})

function fourThreads(): GateState {
  const state = new GateState({ cells: 1, models: 1, log: 0 })
  state.reset(Mode.gated, 4)
  state.words[GateWord.width] = 2
  ;[2, 1, 3].forEach((slot, i) => {
    state.words[state.starts(i)] = slot
    state.words[state.unstarted(slot)] = Unstarted.waits
  })
  state.words[GateWord.startOrder] = 3
  return state
}

test('a thread is started once: by whoever claims it, in the order of a trace', () => {
  const state = fourThreads()
  assert.equal(claimReady(state), -1, 'none can go yet')
  assert.equal(idleCores(state), 1)
  assert.ok(claim(state, 1))
  assert.equal(claim(state, 1), false)
  assert.equal(idleCores(state), 0)
  makeReady(state, 1)
  assert.equal(claimReady(state), 1)
  makeAllReady(state)
  assert.equal(claim(state, 2), false, 'it does not wait any more')
  assert.equal(claimReady(state), 2)
  const started: number[] = []
  startNext(state, 5, (slot) => started.push(slot))
  assert.deepEqual(started, [3])
  assert.equal(claimReady(state), -1)
})
