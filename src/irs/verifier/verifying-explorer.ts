import type { Execution } from '../../execution/execution.ts'
import { Explorer, type ExplorerOptions, type OnExecution } from '../../search/explorer.ts'
import type { Reduction } from '../../search/reduction.ts'
import { Bpor } from '../../search/strategies/bpor.ts'
import { operationFingerprint } from '../fingerprint.ts'
import { FinishedSubtrees } from './finished-subtrees.ts'
import type { SearchPosition } from './search-position.ts'

/** A search that also notes what each event was, and which sub-trees are finished. */
export class VerifyingExplorer extends Explorer {
  /** By depth: where the event's operation is in the source, and its fingerprint. */
  readonly sites: number[] = []
  readonly fingerprints: number[] = []
  readonly subtrees: FinishedSubtrees
  /**
   * Told the length of the shortest prefix of S whose sub-tree is finished since the last execution, while `log` has
   * its events.
   */
  onFinished: (depth: number) => void = () => undefined
  /** Whether the optimal reduction or an optimisation puts transitions to sleep. */
  private readonly sleeps: boolean
  private readonly traces: () => number

  constructor(execution: Execution, options: ExplorerOptions, traces: () => number, onExecution: OnExecution) {
    super(execution, options, onExecution)
    this.traces = traces
    this.sleeps = this.optimise.sleep
    this.subtrees = this.makeSubtrees()
    this.subtrees.enter(0, 0)
  }

  protected makeSubtrees(): FinishedSubtrees {
    return new FinishedSubtrees(this.stack)
  }

  /** A sub-tree that is left out, as its state was explored on another path, would not count as finished. */
  protected override makeReduction(): Reduction {
    return this.options.reduction === 'dpor' ? new Bpor(this) : super.makeReduction()
  }

  override explore(): void {
    this.finishedDepth = -1
    super.explore()
    if (!this.finished || this.isOutdated) return
    if (this.subtrees.isWhole) this.finishedDepth = 0
    this.tellFinished()
  }
  private finishedDepth = -1

  /** A prefix is finished only together with the events that led there (errata 32): before one of them is replaced. */
  protected override branch(at: number, thread: number, choice: number): void {
    this.tellFinished()
    super.branch(at, thread, choice)
  }

  private tellFinished(): void {
    if (this.finishedDepth >= 0) this.onFinished(this.finishedDepth)
  }

  protected override execute(thread: number, choice: number): void {
    const { depth } = this
    const op = this.next(thread)
    this.sites[depth] = op.site
    this.fingerprints[depth] = operationFingerprint(op)
    super.execute(thread, choice)
    this.subtrees.advance(depth, choice > 0, this.sleeps)
    this.subtrees.enter(depth + 1, this.traces())
  }

  protected override pop(depth: number): void {
    super.pop(depth)
    const { log, stack } = this
    const isLastValue = log.choice[depth]! + 1 >= stack.choices[depth]! && this.isWholeChoice(depth)
    if (this.subtrees.leave(depth, log.thread[depth]!, this.sleeps, isLastValue)) this.finishedDepth = depth + 1
  }

  /** Between two executions. */
  position(): SearchPosition {
    const { depth, log, stack, counters, execution } = this
    const { executions, transitions, excluded, unfair, cut } = counters
    return {
      cellBytes: execution.layout.allocations.map(({ cellBytes }) => cellBytes),
      handles: execution.threads.map(({ handle }) => handle),
      threads: [...log.thread.subarray(0, depth)],
      choices: [...log.choice.subarray(0, depth)],
      stack: stack.save(depth),
      tree: this.reduction.save(),
      subtrees: this.subtrees.snapshot(depth),
      counters: { executions, transitions, excluded, unfair, cut },
    }
  }

  /**
   * Goes on where another search stopped: runs its last path once to know its events, then takes over what is left to
   * do.
   */
  resume(position: SearchPosition): void {
    const { execution, log, stack } = this
    const { threads, choices } = position
    const last = threads.length - 1
    stack.reserve(threads.length)
    log.reserve(last)
    execution.reserveSlots(position.handles)
    this.reduction.restore(position.tree, threads.length)
    try {
      execution.reset()
      for (this.depth = 0; this.depth < last; ) this.execute(threads[this.depth]!, choices[this.depth]!)
    } finally {
      execution.leave()
    }
    stack.restore(position.stack)
    this.subtrees.restore(position.subtrees)
    log.thread[last] = threads[last]!
    log.choice[last] = choices[last]!
    this.depth = threads.length
    Object.assign(this.counters, position.counters)
  }
}
