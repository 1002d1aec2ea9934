import type { Slot } from '../base/thread-numbers.ts'
import { ArrangedExecutions } from './arranged.ts'
import { defaultCapacities } from '../base/capacities.ts'
import { HeddleError, nondeterminism, programError, usageError } from '../base/errors.ts'
import { installDeterminism } from '../execution/determinism/determinism.ts'
import { type Ending, endingOf } from '../execution/ending.ts'
import { Execution } from '../execution/execution.ts'
import { HeartbeatWord, newHeartbeat } from '../execution/heartbeat.ts'
import { Fingerprints } from '../execution/replay/fingerprints.ts'
import { ExecutionContext, within } from '../program/context/execution-context.ts'
import { SuppliedValues } from '../program/context/supplied-values.ts'
import { type RawSchedule, scheduleOf } from '../execution/replay/schedule-of.ts'
import type { Program } from '../program/program.ts'
import { SealedFiles } from '../program/sealing/sealed-files.ts'
import type { CheckResult, Effort, Estimate, OutcomeRow } from '../results/check-result.ts'
import { Discoveries } from '../search/discoveries.ts'
import { encodeSchedule } from '../trace/schedule.ts'
import { BugList, type Sighting } from './bugs.ts'
import {
  type CheckOptions,
  DEFAULT_BUDGET_MS,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_ROWS,
  type Plan,
  planOf,
} from './check-options.ts'
import { confirmOutcomes } from './confirm-outcomes.ts'
import type { Coverage } from './guarantee.ts'
import { HeldLocks } from './held-locks.ts'
import { Minimiser, minimisingTime } from './minimise/minimise.ts'
import { formulaOf, outcomeOf } from './outcome-of.ts'
import { Pass } from './pass.ts'
import { Passes } from './passes.ts'
import type { CheckProgress, ProgramCheck } from './program-check.ts'
import { RaceList } from './races.ts'
import { Unending } from './unending.ts'
import { type Checked, coverageOf, outcomesOf, resultOf } from './result-of.ts'

export type { CheckProgress } from './program-check.ts'
export { type CheckOptions, DEFAULT_BUDGET_MS, DEFAULT_MAX_DEPTH } from './check-options.ts'

/** Checks one program: runs its passes in slices, and makes of what they saw the result that people and tools read. */
export class Checker implements ProgramCheck {
  private readonly program: Program
  private readonly options: CheckOptions
  private readonly plan: Plan
  private readonly words: Int32Array
  private readonly execution: Execution
  private readonly fingerprints: Fingerprints
  private readonly maxRows: number
  private readonly bugs: BugList
  private readonly races: RaceList
  private readonly held: HeldLocks
  private readonly arranged: ArrangedExecutions
  private readonly passes: Passes
  private readonly unending: Unending
  private stopped: CheckResult['stopped'] = null
  private activeMs = 0
  /** When the slice at work began; null between slices. */
  private sliceBegan: number | null = null
  /** When, in active time, the bounded pass at work began. */
  private passBegan = 0

  constructor(program: Program, options: CheckOptions, heartbeat = newHeartbeat(), capacities = defaultCapacities) {
    this.plan = planOf(options)
    installDeterminism()
    const context = new ExecutionContext(new SuppliedValues(this.plan.explore), new SealedFiles(options.seal))
    this.program = program
    this.options = options
    this.words = heartbeat.words
    this.maxRows = options.maxRows ?? DEFAULT_MAX_ROWS
    this.bugs = this.makeBugList(this.maxRows)
    this.held = new HeldLocks(this.maxRows)
    this.execution = new Execution(program, heartbeat, this.plan.syncOnly, capacities, context)
    this.arranged = new ArrangedExecutions(this.execution)
    this.races = new RaceList(this.execution, this.maxRows)
    this.fingerprints = new Fingerprints(this.execution.layout)
    const { count = true } = options
    const seen = this.plan.portfolio ? new Discoveries(capacities.discoveries, 4 * capacities.room) : null
    const limits = { maxDepth: this.maxDepth, count, maxRows: this.maxRows, seen, races: () => this.races.detector() }
    this.passes = new Passes(
      this.plan,
      ({ reduction, sampling }, bounds, sealing) =>
        new Pass(
          { ...this.plan, reduction, sampling },
          bounds,
          sealing,
          this.execution,
          limits,
          () => this.onExecution(),
          (depth, why) => this.onAbandoned(depth, why === 'cut'),
          (cycle) => this.unending.goesRound(cycle) && this.stopAtBug(),
        ),
      capacities,
    )
    const { execution, passes, bugs, plan } = this
    this.unending = new Unending({ execution, passes, bugs, plan, sighting: this.sighting })
  }

