import { Checker, type CheckOptions } from '../../../src/checking/checker.ts'
import { replayProgram } from '../../../src/checking/replay.ts'
import type { ReplayResult } from '../../../src/index.ts'
import type { Program } from '../../../src/program/program.ts'
import { decodeSchedule } from '../../../src/trace/schedule.ts'
import { taggedCheck } from '../../../src/results/json.ts'
import type { CheckResult } from '../../../src/results/check-result.ts'
import { loadSource } from '../../frontends/spins/check-source.ts'
import { operationsOf } from '../language.ts'
import { deadlockFact, Expectation, failureFact, outcomeFact } from '../expectation.ts'
import type { IndependentProgram } from '../language.ts'
import { Machine } from '../machine.ts'
import { toSource } from '../source-form.ts'
import { keyOf, type State } from '../state.ts'
import { goesRoundFairly } from './fair-cycles.ts'

export interface Compared {
  readonly faults: readonly string[]
  /** Whether the search came to its end, so that all was compared. */
  readonly finished: boolean
  readonly result: CheckResult
}

/** What the reference says of a program whose states come again. */
export class CyclicExpectation {
  readonly program: IndependentProgram
  readonly subject: Program
  readonly facts: Expectation
  readonly livelock: boolean

  constructor(program: IndependentProgram, mostStates: number) {
    this.program = program
    this.facts = new Expectation(program, mostStates)
    this.livelock = goesRoundFairly(this.facts.graph)
    this.subject = loadSource(sourceOf(program))
  }
}

/**
 * As CommonJS, and without the functions that convert values, which are numbers and truth values here: rounds in which
 * functions run are not compared.
 */
export function sourceOf(program: IndependentProgram): string {
  const source = toSource(program)
  const code = source.slice(source.indexOf('const twins')).replace('export default', 'module.exports =')
  return `const { program } = require('heddle')\n${withoutConversions(code)}`
}

/** `indexOf(a, n)` is `a % n`, and `numeric(a)` is `a`. */
function withoutConversions(code: string): string {
  const at = Math.max(code.lastIndexOf('numeric('), code.lastIndexOf('indexOf('))
  if (at < 0) return code
  const start = code.indexOf('(', at)
  let end = start + 1
  for (let open = 1; open > 0; end++) open += code[end] === '(' ? 1 : code[end] === ')' ? -1 : 0
  const inner = code.slice(start + 1, end - 1)
  const value = code.startsWith('numeric', at) ? inner : inner.replace(/, (\d+)$/, ' % $1')
  return withoutConversions(`${code.slice(0, at)}(${value})${code.slice(end)}`)
}

export function compareCyclic(expectation: CyclicExpectation, options: CheckOptions): Compared {
  const checker = new Checker(expectation.subject, {
    budgetMs: Infinity,
    allBugs: true,
    minimise: false,
    maxDepth: 300,
    maxExecutions: 600,
    ...options,
  })
  while (!checker.run(Infinity));
  const result = taggedCheck(checker.result())
  const finished = result.cut === 0 && result.stopped === null
  return { faults: faultsIn(expectation, result, options, finished), finished, result }
}

function faultsIn(
  { facts: expected, livelock, program, subject }: CyclicExpectation,
  result: CheckResult,
  { bounds }: CheckOptions,
  finished: boolean,
): string[] {
  const { facts, graph } = expected
  const faults: string[] = []
  const ownBugs = result.bugs.filter(({ kind }) => kind !== 'livelock')
  const livelocks = result.bugs.filter(({ kind }) => kind === 'livelock')
  const found = [
    ...result.outcomes.map(({ value }) => outcomeFact(JSON.stringify(value))),
    ...ownBugs.map((bug) =>
      bug.kind === 'deadlock'
        ? deadlockFact(bug.waiting!)
        : failureFact({ kind: bug.kind as 'exception', thread: bug.thread, message: bug.message }),
    ),
  ]
  // Threads that wait in a loop that only looks are not run: nobody can go on, which is how their livelock shows.
  const waits = livelocks.some(({ waiting }) => waiting !== undefined)
  for (const fact of found)
    if (!facts.has(fact) && !(waits && fact === outcomeFact('"deadlock"'))) faults.push(`impossible ${fact}`)
  if (livelocks.length > 0 && !livelock) faults.push('a livelock in a program without one')
  for (const bug of livelocks.filter(({ waiting }) => waiting === undefined)) {
    const again = replayProgram(subject, bug.schedule)
    if (again.bug?.kind !== 'livelock') faults.push('a livelock that does not replay')
    const fault = roundFault(program, again.events, decodeSchedule(bug.schedule).cycle!)
    if (fault !== null) faults.push(`a livelock that is none: ${fault}`)
  }
  if (!finished) return faults
  const limit = bounds?.['preemption'] ?? Infinity
  const seen = new Set(found.map((fact) => expected.classOf(fact)))
  for (const [fact, { preemption = 0 }] of facts)
    if (!fact.startsWith('held') && preemption <= limit && !seen.has(expected.classOf(fact)))
      faults.push(`lost ${fact}`)
  if (limit < Infinity) return faults
  if (livelock && livelocks.length === 0) faults.push('lost a livelock')
  const isRacy = graph.races.size > 0
  if (isRacy && result.races.length === 0) faults.push('lost all races')
  if (!isRacy && result.races.length > 0 && !mayRace(program)) faults.push('a race in a program without one')
  return faults
}

/** Why the last events, two rounds of them, are not what can go on for ever; null if they are. */
function roundFault(program: IndependentProgram, events: ReplayResult['events'], period: number): string | null {
  const machine = new Machine(program)
  let state: State = machine.initial()
  let before = ''
  const enabled = new Set<string>()
  const moved = new Set<string>()
  for (const [i, event] of events.entries()) {
    if (i === events.length - period) before = keyOf(state)
    const now = machine.enabled(state)
    const thread = now.find(({ name }) => name === event.thread)
    if (thread === undefined) return `event ${i + 1} is not possible`
    if (i >= events.length - period) {
      for (const { name } of now) enabled.add(name)
      moved.add(thread.name)
    }
    const { to } = machine.step(state, thread, 0)
    if ('message' in to) return `event ${i + 1} fails`
    state = to
  }
  if (keyOf(state) !== before) return 'a round changes something'
  const kept = [...enabled].filter((name) => !moved.has(name))
  return kept.length === 0 ? null : `${kept.join(' and ')} could run`
}

/** An attempt that fails may or may not order its thread after the one in the way; an exception ends too early. */
const mayRace = (program: IndependentProgram): boolean =>
  [...operationsOf(program)].some(([verb]) => verb === 'tryLock')
