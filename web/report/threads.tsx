import type { PageExecution, PageProgram } from '../../src/report/html/page-data.ts'
import { lineOf, Place } from './source.tsx'

interface Props {
  program: PageProgram
  execution: PageExecution
  position: number
}

/** Where each thread is after an event: its next operation, and the calls that it is in. */
export function Threads({ program, execution, position }: Props) {
  const { threads, events } = execution
  const waiting = program.bugs.find((bug) => program.executions[bug.execution ?? -1] === execution)?.waiting ?? []
  return (
    <>
      <h3>Where the threads are</h3>
      <ul class="threads">
        {threads.map((name, thread) => {
          const next = events.find((event, i) => i > position && event.thread === thread)
          const last = events.findLast((event, i) => i <= position && event.thread === thread)
          const waits = waiting.find((row) => row.thread === name)
          return (
            <li class={`t${thread % 8}`}>
              <b>{name}</b>{' '}
              {next === undefined ? (
                <>
                  <span>{last === undefined ? 'has not begun' : `has done its last event, ${last.n}`}</span>
                  {waits !== undefined && <span>, and {waits.text}</span>}
                  {waits?.at != null && <Stack calls={[waits.at]} program={program} />}
                </>
              ) : (
                <>
                  <span>
                    {last === undefined ? 'has not begun' : `has done event ${last.n}`}; next is event {next.n}:{' '}
                    <span class="mono">
                      {[next.operation, next.location].filter((part) => part !== null).join(' ')}
                    </span>
                  </span>
                  <pre>{lineOf(program, next.at)?.trim()}</pre>
                  <Stack calls={next.at === null ? next.calls : [next.at, ...next.calls]} program={program} />
                </>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Stack({ calls, program }: { calls: readonly string[]; program: PageProgram }) {
  if (calls.length === 0) return null
  return (
    <ol class="stack" aria-label="Call stack">
      {calls.map((at, i) => (
        <li>
          {i === 0 ? 'at ' : 'called at '}
          <Place at={at} program={program} />
        </li>
      ))}
    </ol>
  )
}
