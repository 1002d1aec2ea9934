import { programError, usageError } from '../errors.ts'
import { type Ending, endingOf } from '../execution/ending.ts'
import { Execution, type Heartbeat } from '../execution/execution.ts'
import { installDeterminism } from '../execution/determinism.ts'
import { record, scheduleOf } from '../execution/recording.ts'
import type { Program } from '../program/program.ts'
import { siteCount, skippedSites } from '../program/sites.ts'
import type { CheckResult, PassCounts } from '../report/result.ts'
import { EventFlag } from '../trace/event-log.ts'
import { encodeSchedule } from '../trace/schedule.ts'
import { BugList, describeBug } from './bugs.ts'
import { Explorer } from './explorer.ts'
import { noOptimisations } from './optimisations.ts'
import { Outcomes, type RawSchedule } from './outcomes.ts'

export type { Heartbeat } from '../execution/execution.ts'

export interface CheckOptions {
  readonly reduction?: string
  readonly order?: string
  readonly bounds?: Readonly<Record<string, number>>
  readonly optimise?: string
  readonly allBugs?: boolean
  readonly budgetMs?: number
  readonly maxExecutions?: number
  readonly maxDepth?: number
  /** Whether distinct traces and local states are counted (default true). */
  readonly count?: boolean
  /** A hash of the program's source, for schedules to notice that it changed. */
  readonly sourceHash?: number
}

export const DEFAULT_MAX_DEPTH = 10_000
export const DEFAULT_BUDGET_MS = 60_000

export interface CheckProgress {
  readonly executions: number
  readonly transitions: number
  readonly depth: number
  readonly bugs: number
  readonly pass: string
  readonly seconds: number
  readonly estimate: number | null
}

type Stop = 'bug' | 'budget' | 'max-executions' | 'interrupted'

/** Checks one program: runs the search in slices, and makes of what it saw the result that people and tools read. */
export class Checker {
  private readonly program: Program
  private readonly options: CheckOptions
  private readonly words: Int32Array
  private readonly execution: Execution
  private readonly explorer: Explorer
  private readonly outcomes = new Outcomes()
  private readonly bugs = new BugList()
  private stopped: Stop | null = null
  private activeMs = 0

  constructor(program: Program, options: CheckOptions, heartbeat: Heartbeat = { words: new Int32Array(16) }) {
    validate(options)
    installDeterminism()
    this.program = program
    this.options = options
    this.words = heartbeat.words
    this.execution = new Execution(program, heartbeat)
    const { maxDepth = DEFAULT_MAX_DEPTH, count = true } = options
    this.explorer = new Explorer(this.execution, { reduction: 'none', bounds: {}, optimise: noOptimisations, maxDepth, count }, (depth) => this.onExecution(depth))
  }

  /** Explores for about `ms`, or until it finds a new bug. True when finished, also by a budget, the stop flag or the first bug. */
  run(ms: number): boolean {
    const start = performance.now()
    const { explorer, words } = this
    const { budgetMs = DEFAULT_BUDGET_MS, maxExecutions = Infinity } = this.options
    const known = this.bugs.size
    // Turns, not executions: those that are cut count as well.
    for (let turn = 0; !explorer.finished && this.stopped === null && this.bugs.size === known; turn++) {
      if (explorer.counters.executions >= maxExecutions) this.stopped = 'max-executions'
      else if (words[3] !== 0) this.stopped = 'interrupted'
      else if ((turn & 15) === 0) {
        const elapsed = performance.now() - start
        if (this.activeMs + elapsed >= budgetMs) this.stopped = 'budget'
        else if (elapsed >= ms) break
      }
      if (this.stopped === null) explorer.explore()
    }
    this.activeMs += performance.now() - start
    const done = explorer.finished || this.stopped !== null
    if (done) this.refuseNothingChecked()
    return done
  }

  private refuseNothingChecked(): void {
    const { counters } = this.explorer
    if (counters.transitions === 0 && counters.executions > 0 && this.bugs.size === 0) {
      throw programError(
        `the threads of program '${this.program.name}' perform no shared operation, so there is nothing to check. ` +
        'Threads share the typed arrays and primitives that `mem` makes, and nothing else')
    }
  }

