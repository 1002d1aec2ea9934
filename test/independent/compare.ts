import { check, type CheckResult, HeddleError, type Program, replay } from '../../src/index.ts'
import { deadlockFact, type Expectation, failureFact, heldFact, holdersKey, outcomeFact } from './expectation.ts'
import { type Guarantee, readGuarantee } from './guarantee.ts'
import { blocksOf, operationsOf, statementsOf } from './language.ts'
import { rerun } from './rerun.ts'
import { anyScopeOf, ENOUGH, type Scope, scopeOf } from './scope.ts'
import type { Search } from './searches.ts'

export interface Limits {
  readonly maxExecutions: number
  readonly budgetMs: number
}

export interface Compared {
  /** Every way in which the check says something else than the reference. */
  readonly faults: readonly string[]
  /** Whether the search came to its end, so that all was compared. */
  readonly finished: boolean
}

type Bug = CheckResult['bugs'][number]

/** `rows` is how many of the reported schedules of outcomes, and of bugs, are replayed. */
export async function compare(
  subject: Program | string,
  expectation: Expectation,
  search: Search,
  limits: Limits,
  rows = Infinity,
): Promise<Compared> {
  let result: CheckResult
  try {
    // Executions that are cut are not counted, and there may be any number of them.
    const budgetMs = search.maxDepth === undefined ? limits.budgetMs : Math.min(limits.budgetMs, 3000)
    result = await check(subject, { ...search, ...limits, budgetMs })
  } catch (error) {
    const kind = error instanceof HeddleError ? error.kind : 'unexpected'
    // That nothing is checked is an error of the program.
    const isDue = kind === 'program' && expectation.graph.nodes.length === 1
    return { faults: isDue ? [] : [`${kind} error: ${(error as Error).message}`], finished: true }
  }
  const comparison = new Comparison(expectation, search, result)
  const faults = comparison.faults()
  if (search.switch !== 'sync') faults.push(...(await replayFaults(subject, expectation, result, rows)))
  return { faults, finished: comparison.isFinished }
}

class Comparison {
  private readonly expectation: Expectation
  private readonly search: Search
  private readonly result: CheckResult
  private readonly guarantee: Guarantee | null
  /** Within the bounds that were asked for, or, if it was for the check to choose them, that it names. */
  private readonly scope: Scope
  private readonly found: string[] = []

  constructor(expectation: Expectation, search: Search, result: CheckResult) {
    this.expectation = expectation
    this.search = search
    this.result = result
    this.guarantee = readGuarantee(result.guarantee)
    this.scope =
      search.bounds === undefined && this.guarantee !== null
        ? claimedBy(this.guarantee, expectation)
        : scopeOf(search.bounds ?? {}, expectation)
  }

  faults(): string[] {
    this.nothingInvented()
    if (this.isFinished) {
      if (this.comparesAll) this.nothingMissing()
      this.verdict()
      this.races()
    } else if (this.result.outcome === 'verified') this.say('verified, though not finished')
    this.bugCosts()
    this.promises()
    return this.found
  }

  private say(fault: string): void {
    this.found.push(fault)
  }

  get isFinished(): boolean {
    const { cut, outcome, guarantee } = this.result
    return cut === 0 && outcome !== 'incomplete' && !/ended the search|cut at the depth limit/.test(guarantee)
  }

  private get isRacy(): boolean {
    return this.expectation.graph.races.size > 0
  }
  /**
   * The design does not say whether an attempt that fails orders its thread after the one that was in the way, nor how
   * much others still do, between synchronisation operations, when a thread fails.
   */
  private get mayRace(): boolean {
    const { hasFailures, program } = this.expectation
    return hasFailures || [...operationsOf(program)].some(([verb]) => verb === 'tryLock' || verb === 'tryAcquire')
  }
  private get hasSeals(): boolean {
    const blocks = blocksOf(this.expectation.program)
    return blocks.some((block) => [...statementsOf(block)].some(([verb]) => verb === 'sealed'))
  }

  private get isRacySync(): boolean {
    return this.search.switch === 'sync' && this.isRacy
  }

