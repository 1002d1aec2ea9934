import { threadEnd } from '../../src/dependence/cells.ts'
import { Access, Accesses, conflict } from '../../src/dependence/accesses.ts'
import assert from 'node:assert/strict'
import { CausalPast } from '../../src/irs/causal-past.ts'
import { Admission } from '../../src/irs/enforcement/admission/admission.ts'
import { buildIndex } from '../../src/irs/enforcement/admission/build-index.ts'
import {
  type FastGate,
  installIndex,
  instantiate,
  Left,
  newFastParts,
} from '../../src/irs/enforcement/wasm/fast-gate.ts'
import { Unblocked, GateState, GateWord } from '../../src/irs/enforcement/gate/gate-state.ts'
import { isDecidedFast } from '../../src/irs/enforcement/gate/memory-access.ts'
import { operationFingerprint } from '../../src/irs/fingerprint.ts'
import { ThreadStatus } from '../../src/execution/controlled-thread.ts'
import type { Draw, Simulation, Twin } from './simulation.ts'

const FAST_WORDS = [
  GateWord.fastVersion,
  GateWord.tableAt,
  GateWord.tableMask,
  GateWord.eventsAt,
  GateWord.runsAt,
  GateWord.markOfAt,
  GateWord.markStartAt,
  GateWord.markEventsAt,
  GateWord.traces,
]

interface Waiting {
  readonly slot: number
  readonly handle: number
  readonly touch: Accesses
  readonly isAsleep: boolean
}

/**
 * Lets the gates in WebAssembly decide and note the same events as those in JavaScript, on a copy of the state, and
 * compares.
 */
export class FastTwin implements Twin {
  /** How often each way of leaving was seen, and how often an event was refused. */
  readonly left = Object.values(Left).map(() => 0)
  refused = 0
  private readonly of: Simulation
  private readonly draw: Draw
  private readonly state: GateState
  private readonly fast: FastGate
  private pending: { slot: number; event: number; touch: Accesses } | null = null

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

  before(slot: number, event: number, touch: Accesses): void {
    const { execution } = this.of
    this.pending = null
    if (this.open) return
    for (const thread of execution.threads)
      if (thread.status === ThreadStatus.pending && thread.slot !== slot)
        this.enter(thread.slot, new Accesses().set(thread.operation.accesses))
    this.pending = this.enter(slot, touch) >= 0 ? { slot, event, touch: new Accesses().set(touch) } : null
  }

  /** What `enter` says, which is compared. Afterwards somebody else may count as waiting. */
  private enter(slot: number, touch: Accesses): number {
    const { execution, index } = this.of
    const { operation, handle } = execution.threads[slot]!
    if (!isDecidedFast(operation, touch)) return -1
    const past = this.copyState()
    past.identify(slot, handle, 0, touch)
    const event = index.find(past.lo, past.hi)
    const witness = event < 0 ? -1 : new Admission(index, this.state).witnessFor(slot, event)
    const expected = witness < 0 ? -1 : event
    const number = this.of.set.threads.findIndex((one) => one.handle === handle)
    past.writeSeed(handle, this.state.words, this.state.seed(slot))
    this.letSomeWait(slot)
    const args = [touch.cell, touch.bytes, touch.stride, touch.access] as const
    const fingerprint = operationFingerprint(operation)
    assert.equal(
      this.fast.enter(slot, 0, fingerprint ^ 1, number < 0 ? 0 : index.firstOperation(number), ...args),
      -1,
      'another operation than expected',
    )
    assert.equal(
      this.fast.enter(slot, 1, fingerprint, number < 0 ? 0 : index.firstOperation(number), ...args),
      -1,
      'another version of the set',
    )
    const entered = this.fast.enter(slot, 0, fingerprint, number < 0 ? 0 : index.firstOperation(number), ...args)
    assert.equal(entered, expected)
    assert.equal(this.state.words[GateWord.lock], expected >= 0 ? 1 : 0)
    if (expected < 0) this.refused++
    else assert.equal(this.state.words[GateWord.witness], witness)
    return entered
  }

  private copyState(): CausalPast {
    const { words, cells, lastNames } = this.state
    const kept = FAST_WORDS.map((word) => words[word]!)
    words.set(this.of.state.words)
    FAST_WORDS.forEach((word, i) => {
      words[word] = kept[i]!
    })
    cells.set(this.of.state.cells)
    lastNames.set(this.of.state.lastNames)
    return new CausalPast(cells, lastNames)
  }

