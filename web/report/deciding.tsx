import type { PageExecution } from '../../src/report/html/page-data.ts'

/** Marks the two events whose order makes the difference, in the order in which they lead to the bug. */
export function PairMark({ which }: { which: 'first' | 'second' | null }) {
  if (which === null) return null
  return (
    <span class="pair-mark" title="The order of the two marked events makes the difference">
      {which === 'first' ? '①' : '②'}
    </span>
  )
}

/** Which of the two deciding events one is. */
export function pairOf({ deciding }: PageExecution, position: number): 'first' | 'second' | null {
  if (deciding === null) return null
  return deciding.first === position ? 'first' : deciding.second === position ? 'second' : null
}
