import { useMemo } from 'preact/hooks'
import type { PageExecution } from '../../src/report/html/page-data.ts'

interface Props {
  execution: PageExecution
  position: number
  go: (position: number) => void
}

/** The events of other threads that the event follows on, and those that follow on it: the arrows, in words. */
export function Order({ execution, position, go }: Props) {
  const { edges, events, threads } = execution
  const [before, after] = useMemo(
    () => [
      edges.filter(([, b]) => b === position).map(([a]) => a),
      edges.filter(([a]) => a === position).map(([, b]) => b),
    ],
    [edges, position],
  )
  const list = (positions: readonly number[]) =>
    positions.map((i) => (
      <button type="button" class="link" onClick={() => go(i)}>
        {events[i]!.n} ({threads[events[i]!.thread]})
      </button>
    ))
  if (before.length === 0 && after.length === 0) return null
  return (
    <p class="order">
      {before.length > 0 && <>happens after event {list(before)} </>}
      {after.length > 0 && <>happens before event {list(after)}</>}
    </p>
  )
}
