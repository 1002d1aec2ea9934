/** What a check has seen so far, as the plain data that people and tools read. */
import type { Execution } from '../execution/execution.ts'
import type { Program } from '../program/program.ts'
import { instrumentedCount, skippedSites } from '../program/sites.ts'
import type { CheckResult, Estimate, Stop } from '../results/check-result.ts'
import { encodeSchedule } from '../trace/schedule.ts'
import { adviceOnCuts, type Searched } from './advice.ts'
import { type BugList, describeBug } from './bugs.ts'
import { priorityTexts } from './best-first-options.ts'
import { commutationsOf, namesOf, type Plan, soundFor } from './check-options.ts'
import type { Cuts } from './cuts.ts'
import { type Coverage, guaranteeOf, isVacuous, type Loop } from './guarantee.ts'
import type { HeldLocks } from './held-locks.ts'
import { Outcomes } from './outcomes.ts'
import type { Pass } from './pass.ts'
import type { Passes } from './passes.ts'
import { raceAsBug, type RaceList } from './races.ts'

/** A check, as far as it has got. */
export interface Checked {
  readonly program: Program
  readonly plan: Plan
  readonly execution: Execution
  readonly passes: Passes
  readonly bugs: BugList
  readonly races: RaceList
  readonly held: HeldLocks
  readonly cuts: Cuts
  readonly loop: Loop | null
  readonly stopped: Stop | null
  readonly maxDepth: number
  readonly maxRows: number
  readonly estimate: Estimate | null
  /** The hash of the program's source. */
  readonly source: number
}

/** All but how long it took. */
export function resultOf(checked: Checked): Omit<CheckResult, 'seconds'> {
  const { plan, passes, execution, source, stopped, cuts } = checked
  const last = passes.best
  const shown = last ?? passes.bounded
  const { racesAreBugs } = plan
  const races = [...checked.races.rows((schedule) => encodeSchedule({ ...schedule, source, race: true }))]
  const bugs = [
    ...checked.bugs.list().map((found) => describeBug(execution, found, source)),
    ...(racesAreBugs ? races.map(raceAsBug) : []),
  ]
  const outcomes = outcomesOf(passes, checked.maxRows)
  const coverage = coverageOf(checked)
  const complete = passes.done && last === passes.surest && !isVacuous(coverage)
  const { supplied } = execution.context
  return {
    schema: 1,
    program: checked.program.name,
    outcome: bugs.length > 0 ? 'bug' : complete ? 'verified' : 'incomplete',
    search: {
      reduction: shown.reduction,
      order: plan.order,
      iterate: plan.iterate,
      bounds: shown.bounds,
      ...(plan.bestFirst === null ? {} : { priority: priorityTexts(plan.bestFirst) }),
      optimisations:
        shown.reduction !== 'dpor'
          ? []
          : namesOf(soundFor(plan.optimise, shown.bounds, shown.sealing, plan.bestFirst !== null)),
      commute: commutationsOf(plan.commute),
    },
    guarantee: guaranteeOf(coverage),
    inputs: null,
    sampling: coverage.sampled,
    tree: shown.tree,
    stopped,
    advice:
      stopped === 'loop' || coverage.cut === 0
        ? null
        : adviceOnCuts(cuts, searched(passes.bounded, plan), checked.maxDepth),
    estimate: checked.estimate,
    exhaustive: complete && !coverage.excluded && !coverage.unfair && !coverage.tooCoarse,
    ...shown.counts,
    passes: passes.all.map((pass) => ({
      ...pass.description,
      seconds: pass.milliseconds / 1000,
      ...pass.counts,
      growth: { points: pass.growth.list(), complete: isComplete(pass, passes, stopped) },
    })),
    outcomes: outcomes.rows,
    bugs,
    races,
    values: { fixed: supplied.fixed, explored: supplied.explored },
    held: checked.held.rows(execution, (schedule) => encodeSchedule({ ...schedule, source })),
    omitted: {
      outcomes: outcomes.omitted,
      bugs: checked.bugs.omitted + (racesAreBugs ? checked.races.omitted : 0),
      races: checked.races.omitted,
      held: checked.held.omitted,
    },
    instrumented: {
      sites: instrumentedCount(),
      skipped: skippedSites().map(({ site, construct }) => `${site.file}:${site.line}:${site.column} ${construct}`),
    },
    peakRssBytes: process.resourceUsage().maxRSS * 1024,
  }
}

/** The pass in which a bug ended the search is not. */
const isComplete = (pass: Pass, passes: Passes, stopped: Stop | null): boolean =>
  pass.finished && (stopped === null || pass !== passes.running)

/** What the guarantee is made of. */
export function coverageOf({ passes, plan, execution, races, bugs, held, cuts, ...checked }: Checked): Coverage {
  const { surest, alsoSure } = passes
  const counters = surest?.explorer.counters
  const { supplied } = execution.context
  return {
    finished: surest?.bounds ?? null,
    also: alsoSure.map(({ bounds }) => bounds),
    excluded: (counters?.excluded ?? 0) > 0,
    unfair: [surest, ...alsoSure].some((pass) => pass !== null && pass.explorer.counters.unfair > 0),
    ended: counters?.executions ?? 0,
    // What other passes have left open is covered then.
    cut: passes.coversEndless ? 0 : cuts.count,
    rounds:
      !passes.coversEndless || counters!.components === 0
        ? null
        : Object.keys(surest!.bounds).length > 0
          ? 'bounded'
          : 'all',
    cutAt: cuts.places,
    maxDepth: checked.maxDepth,
    stopped: checked.stopped,
    bugs: bugs.size + (plan.racesAreBugs ? races.size : 0),
    executions: passes.executions,
    loop: checked.loop,
    syncOnly: execution.syncOnly,
    tooCoarse: execution.syncOnly && races.size > 0,
    sealing: passes.bounded.sealing,
    races: races.size,
    racesAreBugs: plan.racesAreBugs,
    canRace: races.canRace,
    updatesCommute: plan.commute.unusedResults,
    held: held.size + held.omitted,
    sampled: passes.bounded.sampled,
    fixed: supplied.fixed,
    explored: supplied.explored,
  }
}

/** The outcomes of the pass that is shown, and what unfinished passes have seen beyond them. */
export function outcomesOf(passes: Passes, maxRows: number): ReturnType<typeof Outcomes.merged> {
  const { bounded, unfinished, givenUp, best } = passes
  const shown = best ?? bounded
  const others = [...unfinished, ...(best === null ? givenUp : [])]
  const tables = [shown, ...others.filter((pass) => pass !== shown)].map((pass) => pass.outcomes)
  return Outcomes.merged(tables, maxRows)
}

export const searched = ({ reduction, bounds }: Pass, { iterate }: Plan): Searched => ({
  reduction,
  bounds,
  iterative: iterate.length > 0,
})
