import { running } from '../../program/context/execution-context.ts'
import { MAIN } from '../../program/context/supplied-values.ts'
import { callShared } from '../../program/memory/call-shared.ts'
import { type GivenAllocation, Layout } from '../../program/memory/layout.ts'
import { Primitive } from '../../program/primitives/primitive.ts'
import type { Program } from '../../program/program.ts'

/** What `shared` returned in one JavaScript thread of a real run. */
export class SharedObject {
  readonly layout: Layout
  value: unknown = undefined
  /** Otherwise `shared` must be called again before each run. */
  reusable = true
  private readonly program: Program
  private readonly alone: <T>(action: () => T) => T
  private primitives: Primitive[] = []

  /**
   * Allocates, or attaches to memory that was allocated elsewhere; `alone` keeps other workers from doing so meanwhile.
   */
  constructor(
    program: Program,
    given: readonly GivenAllocation[] | null,
    alone: <T>(action: () => T) => T = (action) => action(),
  ) {
    this.program = program
    this.alone = alone
    this.layout = new Layout(given)
    this.attach()
  }

  /** Calls `shared`, which may write initial values: never while a thread runs. */
  attach(): void {
    this.alone(() => this.attachAlone())
  }

  private attachAlone(): void {
    // In realms where values are supplied, which are those under a set, each call gets those that were verified.
    const { value: called } = running.supplied.giveOutside(MAIN, () => callShared(this.program, this.layout))
    const { value, made, reusable } = called
    this.value = value
    this.reusable = reusable
    this.primitives = [...made].filter((one) => one instanceof Primitive)
  }

  /** A new run starts on restored memory. */
  forget(): void {
    for (const primitive of this.primitives) primitive.forget()
  }
}
