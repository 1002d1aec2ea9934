import type { VerifiedRegion } from '../results/verify-result.ts'
import { someOf } from '../symbolic/condition-text.ts'
import { counted, indent } from './text.ts'

const MOST_REGIONS = 10
const MOST_CONDITIONS = 6

/** The regions of inputs that a set is about, for people. */
export function regionLines(regions: readonly VerifiedRegion[]): string[] {
  const lines = regions.slice(0, MOST_REGIONS).map(({ conditions, traces, erroneous, complete, whole }) => {
    const wrong = erroneous > 0 ? `, ${counted(erroneous, 'erroneous execution')}` : ''
    const extent = !complete ? ', not complete' : whole ? ', without gates' : ''
    return `${conditions.length === 0 ? 'all inputs' : `where ${someOf(conditions, MOST_CONDITIONS)}`}: ${counted(traces, 'trace')}${wrong}${extent}`
  })
  if (regions.length > lines.length) lines.push(`… and ${counted(regions.length - lines.length, 'more region')}`)
  return lines.map((line) => indent(indent(line)))
}
