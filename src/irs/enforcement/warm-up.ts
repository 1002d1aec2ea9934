/**
 * Passes made-up events through a gate of its own, until the code of gates is compiled: in the interpreter a passage takes some
 * thirty times as long, and a thread with few operations would never get beyond it.
 */
import type { ThreadControl } from '../../program/controls.ts'
import { Layout } from '../../program/layout.ts'
import { attach } from '../../program/memory.ts'
import { armRead, armWrite } from '../../program/memory-operations.ts'
import { Operation, running } from '../../program/operation.ts'
import { tagOf } from '../../program/shared-tag.ts'
import { CellMap } from '../../trace/cells.ts'
import { CausalPast, type Touch } from '../causal-past.ts'
import { operationFingerprint } from '../fingerprint.ts'
import { AdmissibleSet } from '../set/admissible-set.ts'
import { buildIndex } from './build-index.ts'
import { Gate } from './gate.ts'
import { GateState, GateWord, Mode } from './gate-state.ts'
import { OperationTouch, writeTouch } from './operation-touch.ts'
import { SharedModels } from './shared-models.ts'
import { TraceIndex } from './trace-index.ts'

const THREADS = 8
const ROUNDS = 1500
const LIMIT_MS = 1000

/** What thread number `t` does: reads what the one before has written, and writes. */
interface Step {
  readonly thread: number
  readonly writes: boolean
}

const steps: readonly Step[] = Array.from({ length: THREADS }, (_, thread) => [{ thread, writes: false }, { thread, writes: true }]).flat()

export function warmUp(): void {
  const layout = new Layout()
  const { mem, end } = attach(layout)
  const view = mem.int32('warm-up', THREADS + 1)
  end()
  const cells = new CellMap(layout.extent)
  const state = new GateState({ cells: cells.count, models: SharedModels.size(layout), log: 0 })
  const ops = Array.from({ length: THREADS }, (_, slot) => new Operation(slot))
  const arm = ({ thread, writes }: Step): Operation => {
    const op = (running.operation = ops[thread]!)
    if (writes) armWrite(view, tagOf(view)!, thread + 1, 1)
    else armRead(view, tagOf(view)!, thread)
    op.received()
    return op
  }
  const index = new TraceIndex(buildIndex(madeUpSet(arm, cells)))
  const gate = new Gate({
    state, layout, control: {} as ThreadControl, index, threads: new Map(ops.map((_, t) => [t, t])), startThread: () => undefined, refresh: () => null,
  })
  const until = performance.now() + LIMIT_MS
  for (let round = 0; round < ROUNDS && performance.now() < until; round++) {
    state.reset(Mode.gated, THREADS)
    for (const step of steps) {
      const op = arm(step)
      if (!step.writes) gate.enter(step.thread, step.thread, op)
      pretendWaiting(state, new OperationTouch().of(op, cells), step.thread + 1)
      gate.pass(op)
      if (step.writes) gate.end()
    }
  }
  running.operation = null
}

/** As if a later thread waited at its gate, for those who look whom they can wake. */
function pretendWaiting(state: GateState, touch: Touch, slot: number): void {
  if (slot >= THREADS) return
  state.words[GateWord.waitingLo]! |= 1 << slot
  writeTouch({ ...touch, cell: 4 * slot, access: 1 }, state.words, state.touch(slot))
}

function madeUpSet(arm: (step: Step) => Operation, cells: CellMap): AdmissibleSet {
  const set = new AdmissibleSet()
  for (let t = 0; t < THREADS; t++) set.threads.push({ handle: t, name: '' })
  const past = new CausalPast(new Int32Array(4 * cells.count), new Int32Array(2 * THREADS))
  const last = new Map<number, number>()
  const events = steps.map((step) => {
    const op = arm(step)
    const touch = new OperationTouch().of(op, cells)
    past.identify(step.thread, step.thread, 0, touch)
    past.happen(step.thread, touch)
    const event = set.events.add({ ...touch, lo: past.lo, hi: past.hi, thread: step.thread, operation: operationFingerprint(op), what: 0, at: 0 }, last.get(step.thread) ?? -1)
    last.set(step.thread, event)
    return event
  })
  set.add(events)
  return set
}
