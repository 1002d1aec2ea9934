/**
 * Which conditions an execution has met, and where: a trace rests on those of its own code, not on all that the search
 * has met (docs/decisions/inputs.md).
 */
import type { Expr } from './expressions.ts'

const NONE: readonly Expr[] = []

export class MetConditions {
  /** Since the last step ended, in the order in which they were met. */
  private recent: Expr[] = []
  /** By step: of the operation, and of what its thread did after it, up to its next operation or its end. */
  private readonly steps: (readonly Expr[])[] = []
  /** Of `shared` and of what threads do before their first operation: each execution meets these. */
  private readonly beginning = new Set<Expr>()

  note(condition: Expr): void {
    this.recent.push(condition)
  }

  // --- Parts of what was met last ---

  get mark(): number {
    return this.recent.length
  }

  since(mark: number): readonly Expr[] {
    return mark === this.recent.length ? NONE : [...new Set(this.recent.slice(mark))]
  }

  /** Code that is not run again would have met these. */
  recall(conditions: readonly Expr[]): void {
    for (const one of conditions) this.recent.push(one)
  }

  /** Code has caught up: what it met belongs to earlier steps. */
  forget(mark: number): void {
    this.recent.length = mark
  }

  /** Whatever is done once for all executions. */
  forAll(mark: number): void {
    for (const one of this.since(mark)) this.beginning.add(one)
    this.forget(mark)
  }

  // --- One execution ---

  begin(): void {
    this.recent = []
    this.steps.length = 0
  }

  /** All threads are at their first operation. */
  begun(): void {
    this.forAll(0)
  }

  /** What was asked between two steps is of the search, not of the execution. */
  beginStep(): void {
    if (this.recent.length > 0) this.recent = []
  }

  endStep(): void {
    this.steps.push(this.since(0))
    this.recent = []
  }

  /** Back to the state after so many steps. */
  back(steps: number): void {
    this.recent = []
    this.steps.length = steps
  }

  ofStep(step: number): readonly Expr[] {
    return this.steps[step]!
  }

  /** Those that belong to no step: before the first one, and since the last one. */
  get ofEnds(): readonly Expr[] {
    return [...new Set([...this.beginning, ...this.recent])]
  }
}
