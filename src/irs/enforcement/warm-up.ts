/**
 * Runs made-up threads under gates of their own, until the code of threads and gates is compiled: in the interpreter a passage
 * takes some thirty times as long, and a thread with few operations would never get beyond it.
 */
import type { ThreadControl } from '../../program/controls.ts'
import { Layout } from '../../program/layout.ts'
import { attach } from '../../program/memory.ts'
import { ops } from '../../program/ops.ts'
import { Operation, running } from '../../program/operation.ts'
import type { ThreadEntry, ThreadGenerator } from '../../program/program.ts'
import { CellMap } from '../../trace/cells.ts'
import { CausalPast } from '../causal-past.ts'
import { operationFingerprint } from '../fingerprint.ts'
import { AdmissibleSet } from '../set/admissible-set.ts'
import { buildIndex } from './build-index.ts'
import { EnforcedThread } from './enforced-thread.ts'
import { Gate } from './gate.ts'
import { GateState, GateWord, Mode } from './gate-state.ts'
import { OperationTouch, writeTouch } from './operation-touch.ts'
import { SharedModels } from './shared-models.ts'
import { TraceIndex } from './trace-index.ts'

const THREADS = 8
const ROUNDS = 1500
const LIMIT_MS = 1000

/** Each thread reads what the one before has written, and writes. */
function threadsOver(view: Int32Array): ThreadEntry[] {
  return Array.from({ length: THREADS }, (_, t) => ({
    name: 'warm-up', body: function* () { yield* ops.write(view, t + 1, ((yield* ops.read(view, t)) + 1) | 0) },
  }))
}

export function warmUp(): void {
  const layout = new Layout()
  const { mem, end } = attach(layout)
  const view = mem.int32('warm-up', THREADS + 1)
  end()
  const cells = new CellMap(layout.extent)
  const state = new GateState({ cells: cells.count, models: SharedModels.size(layout), log: 0 })
  const entries = threadsOver(view)
  const gate = new Gate({
    state, layout, control: {} as ThreadControl, index: new TraceIndex(buildIndex(madeUpSet(entries, cells))),
    threads: new Map(entries.map((_, t) => [t, t])), startThread: () => undefined, refresh: () => null,
  })
  const thread = new EnforcedThread(gate)
  const until = performance.now() + LIMIT_MS
  for (let round = 0; round < ROUNDS && performance.now() < until; round++) {
    state.reset(round % 4 === 0 ? Mode.free : Mode.gated, THREADS)
    for (let t = 0; t < THREADS; t++) {
      pretendWaiting(state, t + 1)
      thread.run(t, t, 'warm-up', entries[t]!, undefined, null)
    }
  }
  running.operation = null
}

/** As if a later thread waited at its gate, for those who look whom they can wake. */
function pretendWaiting(state: GateState, slot: number): void {
  if (slot >= THREADS) return
  state.words[GateWord.waitingLo]! |= 1 << slot
  writeTouch({ cell: 4 * slot, bytes: 4, stride: 4, access: 1, cell2: -1, access2: 0 }, state.words, state.touch(slot))
}

/** The one trace in which the threads run one after the other. */
function madeUpSet(entries: readonly ThreadEntry[], cells: CellMap): AdmissibleSet {
  const set = new AdmissibleSet()
  const past = new CausalPast(new Int32Array(4 * cells.count), new Int32Array(2 * THREADS))
  const events = entries.flatMap(({ body }, thread) => {
    set.threads.push({ handle: thread, name: '' })
    const op = (running.operation = new Operation(thread))
    const generator = body(undefined, undefined) as ThreadGenerator
    let last = -1
    const own: number[] = []
    for (let step = generator.next(); step.done !== true; step = generator.next(0)) {
      op.received()
      const touch = new OperationTouch().of(op, cells)
      past.identify(thread, thread, 0, touch)
      past.happen(thread, touch)
      last = set.events.add({ ...touch, lo: past.lo, hi: past.hi, thread, operation: operationFingerprint(op), what: 0, at: 0, chosen: 0 }, last)
      own.push(last)
    }
    return own
  })
  set.add(events)
  return set
}