  /**
   * A search that stops at its first bug has not seen the rest; one that switches at synchronisation only owes racy
   * programs no outcomes.
   */
  private get comparesAll(): boolean {
    return !(this.result.bugs.length > 0 && this.search.allBugs !== true) && !this.isRacySync
  }

  private nothingInvented(): void {
    const {
      expectation: { facts, holders },
      result,
      scope,
    } = this
    const reported = [
      ...result.outcomes.map(({ value }) => outcomeFact(JSON.stringify(value))),
      ...ownBugs(result).map(factOf),
      ...result.held.map(heldFact),
    ]
    for (const fact of reported) {
      if (!facts.has(fact)) this.say(`impossible ${fact}`)
      else if (this.search.bounds !== undefined && !scope.may(fact)) this.say(`beyond the bound: ${fact}`)
    }
    for (const { kind, waiting } of result.bugs) {
      if (kind === 'deadlock' && !holders.has(holdersKey(waiting!)))
        this.say(`impossible holders ${holdersKey(waiting!)}`)
    }
    if (new Set(reported).size < result.outcomes.length) this.say('an outcome is listed twice')
  }

  private nothingMissing(): void {
    const { result, scope, expectation } = this
    const seen = new Set(
      [
        ...result.outcomes.map(({ value }) => outcomeFact(JSON.stringify(value))),
        ...ownBugs(result).map(factOf),
        ...result.held.map(heldFact),
      ].map((fact) => expectation.classOf(fact)),
    )
    for (const fact of expectation.facts.keys())
      if (!seen.has(expectation.classOf(fact)) && (result.exhaustive || scope.must(fact))) this.say(`lost ${fact}`)
  }

  private verdict(): void {
    const { result, expectation, search } = this
    if ((result.outcome === 'bug') !== result.bugs.length > 0)
      this.say(`${result.outcome} with ${result.bugs.length} bugs`)
    const missed = expectation.bugs.filter((bug) => this.scope.must(bug))
    if (missed.length > 0 && ownBugs(result).length === 0 && this.comparesAll)
      this.say(`${result.outcome}, though reachable: ${missed[0]}`)
    const isBound = Object.values(search.bounds ?? {}).some((limit) => limit < ENOUGH)
    const mayCut = isBound || expectation.graph.hasYields
    if (!mayCut && !result.exhaustive && this.comparesAll) this.say('not exhaustive, though no bound excludes anything')
    // An exception ends an execution before it is maximal, which is what the theory of source sets is about.
    const isOptimal =
      search.reduction === 'optimal' &&
      search.commute === undefined &&
      search.switch === undefined &&
      !this.hasSeals &&
      search.allBugs === true
    if (isOptimal && !expectation.hasFailures && result.blocked + result.repeated > 0) {
      this.say(`optimal, but ${result.blocked} blocked and ${result.repeated} repeated`)
    }
    if (isOptimal && !expectation.hasFailures && result.traces !== null && result.executions !== result.traces) {
      this.say(`optimal, but ${result.executions} executions of ${result.traces} traces`)
    }
  }

  private races(): void {
    const {
      result,
      search,
      expectation: { graph, bugs },
    } = this
    // Accesses in sealed code may race without ever being next to each other.
    if (this.hasSeals) return
    if (result.races.length > 0 && !this.isRacy && !this.mayRace)
      this.say(`a race in a program without one: ${result.races[0]!.message}`)
    if (!this.isRacy || result.races.length > 0 || !(result.exhaustive || search.switch === 'sync')) return
    // An exception or a first bug can end everything before the second of the two accesses has run.
    if (bugs.length === 0) this.say(`no race found between ${[...graph.races].join(', ')}`)
  }

  /** The bug that the default check reports has the fewest preemptions with which it can occur. */
  private bugCosts(): void {
    const {
      search,
      result,
      expectation: { facts, graph },
    } = this
    if (search.switch === 'sync') return
    for (const bug of ownBugs(result)) {
      const least = facts.get(factOf(bug))?.preemption
      if (least === undefined || graph.hasYields) continue
      if (bug.preemptions < least) this.say(`${bug.preemptions} preemptions where it takes ${least}: ${factOf(bug)}`)
      const isDefault = search.reduction === undefined && search.bounds === undefined && search.allBugs !== true
      if (isDefault && bug.preemptions > least)
        this.say(`${bug.preemptions} preemptions where ${least} would do: ${factOf(bug)}`)
    }
  }