  // Made by a method, so that the validation can put a wrong one in its place.
  protected makeBugList(limit: number): BugList {
    return new BugList(limit)
  }

  run(ms: number): boolean {
    return within(this.execution.context, () => this.runSlice(ms))
  }

  private runSlice(ms: number): boolean {
    const start = performance.now()
    this.sliceBegan = start
    const { budgetMs = DEFAULT_BUDGET_MS, maxExecutions = Infinity } = this.options
    const known = this.bugCount
    const { passes } = this
    // Turns, not executions: those that are cut count as well.
    for (let turn = 0; !passes.done && this.stopped === null && this.bugCount === known; turn++) {
      if (maxExecutions !== Infinity && passes.executions >= maxExecutions) this.stopped = 'max-executions'
      else if (this.words[HeartbeatWord.stop] !== 0) this.stopped = 'interrupted'
      else if ((turn & 15) === 0) {
        const now = performance.now()
        passes.clock.tick(now)
        const elapsed = now - start
        if (this.activeMs + elapsed >= budgetMs) this.stopped = 'budget'
        else if (elapsed >= ms) break
      }
      if (this.stopped !== null) break
      this.races.executionBegins()
      passes.explore()
      this.runArranged()
      const { bounded } = passes
      if (this.raced && this.execution.syncOnly) this.interleaveAll()
      else if (this.stopped === null) passes.advance()
      if (this.stopped === null && !passes.done) this.stopped = this.unending.stop
      if (passes.bounded !== bounded) this.passBegan = this.activeMs + performance.now() - start
    }
    passes.clock.turnTo(null)
    const over = passes.done || this.stopped !== null
    if (over) this.minimiseFound()
    this.describeFound()
    this.activeMs += performance.now() - start
    this.sliceBegan = null
    if (over && this.program.input === null) {
      const why = this.whyVain()
      if (why !== null) throw why
    }
    return over
  }

  /** What was spent until now. */
  readonly effort = (): Effort => {
    const elapsed = this.sliceBegan === null ? 0 : performance.now() - this.sliceBegan
    return { ...this.passes.spent, seconds: (this.activeMs + elapsed) / 1000 }
  }

  private readonly sighting = (): Sighting => ({
    effort: this.effort(),
    needed: this.passes.neededPreemptions,
    pass: this.plan.iterate.length === 0 ? null : this.passes.running.description,
  })

  private get bugCount(): number {
    return this.bugs.size + (this.plan.racesAreBugs ? this.races.size : 0)
  }

  /**
   * Bugs and races are described as they are found, so that this counts as part of the search and can be interrupted
   * with it.
   */
  private describeFound(): void {
    this.explained(() => {
      this.races.rows((schedule) => this.encode(schedule, true))
      this.held.rows(this.execution, (schedule) => this.encode(schedule))
      this.bugs.describeNew(this.execution, this.options.sourceHash ?? 0)
    })
  }

