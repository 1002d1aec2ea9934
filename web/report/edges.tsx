import type { DecidingPair, PageExecution } from '../../src/report/html/page-data.ts'
import { GUTTER, marginOf, ROW } from './timeline.tsx'

interface Props {
  execution: PageExecution
  position: number
  first: number
  last: number
  column: number
  width: number
}

/** More arrows than that in sight show nothing any more. */
const MOST = 300

/** Happens-before between threads; the arrows of the chosen event stand out. What they say is also in words (`Order`). */
export function Edges({ execution, position, first, last, column, width }: Props) {
  const { edges, events, deciding } = execution
  const inSight = edges.filter(([a, b]) => b >= first && a <= last)
  const chosen = inSight.filter(([a, b]) => a === position || b === position)
  const others = inSight.slice(0, MOST).filter((edge) => !chosen.includes(edge))
  const pair = deciding === null || deciding.first === null || deciding.second === null ? null : inOrder(deciding)
  const margin = marginOf(column)
  /** From the side of one event that faces the other to the side of that one. */
  const path = ([a, b]: readonly [number, number]): string => {
    const [from, to] = [events[a]!.thread, events[b]!.thread]
    const right = to > from
    const fromX = GUTTER + (right ? (from + 1) * column - margin : from * column + margin)
    const toX = GUTTER + (right ? to * column + margin : (to + 1) * column - margin)
    const [fromY, toY] = [(a + 0.5) * ROW, (b + 0.5) * ROW]
    const bend = (right ? 1 : -1) * Math.max(margin, Math.abs(toX - fromX) / 2)
    return `M${fromX},${fromY} C${fromX + bend},${fromY} ${toX - bend},${toY} ${toX},${toY}`
  }
  return (
    <svg class="edges" width={width} height={(events.length + 1) * ROW} aria-hidden="true">
      <defs>
        <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0,0 L8,4 L0,8 z" />
        </marker>
        <marker id="deciding" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">
          <path d="M0,0 L8,4 L0,8 z" />
        </marker>
      </defs>
      {others.map((edge) => (
        <path key={`${edge[0]}-${edge[1]}`} class="edge" d={path(edge)} />
      ))}
      {chosen.map((edge) => (
        <path key={`${edge[0]}-${edge[1]}`} class="edge chosen" d={path(edge)} marker-end="url(#arrow)" />
      ))}
      {pair !== null && pair[1] >= first && pair[0] <= last && (
        <path class="edge deciding" d={path(pair)} marker-end="url(#deciding)" />
      )}
    </svg>
  )
}

/** As they are in this execution: in one that passes, the second comes first. */
const inOrder = ({ first, second }: DecidingPair): readonly [number, number] =>
  first! < second! ? [first!, second!] : [second!, first!]
