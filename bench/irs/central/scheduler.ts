/**
 * The scheduler thread of [IRS, IV]. It sleeps until an event was recorded, where the paper's waits busily: with more
 * threads than cores that would cost more than it saves.
 */
import { workerData } from 'node:worker_threads'
import { CausalPast } from '../../../src/irs/causal-past.ts'
import { Admission } from '../../../src/irs/enforcement/admission/admission.ts'
import { TraceIndex } from '../../../src/irs/enforcement/admission/trace-index.ts'
import { giveLock, takeLock } from '../../../src/irs/enforcement/gate/gate-lock.ts'
import { type GateSizes, GateState, GateWord, Mode } from '../../../src/irs/enforcement/gate/gate-state.ts'
import { RequestWord, SchedulerWakeups } from './central-wakeups.ts'

export interface SchedulerData {
  readonly state: SharedArrayBuffer
  readonly sizes: GateSizes
  readonly index: SharedArrayBuffer
  readonly requests: SharedArrayBuffer
}

const data = workerData as SchedulerData
const requests = new Int32Array(data.requests)
const state = new GateState(data.sizes, data.state)
const past = new CausalPast(state.cells, state.lastNames)
const wakeups = new SchedulerWakeups(state, new Admission(new TraceIndex(data.index), state), () => undefined)

for (;;) {
  const seen = Atomics.load(requests, RequestWord.recorded)
  takeLock(state.words)
  if (state.words[GateWord.mode] === Mode.gated) wakeups.wakeAdmissible(past)
  giveLock(state.words)
  wakeups.notify()
  Atomics.wait(requests, RequestWord.recorded, seen)
}
