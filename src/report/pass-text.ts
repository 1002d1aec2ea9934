import type { PassDescription } from '../results/check-result.ts'

/** The bounds of a pass, in words, and what else tells it from others. */
export const boundsText = ({ bounds, switch: switchAt, reduction, order }: PassDescription): string =>
  [
    Object.entries(bounds)
      .map(([name, limit]) => `${name} ${limit}`)
      .join(', ') || 'no bound',
    ...(reduction === 'stateful' ? ['equal states'] : []),
    ...(order === undefined ? [] : [`random (${order})`]),
    ...(switchAt === 'sync' ? ['sync'] : []),
  ].join(', ')

/** Which of several passes has found something, as the end of a sentence. */
export function foundByText(pass: PassDescription): string {
  if (pass.order !== undefined) return `in executions drawn at random (${pass.order})`
  return `by the pass with ${boundsText(pass)}${pass.reduction === 'stateful' ? ' explored once,' : ''}`
}
