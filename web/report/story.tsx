import type { PageExecution } from '../../src/report/html/page-data.ts'

interface Props {
  execution: PageExecution
  position: number
  go: (position: number) => void
}

/** The execution in a few sentences, one for each stretch of a thread. */
export function Story({ execution, position, go }: Props) {
  const { story, threads, events, ending, isBug } = execution
  const left = story[0]?.from ?? 0
  return (
    <>
      <h2>What happened</h2>
      <ol class="story">
        {left > 0 && <li class="muted">… {left} events before …</li>}
        {story.map(({ thread, from, to, text, stale, interrupted }, i) => (
          <li class={`t${thread % 8}${position >= from && position <= to ? ' current' : ''}`}>
            <button type="button" class="link" onClick={() => go(from)}>
              <b>{threads[thread]}</b> {resumed(execution, i) ? 'goes on' : 'runs'}
              {', '}
              {from === to ? `event ${events[from]!.n}` : `events ${events[from]!.n} to ${events[to]!.n}`}
            </button>
            {stale.length > 0 && (
              <ul class="stale" aria-label="Changed by others meanwhile">
                {stale.map((note) => (
                  <li>{note}</li>
                ))}
              </ul>
            )}
            <span class="mono does">{text}</span>
            {interrupted && <span class="interrupted">and is interrupted here</span>}
          </li>
        ))}
        <li class={isBug ? 'ending failed' : 'ending'}>{ending}</li>
      </ol>
    </>
  )
}

const resumed = ({ story, events }: PageExecution, i: number): boolean =>
  events.findIndex(({ thread }) => thread === story[i]!.thread) < story[i]!.from