  /** Livelocks are not: what repeats is most of them. */
  private minimiseFound(): void {
    const { execution, bugs, plan, maxDepth, fingerprints } = this
    if (this.options.minimise === false) return
    const found = bugs.list().filter(({ raw, minimised }) => raw.cycle === undefined && minimised === null)
    const end = performance.now() + minimisingTime(1000 * this.effort().seconds)
    const isStopped = (): boolean => this.words[HeartbeatWord.stop] !== 0
    this.explained(() => {
      for (const [i, bug] of found.entries()) {
        const milliseconds = (end - performance.now()) / (found.length - i)
        if (isStopped() || milliseconds <= 0) return
        const options = { maxDepth, commute: plan.commute, milliseconds, isStopped }
        const minimiser = new Minimiser(execution, fingerprints, (ending) => bugs.keyOf(execution, ending), options)
        bug.minimised = minimiser.minimise(bug.raw, bug.seen?.needed ?? 0)
        if (bug.minimised === null) continue
        bug.raw = bug.minimised.raw
        bug.described = null
      }
    })
  }

  /** Why a finished check says nothing; null when it does. Another input may do more. */
  whyVain(): HeddleError | null {
    const { counters } = this.passes.bounded.explorer
    const unmatched = this.options.seal?.[this.execution.context.sealedFiles.firstUnmatched]
    if (unmatched !== undefined && this.stopped === null)
      return usageError(
        `seal: no shared operation is in a file that matches '${unmatched}'; patterns match paths or their ends, such as lib/**`,
      )
    if (
      counters.transitions === 0 &&
      counters.executions > 0 &&
      this.bugs.size === 0 &&
      this.execution.plainAccesses === 0
    ) {
      return programError(
        `the threads of program '${this.program.name}' perform no shared operation, so there is nothing to check. ` +
          'Threads share the typed arrays and primitives that `mem` makes, and nothing else',
      )
    }
    return null
  }

  private onExecution(): boolean {
    this.words[HeartbeatWord.executions]!++
    const ending = endingOf(this.execution)
    const { log, depth } = this.passes.running.explorer
    const schedule = (): RawSchedule => this.currentSchedule(depth)
    if (this.execution.failure === null) this.held.executionEnded(this.execution, log, depth, schedule)
    const { outcomes, explorer } = this.passes.running
    const examine = (execution: Execution, end: Ending, by: () => RawSchedule): void => {
      outcomes.add(outcomeOf(execution, end), () => this.encode(by()), formulaOf(end))
      if (end.kind !== 'completed') this.bugs.add(execution, end, by, this.sighting)
    }
    examine(this.execution, ending, schedule)
    this.arranged.add(schedule, explorer.arrangements, (...arranged) => {
      explorer.counters.executions++
      examine(...arranged)
    })
    this.races.executionEnded(schedule, this.effort)
    if (this.endsByRace()) return true
    return this.bugCount > 0 && this.stopAtBug()
  }

  private runArranged(): void {
    const hasRun = this.arranged.run(() => this.stopped !== null)
    if (hasRun && this.bugCount > 0 && this.stopped === null) this.stopAtBug()
  }

  /** A bug was found; whether that ends the search. */
  private stopAtBug(): boolean {
    if (this.options.allBugs === true) return false
    this.stopped = 'bug'
    return true
  }

  /**
   * Where only synchronisation operations are transitions, what a trace leads to is determined by it as long as no
   * accesses race. Once some do, nothing can be concluded from a trace any more: the search ends with that bug, or goes
   * on with every access as a transition. An exception can hide a race: it ends the execution before other threads come
   * to the second access.
   */
  protected endsByRace(): boolean {
    const { execution, races } = this
    if (!execution.syncOnly || (races.size === 0 && !execution.failedBeforeOthers)) return false
    if (this.options.allBugs === true) this.raced = true
    else if (races.size > 0) this.stopped = 'bug'
    else return false
    return true
  }
  /** A data race, or what may hide one, has ended a search with transitions at synchronisation operations only. */
  private raced = false

  private interleaveAll(): void {
    this.execution.syncOnly = false
    this.passes.startOver()
  }

