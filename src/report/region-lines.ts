import type { VerifiedRegion } from '../results/verify-result.ts'
import { counted, indent } from './text.ts'

const MOST_REGIONS = 10
const MOST_CONDITIONS = 6

/** The regions of inputs that a set is about, for people. */
export function regionLines(regions: readonly VerifiedRegion[]): string[] {
  const lines = regions.slice(0, MOST_REGIONS).map(({ conditions, traces, erroneous, complete }) => {
    const texts = conditions.slice(0, MOST_CONDITIONS)
    if (conditions.length > MOST_CONDITIONS) texts.push(`${conditions.length - MOST_CONDITIONS} more conditions hold`)
    const wrong = erroneous > 0 ? `, ${counted(erroneous, 'erroneous execution')}` : ''
    return `${texts.length === 0 ? 'all inputs' : `where ${texts.join(' and ')}`}: ${counted(traces, 'trace')}${wrong}${complete ? '' : ', not complete'}`
  })
  if (regions.length > lines.length) lines.push(`… and ${counted(regions.length - lines.length, 'more region')}`)
  return lines.map((line) => indent(indent(line)))
}
