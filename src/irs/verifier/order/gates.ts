import { Accesses } from '../../../dependence/accesses.ts'
import { MAX_THREADS, threadEnd } from '../../../dependence/cells.ts'
import type { Execution } from '../../../execution/execution.ts'
import { isSpawn } from '../../../program/operations/controls.ts'
import { CausalPast } from '../../causal-past.ts'
import { Admission } from '../../enforcement/admission/admission.ts'
import { buildIndex } from '../../enforcement/admission/build-index.ts'
import { GateState, Mode } from '../../enforcement/gate/gate-state.ts'
import { TraceIndex } from '../../enforcement/admission/trace-index.ts'
import type { AdmissibleSet } from '../../set/admissible-set.ts'

/** The gates of a set, for a program whose threads all run in this JavaScript thread. */
export class Gates {
  private readonly execution: Execution
  private readonly state: GateState
  private readonly past: CausalPast
  private readonly index: TraceIndex
  private readonly admission: Admission
  private readonly touch = new Accesses()
  private open = false
  private event = -1
  private witness = -1

  constructor(execution: Execution, set: AdmissibleSet) {
    this.execution = execution
    this.state = new GateState({ cells: execution.layout.cells, models: 0, log: 0 })
    this.past = new CausalPast(this.state.cells, this.state.lastNames)
    this.index = new TraceIndex(buildIndex(set))
    this.admission = new Admission(this.index, this.state)
  }

  reset(): void {
    this.state.reset(Mode.gated, MAX_THREADS)
    this.open = this.index.isWhole
  }

  /** Whether the pending operation of the thread may happen now. */
  admits(slot: number, choice: number): boolean {
    if (this.open) return true
    const { handle, operation } = this.execution.threads[slot]!
    this.past.identify(slot, handle, choice, this.touch.set(operation.accesses))
    this.event = this.index.find(this.past.lo, this.past.hi)
    this.witness = this.event < 0 ? -1 : this.admission.witnessFor(slot, this.event)
    return this.witness >= 0
  }

  /** Lets the operation that was admitted last happen. */
  step(slot: number, choice: number): void {
    const { execution, past } = this
    if (this.open) return execution.step(slot, choice)
    past.happen(slot, this.touch)
    const spawns = isSpawn(execution.threads[slot]!.operation)
    execution.step(slot, choice)
    if (spawns && execution.failure === null) past.spawned(execution.slotOf(execution.lastValue as number))
    if (execution.hasThreadEnded(slot)) past.ended(slot, threadEnd(slot))
    this.open = this.admission.commit(slot, this.event, this.witness)
  }
}
