import type { PageExecution, PageProgram } from '../../src/report/html/page-data.ts'

interface Props {
  program: PageProgram
  execution: PageExecution
  show: (execution: number) => void
  go: (position: number) => void
}

/** Where a failing execution leaves the passing one that is most like it. */
export function Closest({ program, execution, show, go }: Props) {
  if (execution.closest === null) return null
  const { execution: number, same } = execution.closest
  const passing = program.executions[number]!
  const [here, there] = [execution.events[same], passing.events[same]]
  return (
    <p class="closest">
      {same === 0 ? 'From the first event on' : `After event ${execution.events[same - 1]!.n}`}, another schedule passes
      ({passing.ending === 'completed' ? passing.title : passing.ending}):{' '}
      {there === undefined ? 'nothing happens' : <b>{passing.threads[there.thread]}</b>} goes on there
      {here !== undefined && (
        <>
          , instead of{' '}
          <button type="button" class="link" onClick={() => go(same)}>
            <b>{execution.threads[here.thread]}</b>
          </button>
        </>
      )}
      .{' '}
      <button type="button" onClick={() => show(number)}>
        Show the passing one
      </button>
    </p>
  )
}