  /** As if other threads were asleep at what they are about to do, or not started. */
  private letSomeWait(slot: number): void {
    const { words } = this.state
    this.waiting = []
    for (const thread of this.of.execution.threads) {
      if (thread.slot === slot || thread.status !== ThreadStatus.pending || this.draw(3) > 0) continue
      const touch = new Accesses().set(thread.operation.accesses)
      const isAsleep = this.draw(2) === 0
      touch.write(words, this.state.touch(thread.slot))
      new CausalPast(this.state.cells, this.state.lastNames).writeSeed(
        thread.handle,
        words,
        this.state.seed(thread.slot),
      )
      words[isAsleep ? this.state.asleep(thread.slot) : this.state.unstarted(thread.slot)] = 1
      words[thread.slot < 32 ? GateWord.waitingLo : GateWord.waitingHi]! |= 1 << thread.slot
      this.waiting.push({ slot: thread.slot, handle: thread.handle, touch, isAsleep })
    }
  }
  private waiting: Waiting[] = []

  after(opens: boolean): void {
    this.open ||= opens
    if (this.pending === null) return
    const { slot, event, touch } = this.pending
    const { state, of } = this
    assert.equal(state.words[GateWord.witness], of.state.words[GateWord.witness])
    const ends = of.index.nextOperation(event) === 0
    const endTouch = new Accesses().range(0, 1, 1, Access.write)
    endTouch.cell = threadEnd(slot)
    const left = this.fast.leave(slot, event, touch.cell, touch.bytes, touch.stride, touch.access, endTouch.cell)
    assert.equal(left, this.expectedLeft(slot, opens, touch, ends ? endTouch : null))
    this.left[left]!++
    if (ends && left === Left.opens) new CausalPast(state.cells, state.lastNames).ended(slot, endTouch.cell)
    else assert.equal(state.words[state.ended(slot)], ends ? 1 : 0)
    assert.deepEqual(state.cells, of.state.cells)
    assert.deepEqual(state.lastNames, of.state.lastNames)
    assert.equal(state.words[state.last(slot)], of.state.words[of.state.last(slot)])
    assert.equal(state.words[GateWord.lock], left === Left.opens ? 1 : 0)
  }

  private expectedLeft(slot: number, opens: boolean, touch: Accesses, endTouch: Accesses | null): number {
    if (opens) return Left.opens
    const woken = [...this.released(touch), ...(endTouch === null ? [] : this.released(endTouch))]
    this.compareWoken(slot, woken)
    return endTouch === null
      ? woken.length > 0
        ? Left.wakes
        : Left.done
      : woken.length > 0
        ? Left.wakesEnded
        : Left.ended
  }

  /** Whom the access lets go on. */
  private released(touch: Accesses): Waiting[] {
    const { index, state } = this.of
    const past = new CausalPast(state.cells, state.lastNames)
    return this.waiting.filter((waiting) => {
      if (!conflict(touch, waiting.touch)) return false
      past.identify(waiting.slot, waiting.handle, 0, waiting.touch)
      const event = index.find(past.lo, past.hi)
      return event >= 0 && new Admission(index, state).witnessFor(waiting.slot, event) >= 0
    })
  }

  private compareWoken(by: number, woken: readonly Waiting[]): void {
    const { words } = this.state
    const unblocked = this.state.unblocked.subarray(Unblocked.words * by)
    const slots = (lo: number, hi: number): number[] =>
      Array.from({ length: 64 }, (_, slot) => slot).filter((slot) => ((slot < 32 ? lo : hi) & (1 << slot)) !== 0)
    const expected = (isAsleep: boolean): number[] =>
      woken
        .filter((one) => one.isAsleep === isAsleep)
        .map(({ slot }) => slot)
        .sort((a, b) => a - b)
    assert.deepEqual(slots(unblocked[Unblocked.wokenLo]!, unblocked[Unblocked.wokenHi]!), expected(true))
    assert.deepEqual(slots(unblocked[Unblocked.startedLo]!, unblocked[Unblocked.startedHi]!), expected(false))
    assert.deepEqual(
      slots(words[GateWord.waitingLo]!, words[GateWord.waitingHi]!),
      this.waiting
        .filter((one) => !woken.includes(one))
        .map(({ slot }) => slot)
        .sort((a, b) => a - b),
    )
    for (const { slot, isAsleep } of woken) {
      assert.equal(words[this.state.asleep(slot)]! + words[this.state.unstarted(slot)]!, 0)
      assert.equal(words[this.state.wake(slot)], isAsleep ? 1 : 0)
    }
  }
}