  /** What a person can rely on must be so. */
  private promises(): void {
    const { guarantee, result, expectation, search } = this
    if (guarantee === null) return this.say(`cannot read the guarantee: ${result.guarantee}`)
    if (guarantee.synchronisationOnly && this.isRacy && this.isFinished) this.say('says that no data race was seen')
    if (guarantee.claim === 'nothing') {
      if (result.exhaustive && result.outcome === 'verified') this.say(`exhaustive, but: ${result.guarantee}`)
      return
    }
    if (guarantee.coarse) {
      if (!this.isRacy && !this.mayRace) this.say('says that there are races')
      if (result.exhaustive) this.say(`exhaustive, but: ${result.guarantee}`)
      return
    }
    const claimed = claimedBy(guarantee, expectation)
    if (guarantee.claim === 'none ends') {
      const ending = [...expectation.facts.keys()].filter((fact) => claimed.must(fact))
      for (const fact of ending) this.say(`says that nothing ends, but: ${fact}`)
      if (result.outcome !== 'incomplete' || result.exhaustive) this.say(`${result.outcome}, but: ${result.guarantee}`)
      return
    }
    const listed = new Set(ownBugs(result).map((bug) => expectation.classOf(factOf(bug))))
    for (const bug of expectation.bugs) {
      if (!claimed.must(bug)) continue
      if (guarantee.claim === 'none reachable') this.say(`guarantees that there is no ${bug}`)
      else if (!listed.has(expectation.classOf(bug)))
        this.say(`guarantees that ${bug} is not reachable, since it is not listed`)
    }
    if (Object.keys(guarantee.bounds).length === 0 && !result.exhaustive)
      this.say(`not exhaustive, but: ${result.guarantee}`)
    for (const [name, limit] of Object.entries(guarantee.bounds)) {
      if (search.bounds !== undefined && search.bounds[name] !== limit)
        this.say(`asked for ${JSON.stringify(search.bounds)}, but: ${result.guarantee}`)
    }
  }
}

const claimedBy = ({ bounds, also }: Guarantee, expectation: Expectation): Scope =>
  anyScopeOf([bounds, ...also], expectation)

/** Races are compared on their own. */
const ownBugs = (result: CheckResult): Bug[] => result.bugs.filter(({ kind }) => kind !== 'race')

const factOf = (bug: Bug): string =>
  bug.kind === 'deadlock'
    ? deadlockFact(bug.waiting!)
    : failureFact({ kind: bug.kind as 'exception', thread: bug.thread, message: bug.message })

async function replayFaults(
  subject: Program | string,
  { program }: Expectation,
  result: CheckResult,
  rows: number,
): Promise<string[]> {
  const faults: string[] = []
  for (const { value, schedule } of result.outcomes.slice(0, rows)) {
    const again = await replay(subject, schedule)
    if (JSON.stringify(again.value) !== JSON.stringify(value))
      faults.push(`replay gives ${JSON.stringify(again.value)}, not ${JSON.stringify(value)}`)
    const { fault, end } = rerun(program, again.events)
    if (fault !== null) faults.push(`schedule of outcome ${JSON.stringify(value)}: ${fault}`)
    else if (end?.kind === 'completed' && end.value !== JSON.stringify(value))
      faults.push(`the schedule of ${JSON.stringify(value)} leads to ${end.value}`)
  }
  for (const bug of ownBugs(result).slice(0, rows)) {
    const again = await replay(subject, bug.schedule)
    if (again.bug === null || factOf(again.bug) !== factOf(bug))
      faults.push(`replay gives ${again.bug === null ? 'no bug' : factOf(again.bug)}, not ${factOf(bug)}`)
    const { fault, preemptions } = rerun(program, again.events)
    if (fault !== null) faults.push(`schedule of ${factOf(bug)}: ${fault}`)
    else if (preemptions !== bug.preemptions)
      faults.push(`${bug.preemptions} preemptions, though its schedule has ${preemptions}: ${factOf(bug)}`)
  }
  return faults
}
