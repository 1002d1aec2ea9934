import type { BoundName } from '../bounds/bound.ts'
import type { Explored, FixedValue } from '../program/context/supplied-values.ts'
import type { SamplingResult, Stop } from '../results/check-result.ts'
import { type Rounds, type Searched, wayOut } from './advice.ts'
import type { Bounds } from './check-options.ts'
import { sampledText } from './sampled.ts'

/** Where threads go round for ever, as long as others do not run, and in which search. */
export type Loop = Rounds & { readonly search: Searched }

/** What a guarantee is made of. */
export interface Coverage {
  /** The bounds of the last pass that has finished, with nothing cut; null when there is none. */
  readonly finished: Bounds | null
  /** Those of further passes, with another bound that grew. */
  readonly also: readonly Bounds[]
  /** Whether a bound other than fairness excluded something in it. */
  readonly excluded: boolean
  /** Whether fairness did. */
  readonly unfair: boolean
  /** Executions that came to an end in it. */
  readonly ended: number
  /** Executions that the depth limit ended, in all passes, and where one of them was then. */
  readonly cut: number
  readonly cutAt: readonly string[]
  readonly maxDepth: number
  readonly stopped: Stop | null
  readonly bugs: number
  /** Executions run in all passes. */
  readonly executions: number
  /** Whether states come again, so that threads can go round for ever, and within bounds or without. */
  readonly rounds: 'bounded' | 'all' | null
  /** If that ended the search. */
  readonly loop: Loop | null
  /** Threads were interleaved only at synchronisation operations and Atomics. */
  readonly syncOnly: boolean
  /** And a data race was seen, so that was not enough: racing accesses may see more when they are interleaved. */
  readonly tooCoarse: boolean
  /** The program has sealed code. */
  readonly sealing: boolean
  /** Races that were seen, whether they count as bugs or not. */
  readonly races: number
  readonly racesAreBugs: boolean
  /** Whether memory was accessed in ways that can race at all. */
  readonly canRace: boolean
  /** Updates whose results are unused were executed in one order only, where they commute. */
  readonly updatesCommute: boolean
  /** Threads that were seen to end while they held a lock. */
  readonly held: number
  /** Where executions were drawn at random. */
  readonly sampled: SamplingResult | null
  /** Values that the program does not determine: of which one was explored, and of which those that were given. */
  readonly fixed: readonly FixedValue[]
  readonly explored: Explored
}

const failuresIn = ({ racesAreBugs }: Coverage): string =>
  `assertion failure, deadlock, exception${racesAreBugs ? ', misuse of a primitive or data race' : ' or misuse of a primitive'}`

/** One sentence or two that a person can rely on, and what they do not say. */
export function guaranteeOf(coverage: Coverage): string {
  return claimOf(coverage) + caveatsOf(coverage)
}

/** A bound let no execution come to an end: that none of them failed says nothing. */
export const isVacuous = ({ finished, ended }: Pick<Coverage, 'finished' | 'ended'>): boolean =>
  finished !== null && ended === 0

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

/** Every covered schedule was run, or one that is equivalent. */
const isExhaustive = ({ finished, excluded, unfair }: Coverage): boolean => finished !== null && !excluded && !unfair

/** What the claim rests on. */
export function caveatsOf(coverage: Coverage): string {
  const { finished, syncOnly, tooCoarse, races, held, sealing } = coverage
  const enough = finished === null || isVacuous(coverage) ? '' : ', so that is enough'
  return [
    syncOnly && races === 0
      ? ` Threads were interleaved at synchronisation operations and Atomics only; no data race was seen${enough}.`
      : '',
    tooCoarse ? ' There are data races, so more may be reachable where the racing accesses are interleaved.' : '',
    sealing ? ' Sealed code is trusted to be atomic: it was not preempted.' : '',
    roundsCaveat(coverage),
    memoryCaveat(coverage),
    held === 0 ? '' : ` ${held === 1 ? 'A thread ends' : 'Threads end'} while holding a lock: see what is listed.`,
    suppliedCaveat(coverage),
  ].join('')
}

