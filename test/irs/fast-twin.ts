import assert from 'node:assert/strict'
import { CausalPast, type Touch, touchesConflict } from '../../src/irs/causal-past.ts'
import { buildIndex } from '../../src/irs/enforcement/build-index.ts'
import { type FastGate, installIndex, instantiate, newFastParts } from '../../src/irs/enforcement/fast-gate.ts'
import { GateState, GateWord } from '../../src/irs/enforcement/gate-state.ts'
import { isMemoryAccess } from '../../src/irs/enforcement/memory-access.ts'
import { OperationTouch, writeTouch } from '../../src/irs/enforcement/operation-touch.ts'
import { Left } from '../../src/irs/enforcement/wasm/gate-code.ts'
import { operationFingerprint } from '../../src/irs/fingerprint.ts'
import { ThreadStatus } from '../../src/execution/controlled-thread.ts'
import { Access } from '../../src/program/operation.ts'
import type { Draw, Simulation, Twin } from './simulation.ts'

const FAST_WORDS = [GateWord.fastVersion, GateWord.tableAt, GateWord.tableMask, GateWord.eventsAt, GateWord.runsAt, GateWord.markOfAt, GateWord.markStartAt, GateWord.markEventsAt]

/** Lets the gates in WebAssembly decide and note the same events as those in JavaScript, on a copy of the state, and compares. */
export class FastTwin implements Twin {
  /** How often each way of leaving was seen, and how often an event was refused. */
  readonly left = [0, 0, 0, 0, 0]
  refused = 0
  private readonly of: Simulation
  private readonly draw: Draw
  private readonly state: GateState
  private readonly fast: FastGate
  private pending: { slot: number; event: number; touch: Touch } | null = null

  constructor(of: Simulation, draw: Draw) {
    this.of = of
    this.draw = draw
    const { sizes } = of.state
    const index = buildIndex(of.set)
    const parts = newFastParts(GateState.bytes(sizes), index.byteLength)!
    this.state = new GateState(sizes, parts.memory.buffer)
    installIndex(this.state, GateState.bytes(sizes), parts.memory, index, 0)
    this.fast = instantiate(parts)
  }

  begin(): void {
    this.open = this.of.index.isWhole
  }
  private open = false

  before(slot: number, event: number, touch: Touch): void {
    const { execution } = this.of
    this.pending = null
    if (this.open) return
    for (const thread of execution.threads) if (thread.status === ThreadStatus.pending && thread.slot !== slot) this.enter(thread.slot, new OperationTouch().of(thread.operation, this.of.cells))
    this.pending = this.enter(slot, touch) >= 0 ? { slot, event, touch: { ...touch } } : null
  }

  /** What `enter` says, which is compared. Afterwards somebody else may count as waiting. */
  private enter(slot: number, touch: Touch): number {
    const { execution, index, cells } = this.of
    const { operation, handle } = execution.threads[slot]!
    if (!isMemoryAccess(operation) || touch.cell2 >= 0) return -1
    const past = this.copyState()
    past.identify(slot, handle, 0, touch)
    const event = index.find(past.lo, past.hi)
    const expected = event >= 0 && index.contains(event, this.state.words[GateWord.witness]!) ? event : -1
    const number = this.of.set.threads.findIndex((one) => one.handle === handle)
    past.writeSeed(handle, this.state.words, this.state.seed(slot))
    this.letSomeWait(slot, cells)
    const args = [touch.cell, touch.bytes, touch.stride, touch.access] as const
    const fingerprint = operationFingerprint(operation)
    assert.equal(this.fast.enter(slot, 0, fingerprint ^ 1, number < 0 ? 0 : index.firstOperation(number), ...args), -1, 'another operation than expected')
    assert.equal(this.fast.enter(slot, 1, fingerprint, number < 0 ? 0 : index.firstOperation(number), ...args), -1, 'another version of the set')
    const entered = this.fast.enter(slot, 0, fingerprint, number < 0 ? 0 : index.firstOperation(number), ...args)
    assert.equal(entered, expected)
    assert.equal(this.state.words[GateWord.lock], expected >= 0 ? 1 : 0)
    if (expected < 0) this.refused++
    return entered
  }

  private copyState(): CausalPast {
    const { words, cells, lastNames } = this.state
    const kept = FAST_WORDS.map((word) => words[word]!)
    words.set(this.of.state.words)
    FAST_WORDS.forEach((word, i) => { words[word] = kept[i]! })
    cells.set(this.of.state.cells)
    lastNames.set(this.of.state.lastNames)
    return new CausalPast(cells, lastNames)
  }

  /** As if other threads were asleep at what they are about to do. */
  private letSomeWait(slot: number, cells: Simulation['cells']): void {
    const { words } = this.state
    this.waiting = []
    for (const thread of this.of.execution.threads) {
      if (thread.slot === slot || thread.status !== ThreadStatus.pending || this.draw(3) > 0) continue
      const touch = new OperationTouch().of(thread.operation, cells)
      writeTouch(touch, words, this.state.touch(thread.slot))
      words[thread.slot < 32 ? GateWord.waitingLo : GateWord.waitingHi]! |= 1 << thread.slot
      this.waiting.push(touch)
    }
  }
  private waiting: Touch[] = []

  after(opens: boolean): void {
    this.open ||= opens
    if (this.pending === null) return
    const { slot, event, touch } = this.pending
    const { state, of } = this
    const ends = of.index.nextOperation(event) === 0
    const endTouch = OperationTouch.ofOneCell(Access.write)
    endTouch.cell = of.cells.threadEnd(slot)
    const conflicts = (with_: Touch): boolean => this.waiting.some((other) => touchesConflict(with_, other))
    const expected = opens ? Left.opens : conflicts(touch) ? Left.releases : !ends ? Left.done : conflicts(endTouch) ? Left.endReleases : Left.ended
    const left = this.fast.leave(slot, event, touch.cell, touch.bytes, touch.stride, touch.access, endTouch.cell)
    assert.equal(left, expected)
    this.left[left]!++
    if (ends && (left === Left.opens || left === Left.releases)) new CausalPast(state.cells, state.lastNames).ended(slot, endTouch.cell)
    else assert.equal(state.words[state.ended(slot)], ends ? 1 : 0)
    assert.deepEqual(state.cells, of.state.cells)
    assert.deepEqual(state.lastNames, of.state.lastNames)
    assert.equal(state.words[state.last(slot)], of.state.words[of.state.last(slot)])
    assert.equal(state.words[GateWord.lock], left === Left.done || left === Left.ended ? 0 : 1)
  }
}
