import type { PageExecution } from '../../src/report/html/page-data.ts'
import { nextDeciding, nextSwitch, previousSwitch } from './keys.ts'

interface Props {
  execution: PageExecution
  position: number
  go: (position: number) => void
}

export function Controls({ execution, position, go }: Props) {
  const last = execution.events.length - 1
  const buttons: [label: string, text: string, to: number][] = [
    ['First event (Home)', '|◀', 0],
    ['Previous switch of threads (P)', '◀◀', previousSwitch(execution, position)],
    ['Previous event (up or left)', '◀', position - 1],
    ['Next event (down or right)', '▶', position + 1],
    ['Next switch of threads (N)', '▶▶', nextSwitch(execution, position)],
    ['Last event (End)', '▶|', last],
  ]
  if (execution.deciding !== null) buttons.push(['Deciding events (D)', '①②', nextDeciding(execution, position)])
  return (
    <div class="controls" role="toolbar" aria-label="Steps">
      {buttons.map(([label, text, to]) => (
        <button type="button" aria-label={label} title={label} onClick={() => go(to)}>
          {text}
        </button>
      ))}
      <span>
        event {execution.events[position]!.n} of {execution.events[last]!.n}
      </span>
      <span class="muted keys">
        keys: ↑ ↓, N and P to switches, {execution.deciding !== null && 'D to ① and ②, '}Home, End
      </span>
    </div>
  )
}
