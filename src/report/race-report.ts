import type { Bug, CheckResult, RaceAccess, RaceRow } from '../results/check-result.ts'
import type { BugView } from './bug-report.ts'
import { counted, moreLine, tableWithin, wrap } from './text.ts'

const MOST_RACES = 5

/** The race that a bug of kind `race` stands for. */
export function raceOf(bug: Bug, { races }: CheckResult): RaceRow | null {
  return bug.kind !== 'race'
    ? null
    : (races.find(({ message, schedule }) => message === bug.message && schedule === bug.schedule) ?? null)
}

/** Both accesses with their source lines. */
export function accessLines({ accesses }: RaceRow, { sources, width }: BugView): string[] {
  const rows = accesses.map(({ thread, operation, at }) => [
    thread,
    operation,
    at ?? '',
    sources.lineAt(at)?.trim() ?? '',
  ])
  return tableWithin(
    width - 2,
    ['', '', '', ''].map((title) => ({ title })),
    rows,
  )
    .slice(1)
    .map((line) => `  ${line}`)
}

/** Races that are not counted as bugs: every verdict rests on sequential consistency, which is not promised to them. */
export function raceSummary({ races, bugs, omitted }: CheckResult, { width, wraps }: BugView): string[] {
  if (races.length === 0 || bugs.some(({ kind }) => kind === 'race')) return []
  const access = ({ thread, operation, at }: RaceAccess): string =>
    `${thread} ${operation}${at === null ? '' : ` (${at})`}`
  const lines = races
    .slice(0, MOST_RACES)
    .map(({ location, accesses: [first, second] }) => `${location}: ${access(first)} and ${access(second)}`)
    .flatMap((line) =>
      (wraps === true ? wrap(line, width - 4) : [line]).map((part, i) => (i === 0 ? '  ' : '    ') + part),
    )
  const more = moreLine(races.length, MOST_RACES, omitted.races, 'data race').map((line) => `  ${line}`)
  return [
    `${counted(races.length + omitted.races, 'data race')}: accesses that nothing orders (--races makes them bugs)`,
    ...lines,
    ...more,
  ]
}