/** Executions without an end do not fail, but neither do they come to an end. */
function roundsCaveat({ rounds, bugs }: Coverage): string {
  if (rounds === null || bugs > 0) return ''
  return rounds === 'all'
    ? ' Threads can go round for ever, but only in unfair schedules: a thread never runs, or a choice never falls one way, though it could again and again (a thread that waits in a loop could whenever what it looks at has changed).'
    : ' Threads can go round for ever; a search within bounds does not tell whether only in unfair schedules.'
}

/** So many places are named. */
const MOST_PLACES = 5

/** Random numbers and clocks give other values in reality than in a check. */
function suppliedCaveat({ fixed, explored: { random, time } }: Coverage): string {
  const places = fixed.slice(0, MOST_PLACES).map(({ source, at }) => (at === null ? source : `${source} at ${at}`))
  const more =
    fixed.length > places.length ? ` and ${count(fixed.length - places.length, 'other place', 'other places')}` : ''
  return [
    fixed.length === 0
      ? ''
      : ` One value was explored of ${places.join(', ')}${more}; nothing is said about others (--explore tries more).`,
    random === undefined ? '' : ` Random numbers were taken to be ${random.join(', ')}.`,
    time === undefined ? '' : ` Between two looks of a thread at the time, ${time.join(' or ')} ms were taken to pass.`,
  ].join('')
}

/**
 * Exploration is sequentially consistent. JavaScript promises that to programs no execution of which has a data race:
 * whether that is so is known only where all were run.
 */
function memoryCaveat(coverage: Coverage): string {
  const { races, canRace, updatesCommute } = coverage
  const assumed = ' Memory is taken to be sequentially consistent, which JavaScript'
  if (races > 0) {
    const others = updatesCommute ? '; more may race in other orders of the updates that commute' : ''
    return `${assumed} does not promise to racing accesses: ${count(races, 'pair of them was', 'pairs of them were')} seen${others}.`
  }
  if (!canRace || (isExhaustive(coverage) && !updatesCommute)) return ''
  const where = updatesCommute ? 'in one order of the updates that commute' : 'in what was run'
  return `${assumed} promises where no accesses race: ${where}, none did.`
}

export function claimOf(coverage: Coverage): string {
  const { finished, bugs, stopped, executions, sampled } = coverage
  const reason = reasonOf(coverage)
  const cuts = cutNote(coverage)
  if (sampled !== null) return `${sampledText(sampled, bugs)}${cuts === '' ? '' : ` Besides, ${cuts}.`}`
  if (finished === null) {
    const why = [reason, cuts].filter((part) => part !== '').join(', and ') || 'the search had not finished'
    return bugs === 0
      ? `${count(executions, 'execution was', 'executions were')} run without a bug, but ${why}: nothing is guaranteed about the schedules that were not run.`
      : `${count(executions, 'execution was', 'executions were')} run; ${why}, so other bugs may be reachable.`
  }
  if (bugs === 0 && isVacuous(coverage)) {
    return `Nothing is verified: no execution comes to an end ${scope(coverage, finished)}, so \`after\` was never reached. A higher limit may let executions end.`
  }
  const where =
    scope(coverage, finished) +
    (coverage.tooCoarse ? ' where threads switch at synchronisation operations and Atomics only' : '')
  const more =
    (cuts === '' ? '' : ` Beyond that, ${cuts}.`) + (reason === '' || stopped === 'bug' ? '' : ` Then ${reason}.`)
  const failures = failuresIn(coverage)
  if (bugs === 0) return `No ${failures} is reachable ${where}.${beyond(coverage, finished)}${more}`
  if (stopped === 'bug')
    return `No ${failures} is reachable ${where}; the one found needs more. Since ${reason}, there may be others.`
  return `Besides the ${bugs === 1 ? 'bug' : `${bugs} bugs`} found, no ${failures} is reachable ${where}.${beyond(coverage, finished)}${more}`
}

