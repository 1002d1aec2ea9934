/** Whether minimised schedules are what they are said to be, by the search without reduction. */
import { BugList } from '../../src/checking/bugs.ts'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { replayProgram } from '../../src/checking/replay.ts'
import { endingOf } from '../../src/execution/ending.ts'
import { Execution } from '../../src/execution/execution.ts'
import type { Program } from '../../src/program/program.ts'
import type { Bug } from '../../src/results/check-result.ts'
import { Explorer } from '../../src/search/explorer.ts'
import { noOptimisations } from '../../src/search/optimisations.ts'
import { rerun } from '../../src/execution/replay/rerun.ts'
import { decodeSchedule } from '../../src/trace/schedule.ts'
import { withoutBuiltins } from '../support/without-builtins.ts'

/** Beyond, the search without reduction is given up. */
const MOST_EXECUTIONS = 5000

export interface Tried {
  bugs: number
  /** Of those whose fewest preemptions the search without reduction could tell: how many, and how many have them. */
  told: number
  fewest: number
  /** Those that are said to have the fewest. */
  sure: number
  differences: number
  readonly problems: string[]
}

export const nothingTried = (): Tried => ({ bugs: 0, told: 0, fewest: 0, sure: 0, differences: 0, problems: [] })

/** Finds bugs in some way, and looks at what is made of them. */
export function tryMinimising(program: Program, options: CheckOptions, tried: Tried): void {
  const checker = new Checker(program, { ...options, budgetMs: Infinity, maxExecutions: 3000 })
  while (!checker.run(1000));
  for (const bug of checker.result().bugs) if (bug.minimised !== undefined) judge(program, bug, tried)
}

function judge(program: Program, bug: Bug, tried: Tried): void {
  const { difference, preemptions, schedule } = bug
  const { atLeast, found, events } = bug.minimised!
  const say = (problem: string): void => {
    tried.problems.push(`${bug.message}: ${problem}`)
  }
  tried.bugs++
  const again = replayProgram(program, schedule)
  if (again.bug === null || shownBy(again.bug) !== shownBy(bug))
    say(`its schedule shows ${again.bug?.message ?? 'nothing'}`)
  if (again.preemptions !== preemptions) say(`its schedule has ${again.preemptions} preemptions, not ${preemptions}`)
  if (again.events.length !== events) say(`its schedule has ${again.events.length} events, not ${events}`)
  if (preemptions > found.preemptions) say('more preemptions than it was found with')
  if (preemptions === found.preemptions && events > found.events) say('more events than it was found with')
  if (atLeast > preemptions) say(`${preemptions} preemptions, though ${atLeast} are needed`)
  if (atLeast === preemptions) tried.sure++
  const fewest = fewestPreemptions(program, schedule)
  if (fewest !== null) {
    tried.told++
    if (fewest === preemptions) tried.fewest++
    if (atLeast > fewest) say(`${atLeast} preemptions are needed, but ${fewest} suffice`)
  }
  if (difference === undefined) return
  tried.differences++
  const other = replayProgram(program, difference.schedule)
  if (other.outcome !== 'completed') say(`exchanged, it ends in ${other.bug?.message ?? 'nothing'}`)
  if (other.preemptions !== difference.preemptions) say(`exchanged, it has ${other.preemptions} preemptions`)
}

/** In whatever order threads are listed. */
const shownBy = ({ kind, message, waiting }: Bug): string =>
  waiting === undefined
    ? `${kind} ${message}`
    : waiting
        .map(({ thread, operation }) => `${thread} ${operation}`)
        .sort()
        .join()

/** With how few preemptions there is the same bug; null where that takes too long to tell. */
function fewestPreemptions(program: Program, schedule: string): number | null {
  const execution = withoutBuiltins(new Execution(program))
  const bugs = new BugList()
  const ending = rerun(execution, decodeSchedule(schedule))
  if (ending === null || ending.kind === 'completed') return null
  const key = bugs.keyOf(execution, ending)
  for (let limit = 0; ; limit++) {
    const found = isWithin(execution, limit, () => {
      const now = endingOf(execution)
      return now.kind !== 'completed' && bugs.keyOf(execution, now) === key
    })
    if (found === null) return null
    if (found) return limit
  }
}

/** Whether an execution with so few preemptions is like that; null when there are too many. */
function isWithin(execution: Execution, limit: number, isLike: () => boolean): boolean | null {
  for (;;) {
    let found = false
    const options = { reduction: 'none', bounds: { preemption: limit }, optimise: noOptimisations } as const
    const explorer = new Explorer(execution, { ...options, maxDepth: 200, sealing: true, count: false }, () => {
      found = isLike()
      return found
    })
    for (let runs = 0; !explorer.finished; runs++) {
      if (runs >= MOST_EXECUTIONS) return null
      explorer.explore()
    }
    if (found) return true
    if (explorer.counters.cut > 0) return null
    if (!explorer.isOutdated) return explorer.counters.excluded === 0 ? null : false
  }
}
