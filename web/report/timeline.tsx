/** The events in their order, a column per thread, with arrows where one happens before another. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { PageExecution } from '../../src/report/html/page-data.ts'
import { PairMark, pairOf } from './deciding.tsx'
import { Edges } from './edges.tsx'
import { eventText, shortName } from './event-text.ts'

/** All rows are of one height, so that only those in sight have to be there. */
export const ROW = 30
export const GUTTER = 52
const LEAST_COLUMN = 150
/** In a column of this width, where and what matter more than the name of the operation. */
const NARROW = 220
const OVERSCAN = 12
/** Room for arrows between columns, where there is any. */
export const marginOf = (column: number): number => (column > NARROW ? 18 : 7)

interface Props {
  execution: PageExecution
  position: number
  go: (position: number) => void
}

export function Timeline({ execution, position, go }: Props) {
  const { threads, events, ending, isBug } = execution
  const scroller = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ top: 0, height: 600, width: 600 })
  useLayoutEffect(() => {
    const box = scroller.current!
    const look = () => setSeen({ top: box.scrollTop, height: box.clientHeight, width: box.clientWidth })
    look()
    const observer = new ResizeObserver(look)
    observer.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])
  useEffect(() => keepInSight(scroller.current!, position), [position])

  const column = Math.max(LEAST_COLUMN, (seen.width - GUTTER) / threads.length)
  const width = GUTTER + column * threads.length
  const first = Math.max(0, Math.floor(seen.top / ROW) - OVERSCAN)
  const last = Math.min(events.length - 1, Math.ceil((seen.top + seen.height) / ROW) + OVERSCAN)
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
  return (
    <div
      class="timeline"
      ref={scroller}
      tabIndex={0}
      role="listbox"
      aria-label={`Events of ${threads.join(', ')}`}
      aria-activedescendant={`event-${position}`}
    >
      <div class="heads" style={{ width: `${width}px` }} aria-hidden="true">
        {threads.map((name, t) => (
          <div class={`head t${t % 8}`} style={{ left: `${GUTTER + t * column}px`, width: `${column}px` }} title={name}>
            {name}
          </div>
        ))}
      </div>
      <div class="rows" style={{ height: `${(events.length + 1) * ROW}px`, width: `${width}px` }}>
        <Edges execution={execution} position={position} first={first} last={last} column={column} width={width} />
        {shown.map((i) => (
          <Row key={i} execution={execution} i={i} selected={i === position} column={column} go={go} />
        ))}
        {last === events.length - 1 && (
          <div
            class={isBug ? 'end failed' : 'end'}
            style={{ top: `${events.length * ROW}px` }}
            aria-hidden="true"
            title={ending}
          >
            {isBug ? '✗ ' : '✓ '}
            {ending}
          </div>
        )}
      </div>
    </div>
  )
}

interface RowProps {
  execution: PageExecution
  i: number
  selected: boolean
  column: number
  go: (position: number) => void
}

function Row({ execution, i, selected, column, go }: RowProps) {
  const { events } = execution
  const { n, thread, operation, location, value, preemption } = events[i]!
  const gap = n !== (events[i - 1]?.n ?? 0) + 1
  const deciding = pairOf(execution, i)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list as a whole is operated by keys
    <div
      id={`event-${i}`}
      class={`row${selected ? ' selected' : ''}${preemption ? ' preemption' : ''}${gap ? ' gap' : ''}${deciding === null ? '' : ' deciding'}`}
      style={{ top: `${i * ROW}px` }}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-setsize={events.length}
      aria-posinset={i + 1}
      aria-label={eventText(execution, i)}
      onClick={() => go(i)}
    >
      <span class="number">{n}</span>
      <span
        class={`event t${thread % 8}`}
        style={{
          left: `${GUTTER + thread * column + marginOf(column)}px`,
          width: `${column - 2 * marginOf(column)}px`,
        }}
      >
        <PairMark which={deciding} /> {column > NARROW && <span class="operation">{shortName(operation)}</span>}{' '}
        {location !== null && <b>{location}</b>} {value !== null && <span class="value">{value}</span>}{' '}
        {column <= NARROW && <span class="operation">{shortName(operation)}</span>}
      </span>
    </div>
  )
}

/** The heads of the columns cover the first row's height. */
function keepInSight(box: HTMLElement, position: number): void {
  const top = position * ROW
  if (top < box.scrollTop + ROW) box.scrollTop = Math.max(0, top - 2 * ROW)
  else if (top + 3 * ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + 4 * ROW - box.clientHeight
}
