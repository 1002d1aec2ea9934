import { useMemo } from 'preact/hooks'
import type { PageExecution } from '../../src/report/html/page-data.ts'

interface Props {
  execution: PageExecution
  position: number
  go: (position: number) => void
}

interface Cell {
  readonly value: string
  readonly before: string | null
  /** The event that has written it last; null for what was there in the beginning. */
  readonly writer: number | null
}

/** More rows help nobody; what was written last is shown. */
const MOST = 100

export function Memory({ execution, position, go }: Props) {
  const cells = useMemo(() => memoryAt(execution, position), [execution, position])
  if (execution.memory === null) return null
  const { events, threads } = execution
  const rows = [...cells]
  const shown =
    rows.length <= MOST ? rows : rows.sort(([, a], [, b]) => (b.writer ?? -1) - (a.writer ?? -1)).slice(0, MOST)
  return (
    <>
      <h3>Shared memory after this event</h3>
      <table class="memory">
        <thead>
          <tr>
            <th scope="col">location</th>
            <th scope="col">value</th>
            <th scope="col">written by</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([location, { value, before, writer }]) => (
            <tr
              class={`${writer === position ? 'changed' : ''}${events[position]!.location === location ? ' touched' : ''}`}
            >
              <th scope="row" class="mono">
                {location}
              </th>
              <td class="mono">{writer === position && before !== null ? `${before} → ${value}` : value}</td>
              <td>
                {writer === null ? (
                  <span class="muted">at the start</span>
                ) : (
                  <button type="button" class="link" onClick={() => go(writer)}>
                    {threads[events[writer]!.thread]}, event {events[writer]!.n}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST && <p class="muted">and {rows.length - MOST} more locations, written before these</p>}
    </>
  )
}

/** What is in memory after an event. */
function memoryAt({ memory, events }: PageExecution, position: number): Map<string, Cell> {
  const cells = new Map<string, Cell>()
  for (const [location, value] of Object.entries(memory ?? {}))
    cells.set(location, { value, before: null, writer: null })
  for (let i = 0; i <= position; i++)
    for (const [location, value] of Object.entries(events[i]!.changed))
      cells.set(location, { value, before: cells.get(location)?.value ?? null, writer: i })
  return cells
}
