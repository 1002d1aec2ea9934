import type { BoundName } from '../../src/bounds/bound.ts'
import { soundFor } from '../../src/checking/check-options.ts'
import { endingOf } from '../../src/execution/ending.ts'
import { Execution } from '../../src/execution/execution.ts'
import { outcomeKey } from '../../src/results/outcome-key.ts'
import type { Program } from '../../src/program/program.ts'
import { Explorer, type ReductionName } from '../../src/search/explorer.ts'
import {
  noOptimisations,
  optimisationNames,
  type OptimisationName,
  type Optimisations,
} from '../../src/search/optimisations.ts'
import { EventFlag } from '../../src/trace/event-log.ts'

export type Bounds = Readonly<Partial<Record<BoundName, number>>>

export interface Settings {
  readonly reduction?: ReductionName
  readonly bounds?: Bounds
  /** Default: all that are sound under the bounds. */
  readonly optimise?: 'all' | 'none' | readonly OptimisationName[]
  readonly maxDepth?: number
  /** Whether sealed code is respected (default false). */
  readonly sealing?: boolean
  /** Whether local states are kept (default true). */
  readonly localStates?: boolean
  /** Sees every complete execution. */
  readonly each?: (execution: ObservedExecution) => void
  /** Gives up after so many executions; `gaveUp` then says so. */
  readonly maxExecutions?: number
}

export interface ObservedExecution {
  readonly trace: string
  /** By bound. */
  readonly costs: Readonly<Record<string, number>>
  /** The thread of every event, as letters: thread 0 is `a`. */
  readonly schedule: string
  readonly outcome: string
}

/** Everything that a search found. Traces are keys that searches of one subject have in common. */
export interface Explored {
  readonly executions: number
  readonly blocked: number
  readonly repeated: number
  readonly cut: number
  readonly truncated: number
  readonly excluded: number
  /**
   * Complete executions only. By trace: the fewest preemptions among the executions seen, counted here and not by the
   * bound.
   */
  readonly traces: ReadonlyMap<string, number>
  readonly localStates: ReadonlySet<string>
  /** By outcome, as canonical text: the number of executions. */
  readonly outcomes: ReadonlyMap<string, number>
  /** The traces that end in a deadlock. */
  readonly deadlocks: ReadonlySet<string>
  readonly failures: number
  readonly gaveUp: boolean
}

class ObservedExplorer extends Explorer {
  readonly seenLocalStates = new Set<string>()
  keepLocalStates = true

  /** The trace of the execution that has just ended, or the local state that the last event reached. */
  traceKey(): string {
    return `${this.hash!.eventLo},${this.hash!.eventHi}`
  }

  protected override push(depth: number): void {
    super.push(depth)
    if (this.keepLocalStates) this.seenLocalStates.add(this.traceKey())
  }

  schedule(): string {
    return Array.from(this.log.thread.subarray(0, this.depth), (thread) => String.fromCharCode(97 + thread)).join('')
  }

  /**
   * Switches away from a thread that could have gone on, unless it had just yielded [bpor.txt, Def. 2.5; errata 10].
   */
  preemptions(): number {
    let count = 0
    for (let i = 1; i < this.depth; i++) {
      const before = this.log.thread[i - 1]!
      const switched = this.log.thread[i] !== before && this.stack.isEnabled(i, before)
      if (switched && !this.log.has(i - 1, EventFlag.yields)) count++
    }
    return count
  }
}

/** The optimisations that are sound together under these bounds (errata 21). */
export function allOptimisations(bounds: Bounds, sealing = false): Optimisations {
  return soundFor({ trans: true, alt: true, release: true, bound: true, sleep: true, cache: true }, bounds, sealing)
}

function optimisations({ optimise: wanted = 'all', bounds = {}, sealing }: Settings): Optimisations {
  if (wanted === 'all') return allOptimisations(bounds, sealing)
  if (wanted === 'none') return noOptimisations
  return Object.fromEntries(optimisationNames.map((name) => [name, wanted.includes(name)])) as unknown as Optimisations
}

/**
 * A program under test. All searches share one execution, so that the slots of spawned threads, and with them the
 * hashes, agree.
 */
export class Subject {
  private readonly execution: Execution

  constructor(program: Program) {
    this.execution = new Execution(program)
  }

  explore(settings: Settings = {}): Explored {
    // What a search finds out about the memory's layout makes it stop: the next one knows.
    for (;;) {
      const { explorer, found } = this.search(settings)
      if (!explorer.isOutdated) return found
    }
  }

  private search(settings: Settings): { explorer: ObservedExplorer; found: Explored } {
    const {
      reduction = 'dpor',
      bounds = {},
      maxDepth = 10_000,
      sealing = false,
      localStates = true,
      maxExecutions = Infinity,
    } = settings
    const traces = new Map<string, number>()
    const outcomes = new Map<string, number>()
    const deadlocks = new Set<string>()
    let failures = 0
    const explorer = new ObservedExplorer(
      this.execution,
      { reduction, bounds, optimise: optimisations(settings), maxDepth, sealing, count: true },
      () => {
        const key = explorer.traceKey()
        traces.set(key, Math.min(traces.get(key) ?? Infinity, explorer.preemptions()))
        const ending = endingOf(this.execution)
        if (ending.kind === 'deadlock') deadlocks.add(key)
        if (ending.kind === 'failed') failures++
        const outcome = ending.kind === 'completed' ? outcomeKey(ending.value) : ending.kind
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        settings.each?.({ trace: key, costs: explorer.costs(), schedule: explorer.schedule(), outcome })
        return false
      },
    )
    explorer.keepLocalStates = localStates
    const { counters } = explorer
    while (!explorer.finished && counters.executions < maxExecutions) explorer.explore()
    const { executions, blocked, repeated, cut, truncated, excluded } = counters
    return {
      explorer,
      found: {
        executions,
        blocked,
        repeated,
        cut,
        truncated,
        excluded,
        traces,
        localStates: explorer.seenLocalStates,
        outcomes,
        deadlocks,
        failures,
        gaveUp: !explorer.finished,
      },
    }
  }
}

export const explore = (program: Program, settings: Settings = {}): Explored => new Subject(program).explore(settings)
