import type { Execution } from '../../execution/execution.ts'
import { EventFlag } from '../../trace/event-log.ts'
import type { NextStep, Prefix } from './prefix.ts'
import type { TraceFacts } from './trace-facts.ts'

/** Tells whether operations would be enabled after some of the events of a prefix: of each thread, the first so many. */
export class Enabledness {
  /** Whether the program may be run to find out. Otherwise what only that could tell counts as disabled. */
  mayRun = false
  /** Whether something counted as disabled without being known. */
  guessed = false

  private readonly facts: TraceFacts
  private readonly execution: Execution

  constructor(facts: TraceFacts, execution: Execution) {
    this.facts = facts
    this.execution = execution
  }

  isEnabled({ blocking, step }: NextStep, prefix: Prefix, position: Int32Array): boolean {
    const op = blocking!
    if (op.isJoin) {
      const ended = this.hasEnded(step.cell2, prefix, position)
      if (ended !== null) return ended
    }
    if (op.target?.kind === 'mutex' && op.spec.acquires === true) return !this.isHeld(op.address, prefix, position)
    if (this.mayRun) return this.tryOut(op.thread, prefix, position)
    this.guessed = true
    return false
  }

  /** Whether the thread whose end the cell stands for has executed its last event; null when that event is not known. */
  private hasEnded(end: number, prefix: Prefix, position: Int32Array): boolean | null {
    for (let k = this.facts.length - 1; k >= 0; k--) {
      if (this.facts.events[k]!.step.end === end) return this.isExecuted(k, prefix, position)
    }
    return null
  }

  /** All operations on a mutex are dependent, so the last one in any order is the last one in this. */
  private isHeld(mutex: number, prefix: Prefix, position: Int32Array): boolean {
    for (let k = prefix.extras.length - 1; k >= 0; k--) {
      const { step, past, spec } = prefix.extras[k]!
      if (past[step.thread]! > position[step.thread]!) continue
      // A tryLock that was not performed there may succeed: disabled is what counts where something is not known.
      if (step.cell === mutex && step.bytes === 1) return spec.name !== 'unlock'
      if (step.cell2 === mutex) return spec.name === 'condition reacquire'
    }
    for (let k = this.facts.length - 1; k >= 0; k--) {
      const held = this.isExecuted(k, prefix, position) ? this.holds(k, mutex) : null
      if (held !== null) return held
    }
    return false
  }

  /** Whether the mutex is held after the event, or null when the event leaves it as it is. */
  private holds(event: number, mutex: number): boolean | null {
    const { log } = this.facts
    const { name } = log.specs[event]!
    if (log.cell2[event] === mutex) return name === 'condition reacquire'
    if (log.cell[event] !== mutex || log.bytes[event] !== 1) return null
    return name === 'unlock' ? false : name === 'lock' || log.has(event, EventFlag.succeeded) ? true : null
  }

  private isExecuted(event: number, { counts }: Prefix, position: Int32Array): boolean {
    const thread = this.facts.log.thread[event]!
    const number = this.facts.happensBefore.seen(event, thread)
    return number <= position[thread]! && number <= counts[thread]!
  }

  private tryOut(thread: number, prefix: Prefix, position: Int32Array): boolean {
    const { execution, facts } = this
    const { log } = facts
    execution.reset()
    try {
      for (let k = 0; k < facts.length; k++) if (this.isExecuted(k, prefix, position)) execution.step(log.thread[k]!, log.choice[k]!)
      for (const { step, past } of prefix.extras) if (past[step.thread]! <= position[step.thread]!) execution.step(step.thread, Math.max(step.choice, 0))
      return execution.isEnabled(thread)
    } finally {
      execution.leave()
    }
  }
}