  private onAbandoned(depth: number, cut: boolean): boolean {
    this.races.executionEnded(() => this.currentSchedule(depth), this.effort)
    if (this.endsByRace()) return true
    if (cut && this.unending.wasCut(depth, () => this.currentSchedule(depth))) this.stopAtBug()
    return false
  }

  private get maxDepth(): number {
    return this.options.maxDepth ?? DEFAULT_MAX_DEPTH
  }

  private currentSchedule(depth: number): RawSchedule {
    return scheduleOf(this.execution, this.passes.running.explorer.log, depth, this.fingerprints)
  }

  progress(): CheckProgress {
    const { counters, depth } = this.passes.running.explorer
    const bounds = Object.entries(this.passes.bounded.bounds).map(([name, limit]) => `${name} ${limit}`)
    return {
      executions: this.passes.executions,
      repeated: this.passes.repeated,
      transitions: counters.transitions,
      depth,
      bugs: this.bugCount,
      best: this.bugs.best,
      pass:
        this.plan.sampling !== null
          ? `drawn at random (${this.plan.order})`
          : bounds.length === 0
            ? 'all interleavings'
            : bounds.join(', '),
      seconds: this.activeMs / 1000,
      estimate: this.estimate(),
    }
  }

  private estimate(): Estimate | null {
    const { explorer } = this.passes.bounded
    const estimate = explorer.estimate()
    if (estimate === null) return null
    // Time that other passes took meanwhile counts: they go on as well.
    const each = (this.activeMs - this.passBegan) / 1000 / explorer.counters.executions
    const [low, high] = [estimate.low, estimate.high].map((all) => (all - explorer.counters.executions) * each) as [
      number,
      number,
    ]
    return { ...estimate, pass: this.plan.iterate.length > 0, seconds: { low, high } }
  }

  threadName(slot: Slot): string | null {
    return this.execution.threads[slot]?.name ?? null
  }

  snapshot(): CheckResult {
    return this.explained(() => this.makeResult())
  }

  result(): CheckResult {
    return within(this.execution.context, () => {
      const start = performance.now()
      this.explained(() =>
        confirmOutcomes(this.execution, this.outcomeRows(), () => this.words[HeartbeatWord.stop] !== 0),
      )
      this.activeMs += performance.now() - start
      return this.snapshot()
    })
  }

  private outcomeRows(): readonly OutcomeRow[] {
    return outcomesOf(this.passes, this.maxRows).rows
  }

  private explained<T>(action: () => T): T {
    try {
      return action()
    } catch (error) {
      if (!(error instanceof HeddleError) || error.kind !== 'nondeterminism') throw error
      throw nondeterminism(
        `program '${this.program.name}' is not deterministic: run once more, ${error.message}. ` +
          'State outside `mem` must have changed between executions (a module variable, a private field, a closure, a file, a clock)',
        error.at,
      )
    }
  }

  /** What the guarantee is made of. */
  coverage(): Coverage {
    return coverageOf(this.checked())
  }

  private makeResult(): CheckResult {
    const start = performance.now()
    const result = resultOf(this.checked())
    this.activeMs += performance.now() - start
    return { ...result, seconds: this.activeMs / 1000 }
  }

  private checked(): Checked {
    const { program, options, plan, execution, passes, bugs, races, held, unending, stopped, maxDepth, maxRows } = this
    const { cuts, loop } = unending
    const estimate = passes.done || stopped === 'loop' || stopped === 'cut' ? null : this.estimate()
    const source = options.sourceHash ?? 0
    return {
      ...{ program, plan, execution, passes, bugs, races, held, cuts, loop, stopped, maxDepth, maxRows },
      ...{ estimate, source },
    }
  }

  private encode(schedule: RawSchedule, race = false): string {
    return encodeSchedule({ ...schedule, source: this.options.sourceHash ?? 0, race })
  }
}
