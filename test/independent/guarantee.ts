import type { Bounds } from './scope.ts'

/** What the sentence says that a person can rely on. */
export interface Guarantee {
  /** Within the bounds nothing is reachable, or nothing but what is listed, or nothing ends; or nothing is promised. */
  readonly claim: 'none reachable' | 'all listed' | 'none ends' | 'nothing'
  readonly bounds: Bounds
  /** Within these just as well: passes under different bounds took turns. */
  readonly also: readonly Bounds[]
  /** Claims that no more than synchronisation needs to be interleaved. */
  readonly synchronisationOnly: boolean
  /** Claims nothing about schedules that switch threads elsewhere, since there are races. */
  readonly coarse: boolean
}

const FAILURES =
  '(?:assertion failure, deadlock, exception or misuse of a primitive' +
  '|assertion failure, deadlock, exception, misuse of a primitive or data race)'
const CLAIMS: readonly [RegExp, Guarantee['claim']][] = [
  [new RegExp(`^No ${FAILURES} is reachable `), 'none reachable'],
  [new RegExp(`^Besides the (?:bug|\\d+ bugs) found, no ${FAILURES} is reachable `), 'all listed'],
  [/^Nothing is verified: no execution comes to an end /, 'none ends'],
]

/** In the order in which they must be tried: the local ones contain the words of the others. */
const SCOPES: readonly [RegExp, string][] = [
  [/^with local states of at most (\d+) events?/, 'local-depth'],
  [/^with local states that need (?:at most (\d+)|no) context switch(?:es)?/, 'local-context'],
  [/^(?:with| and) (?:at most (\d+)|no) preemptions?/, 'preemption'],
  [/^(?:with| and) (?:at most (\d+)|no) context switch(?:es)?/, 'context'],
  [/^(?:with| and) (?:at most (\d+)|no) deviations? from a round-robin schedule/, 'delta'],
  [/^(?:with| and) (?:at most (\d+)|no) transitions?/, 'depth'],
]
const OR = ', or '
const COARSE = ' where threads switch at synchronisation operations and Atomics only'
const FAIR = new RegExp(
  '^ ?in any fair schedule \\(fair: no thread runs while it has yielded ' +
    '(?:more than (\\d+) times? )?more often than one that could run\\)',
)

const CUT = 'cut at the depth limit of [\\d,]+ events?(?: \\(.*?\\))?'
const CUTS = `[\\d,]+ executions? (?:was|were) ${CUT}, and it is not known whether (?:it ends|they end)`
const STOPPED = `(?:the (?:limit on executions|time budget) ended the search|every execution so far was ${CUT})`

const BOUNDED =
  '(?:preemptions|context switches in a local state|context switches|transitions|deviations' +
  '|events in a local state)'

/** What may follow the claim. None of these promises anything. */
const REST: readonly RegExp[] = [
  /^, so `after` was never reached\. A higher limit may let executions end\./,
  /^; the one found needs more\. Since the search stopped at the first bug, there may be others\./,
  /^\./,
  new RegExp(`^ Not all schedules with more ${BOUNDED}(?: or ${BOUNDED})* were run\\.`),
  new RegExp(`^ Beyond that, ${CUTS}\\.`),
  new RegExp(`^ Then ${STOPPED}\\.`),
  new RegExp(
    '^ Threads were interleaved at synchronisation operations and Atomics only; ' +
      'no data race was seen(?:, so that is enough)?\\.',
  ),
  /^ Threads can go round for ever, but only in unfair schedules: a thread never runs, or a choice never falls one way, though it could again and again \(a thread that waits in a loop could whenever what it looks at has changed\)\./,
  /^ Threads can go round for ever; a search within bounds does not tell whether only in unfair schedules\./,
  /^ There are data races, so more may be reachable where the racing accesses are interleaved\./,
  /^ Sealed code is trusted to be atomic: it was not preempted\./,
  new RegExp(
    '^ Memory is taken to be sequentially consistent, which JavaScript ' +
      '(?:does not promise to racing accesses: \\d+ pairs? of them (?:was|were) seen' +
      '(?:; more may race in other orders of the updates that commute)?' +
      '|promises where no accesses race: in (?:what was run|one order of the updates that commute), none did)\\.',
  ),
  /^ (?:A thread ends|Threads end) while holding a lock: see what is listed\./,
]
const WHY = `(?:(?:the search stopped at the first bug|${STOPPED})(?:, and ${CUTS})?|${CUTS})`
const NOTHING = new RegExp(
  `^[\\d,]+ executions? (?:was|were) run(?:; ${WHY}, so other bugs may be reachable\\.` +
    `| without a bug, but ${WHY}: nothing is guaranteed about the schedules that were not run\\.)`,
)

/** Null when the sentence says something that is not known here: it has to be read by a person first. */
export function readGuarantee(sentence: string): Guarantee | null {
  const synchronisationOnly = sentence.includes('so that is enough')
  const nothing = NOTHING.exec(sentence)
  if (nothing !== null)
    return follows(sentence.slice(nothing[0].length))
      ? { claim: 'nothing', bounds: {}, also: [], synchronisationOnly, coarse: false }
      : null
  const claim = CLAIMS.find(([opening]) => opening.test(sentence))
  if (claim === undefined) return null
  const scope = readScope(sentence.replace(claim[0], ''))
  if (scope === null) return null
  const coarse = scope.rest.startsWith(COARSE)
  if (!follows(coarse ? scope.rest.slice(COARSE.length) : scope.rest)) return null
  return {
    claim: claim[1],
    bounds: scope.bounds,
    also: scope.also,
    synchronisationOnly,
    coarse,
  }
}

function readScope(text: string): { bounds: Bounds; also: Bounds[]; rest: string } | null {
  if (text.startsWith('in any schedule')) return { bounds: {}, also: [], rest: text.slice('in any schedule'.length) }
  const read = readLimits(text, SCOPES)
  const alternatives = [read.bounds]
  while (read.rest.startsWith(OR)) {
    const next = readLimits(read.rest.slice(OR.length), SCOPES)
    if (Object.keys(next.bounds).length === 0) return null
    alternatives.push(next.bounds)
    read.rest = next.rest
  }
  // What is fair is said once, of all of them.
  const fair = readLimits(read.rest, [[FAIR, 'fair']])
  const [bounds, ...also] = alternatives.map((limits) => ({ ...limits, ...fair.bounds }))
  return Object.keys(bounds!).length === 0 ? null : { bounds: bounds!, also, rest: fair.rest }
}

function readLimits(text: string, scopes: typeof SCOPES): { bounds: Record<string, number>; rest: string } {
  const bounds: Record<string, number> = {}
  let rest = text
  for (const [pattern, name] of scopes) {
    const match = pattern.exec(rest)
    if (match === null) continue
    bounds[name] = Number(match[1] ?? 0)
    rest = rest.slice(match[0].length)
  }
  return { bounds, rest }
}

function follows(text: string): boolean {
  let rest = text
  for (const pattern of REST) rest = rest.replace(pattern, '')
  return rest === ''
}
