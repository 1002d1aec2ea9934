import { Access } from '../dependence/accesses.ts'
import type { Transition } from '../trace/transition.ts'
import type { Search } from './reduction.ts'
import { StepTable } from './step-table.ts'

/** The transitions of the current execution, made of its events when somebody asks. */
export class EventSteps {
  readonly table = new StepTable()
  private readonly search: Search
  private readonly steps: Transition[] = []
  private readonly known: boolean[] = []

  constructor(search: Search) {
    this.search = search
  }

  /** Another event is about to take this place. */
  forget(event: number): void {
    this.known[event] = false
  }

  /** What an event did. */
  of(event: number): Transition {
    if (this.known[event] !== true) {
      this.steps[event] = this.table.ofEvent(this.search.log, event)
      this.known[event] = true
    }
    return this.steps[event]!
  }

  /** A thread's next transition at the state, which has been seen in another state. */
  at(state: number, step: Transition): Transition {
    const { compares, fails } = this.search.stack
    if (!compares.has(state, step.thread)) return step
    return this.withAccess(step, fails.has(state, step.thread) ? Access.read : Access.write)
  }

  withAccess(step: Transition, access: Access): Transition {
    if (step.accesses.access === access) return step
    const changed = step.copy()
    changed.accesses.access = access
    return this.table.shared(changed)
  }
}