function cutNote(coverage: Coverage): string {
  const { cut, stopped } = coverage
  if (cut === 0 || stopped === 'cut' || stopped === 'loop') return ''
  return `${count(cut, 'execution was', 'executions were')} ${cutText(coverage)}, and it is not known whether ${cut === 1 ? 'it ends' : 'they end'}`
}

function cutText({ maxDepth, cutAt }: Coverage): string {
  return `cut at the depth limit of ${maxDepth.toLocaleString('en-US')} event${maxDepth === 1 ? '' : 's'}${cutAt.length === 0 ? '' : ` (${cutAt.join('; ')})`}`
}

/** What ended the search before it had finished. */
function reasonOf(coverage: Coverage): string {
  const { stopped, loop } = coverage
  if (stopped === null) return ''
  if (stopped === 'cut') return `every execution so far was ${cutText(coverage)}`
  if (stopped !== 'loop') return reasons[stopped]
  return `the search met a loop without an end (${loop!.places.join('; ')}) while other threads could run; ${wayOut(loop!, loop!.search)}`
}

const reasons: Readonly<Record<Exclude<Stop, 'loop' | 'cut'>, string>> = {
  bug: 'the search stopped at the first bug',
  budget: 'the time budget ended the search',
  'max-executions': 'the limit on executions ended the search',
  interrupted: 'the search was interrupted',
}

function scope({ excluded, unfair, also }: Coverage, bounds: Bounds): string {
  const limits = [bounds, ...also.filter((other) => !isWithin(other, bounds))].map(limitsText)
  const base =
    excluded && limits[0] !== '' ? `with ${limits.join(', or with ')}` : `in any ${unfair ? 'fair ' : ''}schedule`
  const fair = unfair
    ? ` (fair: no thread runs while it has yielded more than ${bounds.fair} times more often than one that could run)`
    : ''
  return `${base}${excluded && unfair ? ' in any fair schedule' : ''}${fair}`
}

const limitsText = (bounds: Bounds): string =>
  Object.entries(bounds)
    .filter(([name]) => name !== 'fair')
    .map(([name, limit]) => limitText(name, limit))
    .join(' and ')

/** Whether it need not be said: what preempts a thread switches to another one. */
const isWithin = ({ context = Infinity }: Bounds, { preemption = -1 }: Bounds): boolean => context <= preemption

function limitText(name: string, limit: number): string {
  const s = limit === 1 ? '' : 's'
  switch (name) {
    case 'preemption':
      return limit === 0 ? 'no preemptions' : `at most ${limit} preemption${s}`
    case 'context':
      return limit === 0 ? 'no context switch' : `at most ${limit} context switch${limit === 1 ? '' : 'es'}`
    case 'depth':
      return `at most ${limit} transition${s}`
    case 'delta':
      return `at most ${limit} deviation${s} from a round-robin schedule`
    case 'local-depth':
      return `local states of at most ${limit} event${s}`
    default:
      return `local states that need at most ${limit} context switch${limit === 1 ? '' : 'es'}`
  }
}

function beyond({ excluded }: Coverage, bounds: Bounds): string {
  const names = Object.keys(bounds).filter((name) => name !== 'fair')
  return !excluded || names.length === 0
    ? ''
    : ` Not all schedules with more ${names.map((name) => whatIsBounded[name as BoundName]).join(' or ')} were run.`
}

const whatIsBounded: Readonly<Record<BoundName, string>> = {
  preemption: 'preemptions',
  context: 'context switches',
  depth: 'transitions',
  delta: 'deviations',
  fair: 'yields',
  'local-depth': 'events in a local state',
  'local-context': 'context switches in a local state',
}
