import { threadEnd } from '../../src/dependence/cells.ts'
import { Accesses } from '../../src/dependence/accesses.ts'
import { Admission } from '../../src/irs/enforcement/admission/admission.ts'
import { buildIndex } from '../../src/irs/enforcement/admission/build-index.ts'
import { GateState, GateWord, Mode } from '../../src/irs/enforcement/gate/gate-state.ts'
import { type InputsBySlot, tracesWithOther } from '../../src/irs/enforcement/admission/inputs.ts'
import { SharedModels } from '../../src/irs/enforcement/gate/shared-models.ts'
import { TraceIndex } from '../../src/irs/enforcement/admission/trace-index.ts'
import { CausalPast } from '../../src/irs/causal-past.ts'
import type { AdmissibleSet } from '../../src/irs/set/admissible-set.ts'
import type { SetReader } from '../../src/irs/set/set-file.ts'
import { ThreadStatus } from '../../src/execution/controlled-thread.ts'
import { endingOf } from '../../src/execution/ending.ts'
import { Execution } from '../../src/execution/execution.ts'
import { isChoose, isSpawn } from '../../src/program/operations/controls.ts'
import type { Program } from '../../src/program/program.ts'
import { keyOf } from './validation/trace-outcomes.ts'

export interface Twin {
  begin(): void
  before(slot: number, event: number, touch: Accesses): void
  after(opens: boolean): void
}

/** Draws a number below the given one. */
export type Draw = (below: number) => number

interface Candidate {
  readonly slot: number
  readonly choice: number
  readonly event: number
  readonly witness: number
}

/**
 * Runs a program under a set in one JavaScript thread, where a random scheduler takes the place of the workers: what
 * the gates decide can be tested so on many programs.
 */
export class Simulation {
  readonly execution: Execution
  readonly set: AdmissibleSet
  private readonly draw: Draw
  readonly state: GateState
  private readonly past: CausalPast
  readonly index: TraceIndex
  private readonly admission: Admission
  private readonly touch = new Accesses()
  opened = 0
  /** What the last run came to, by value; null when it did not end well. */
  outcome: string | null = null
  /** Does the same again, and compares. */
  twin: Twin | null = null
  private readonly inputs: InputsBySlot
  /** By slot: what the thread has chosen. */
  private chosen = new Map<number, number[]>()

  constructor(program: Program, { set, notes }: SetReader, draw: Draw, inputs: InputsBySlot = new Map()) {
    this.set = set
    this.inputs = inputs
    this.draw = draw
    this.execution = new Execution(program)
    const { layout } = this.execution
    for (const [id, bytes] of notes.cellBytes) layout.allocations[id]!.cellBytes = bytes
    this.state = new GateState({ cells: layout.cells, models: SharedModels.size(layout), log: 0 })
    this.past = new CausalPast(this.state.cells, this.state.lastNames)
    this.index = new TraceIndex(buildIndex(set, inputs.size === 0 ? null : tracesWithOther(set, inputs)))
    this.admission = this.makeAdmission()
  }

  // Made by a method, so that the validation can put an unsound one in its place.
  protected makeAdmission(): Admission {
    return new Admission(this.index, this.state)
  }

  /** One run; what went wrong, or null. */
  run(): string | null {
    const { execution, state } = this
    const events: number[] = []
    this.outcome = null
    state.reset(Mode.gated, 64)
    this.chosen = new Map()
    this.twin?.begin()
    execution.reset()
    let open = this.index.isWhole
    try {
      while (execution.failure === null && this.isUnfinished()) {
        const candidate = open ? this.anyEnabled() : this.anyAdmissible()
        if (candidate === null)
          return open ? 'an open run deadlocked' : `no thread may go on after ${events.length} events`
        if (!execution.isEnabled(candidate.slot)) return 'an event is admissible that is not enabled'
        if (this.happen(candidate) && !open) {
          open = true
          this.opened++
        }
        events.push(candidate.event)
      }
    } finally {
      execution.leave()
    }
    const ending = endingOf(execution)
    if (ending.kind !== 'completed') return `a run ended with ${ending.kind}`
    this.outcome = keyOf(ending.value)
    for (const [slot, values] of this.inputs) {
      if ((this.chosen.get(slot) ?? []).some((value, i) => values[i] !== undefined && value !== values[i]))
        return 'a run has other inputs than it was given'
    }
    if (events.includes(-1)) return 'an open run did something that no trace has'
    return this.set.has(events) ? null : 'a run is not one of the traces'
  }

  private isUnfinished(): boolean {
    return this.execution.threads.some(({ status }) => status === ThreadStatus.pending)
  }

  private anyAdmissible(): Candidate | null {
    const found: Candidate[] = []
    for (const { slot, status } of this.execution.threads) {
      if (status !== ThreadStatus.pending) continue
      for (let choice = 0; choice < this.execution.choicesOf(slot); choice++) {
        const event = this.identify(slot, choice)
        const witness = event < 0 ? -1 : this.admission.witnessFor(slot, event)
        if (witness >= 0) found.push({ slot, choice, event, witness })
      }
    }
    return found.length === 0 ? null : found[this.draw(found.length)]!
  }

  private anyEnabled(): Candidate | null {
    const enabled = this.execution.threads.filter(({ slot }) => this.execution.isEnabled(slot))
    if (enabled.length === 0) return null
    const { slot } = enabled[this.draw(enabled.length)]!
    const choice = this.given(slot) ?? this.draw(this.execution.choicesOf(slot))
    return { slot, choice, event: this.identify(slot, choice), witness: this.state.words[GateWord.witness]! }
  }

  /** The input for the `choose` that the thread is at. */
  private given(slot: number): number | undefined {
    return isChoose(this.execution.threads[slot]!.operation)
      ? this.inputs.get(slot)?.[this.chosen.get(slot)?.length ?? 0]
      : undefined
  }

  private identify(slot: number, choice: number): number {
    const thread = this.execution.threads[slot]!
    this.past.identify(slot, thread.handle, choice, this.touch.set(thread.operation.accesses))
    return this.index.find(this.past.lo, this.past.hi)
  }

  /** True when everything that can follow is verified. */
  private happen({ slot, choice, event, witness }: Candidate): boolean {
    const { execution, past } = this
    this.identify(slot, choice)
    const { operation } = execution.threads[slot]!
    this.twin?.before(slot, event, this.touch)
    const spawns = isSpawn(operation)
    if (isChoose(operation)) this.chosen.set(slot, [...(this.chosen.get(slot) ?? []), choice])
    past.happen(slot, this.touch)
    execution.step(slot, choice)
    if (spawns && execution.failure === null) past.spawned(execution.slotOf(execution.lastValue as number))
    if (execution.hasThreadEnded(slot)) past.ended(slot, threadEnd(slot))
    const opens = event >= 0 && this.admission.commit(slot, event, witness)
    this.twin?.after(opens)
    return opens
  }
}