  private onExecution(depth: number): boolean {
    this.words[4]!++
    const ending = endingOf(this.execution)
    const schedule = (): RawSchedule => this.currentSchedule(depth)
    this.outcomes.add(outcomeOf(ending), schedule)
    if (ending.kind === 'completed') return false
    this.bugs.add(this.execution, ending, schedule)
    if (this.options.allBugs === true) return false
    this.stopped = 'bug'
    return true
  }

  private currentSchedule(depth: number): RawSchedule {
    const { log } = this.explorer
    const choices: number[] = []
    for (let i = 0; i < depth; i++) if (log.has(i, EventFlag.chooses)) choices.push(log.choice[i]!)
    return scheduleOf(this.execution, log.thread, choices, depth)
  }

  progress(): CheckProgress {
    const { counters, depth } = this.explorer
    return {
      executions: counters.executions, transitions: counters.transitions, depth, bugs: this.bugs.size,
      pass: 'all interleavings', seconds: this.activeMs / 1000, estimate: null,
    }
  }

  threadName(slot: number): string {
    return this.execution.threads[slot]?.name || `thread ${slot}`
  }

  /** The final result, or what is covered so far. */
  result(): CheckResult {
    const counts = this.counts()
    const bugs = this.bugs.list().map((found) => describeBug(this.execution, found, this.options.sourceHash ?? 0))
    const exhaustive = this.explorer.finished && this.stopped === null && counts.cut === 0
    const outcome = bugs.length > 0 ? 'bug' : exhaustive ? 'verified' : 'incomplete'
    return {
      schema: 1,
      program: this.program.name,
      outcome,
      search: { reduction: 'none', order: 'dfs', bounds: {}, optimisations: [] },
      guarantee: this.guarantee(exhaustive, counts),
      exhaustive,
      ...counts,
      passes: [{ bounds: {}, ...counts }],
      outcomes: this.outcomes.rows((schedule) => this.encode(schedule)),
      bugs,
      races: [],
      instrumented: { sites: siteCount(), skipped: skippedSites().map(({ site, construct }) => `${site.file}:${site.line}:${site.column} ${construct}`) },
      seconds: this.activeMs / 1000,
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    }
  }

  private counts(): PassCounts {
    const { executions, blocked, cut, excluded, transitions, traces, localStates } = this.explorer.counters
    return { executions, blocked, cut, excluded, transitions, traces: traces?.size ?? null, localStates: localStates?.size ?? null }
  }

  private encode(schedule: RawSchedule): string {
    const { fingerprints } = record(this.execution, schedule)
    return encodeSchedule({ ...schedule, fingerprints, source: this.options.sourceHash ?? 0 })
  }

  private guarantee(exhaustive: boolean, counts: PassCounts): string {
    const free = this.bugs.size === 0
    if (exhaustive && free) {
      return 'No assertion failure, deadlock, exception or misuse of a primitive is reachable in any schedule ' +
        '(every interleaving of shared operations was run, with sequentially consistent memory).'
    }
    if (exhaustive) return 'Every interleaving of shared operations was run: the bugs listed are all that are reachable in any schedule.'
    const seen = `${counts.executions} executions were run`
    const reason = this.stopped === null ? this.explorer.finished ? `${counts.cut} executions were cut at the depth limit` : 'the search had not finished' : {
      'bug': 'the search stopped at the first bug',
      'budget': 'the time budget ended the search',
      'max-executions': 'the limit on executions ended the search',
      'interrupted': 'the search was interrupted',
    }[this.stopped]
    return free
      ? `${seen} without a bug, but ${reason}: nothing is guaranteed about the schedules that were not run.`
      : `${seen}; ${reason}, so other bugs may be reachable.`
  }
}

function outcomeOf(ending: Ending): unknown {
  if (ending.kind === 'completed') return ending.value
  if (ending.kind === 'deadlock') return 'deadlock'
  return ending.where === 'after' ? ending.value : 'exception'
}

function validate(options: CheckOptions): void {
  const { reduction = 'none', order = 'dfs', bounds = {} } = options
  if (reduction !== 'none') throw usageError(`unknown reduction '${reduction}'; there is: none`)
  if (order !== 'dfs') throw usageError(`unknown order '${order}'; there is: dfs`)
  for (const name of Object.keys(bounds)) throw usageError(`unknown bound '${name}'`)
  for (const name of ['budgetMs', 'maxExecutions', 'maxDepth'] as const) {
    const value = options[name]
    if (value !== undefined && !(value > 0)) throw usageError(`${name} must be a number above 0, got ${String(value)}`)
  }
}
