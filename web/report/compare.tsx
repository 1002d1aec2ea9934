/** A failing execution beside the closest one that passes. */
import { useState } from 'preact/hooks'
import type { PageExecution, PageProgram } from '../../src/report/html/page-data.ts'
import { foldedRows, type CompareLine } from './compare-rows.ts'
import { PairMark, pairOf } from './deciding.tsx'
import { shortName } from './event-text.ts'

interface Props {
  program: PageProgram
  execution: PageExecution
  position: number
  show: (execution: number) => void
  go: (position: number) => void
}

export function Compare({ program, execution, position, show, go }: Props) {
  const [unfolded, unfold] = useState<ReadonlySet<number>>(new Set())
  const { closest } = execution
  if (closest === null) return null
  const passing = program.executions[closest.execution]!
  return (
    <>
      <h2>Beside the closest execution that passes</h2>
      <Why execution={execution} go={go} />
      <table class="compare">
        <thead>
          <tr>
            <th scope="col" class="fails">
              ✗ this one fails
            </th>
            <th scope="col" class="passes">
              ✓ this one passes{' '}
              <button type="button" onClick={() => show(closest.execution)}>
                Step through it
              </button>
            </th>
          </tr>
        </thead>
        <tbody>
          {foldedRows(execution, passing, closest.rows, unfolded).map((line) => (
            <Line
              key={line.key}
              line={line}
              {...{ execution, passing, position, go }}
              unfold={(key) => unfold(new Set([...unfolded, key]))}
            />
          ))}
          <tr class="endings">
            <td class="fails">{execution.ending}</td>
            <td class="passes">{passing.ending}</td>
          </tr>
        </tbody>
      </table>
    </>
  )
}

/** Which order matters, in words. */
function Why({ execution, go }: { execution: PageExecution; go: (position: number) => void }) {
  const { deciding, events } = execution
  if (deciding === null)
    return (
      <p class="why">
        No two events are known whose exchange alone makes it pass. Of the executions that pass, this one is like it for
        longest.
      </p>
    )
  const access = (which: 'first' | 'second', text: string) => {
    const at = deciding[which]
    return (
      <li>
        <PairMark which={which} />{' '}
        {at === null ? (
          `${text}, to which it does not come any more`
        ) : (
          <button type="button" class="link" onClick={() => go(at)}>
            event {events[at]!.n}, {text}
          </button>
        )}
      </li>
    )
  }
  return (
    <>
      <p class="why">The order of these two makes the difference: the other way round, the program passes.</p>
      <ol class="deciding-pair">
        {access('first', deciding.texts[0])}
        {access('second', deciding.texts[1])}
      </ol>
    </>
  )
}

interface LineProps {
  line: CompareLine
  execution: PageExecution
  passing: PageExecution
  position: number
  go: (position: number) => void
  unfold: (key: number) => void
}

function Line({ line, execution, passing, position, go, unfold }: LineProps) {
  if (line.kind === 'folded')
    return (
      <tr class="folded">
        <td colSpan={2}>
          <button type="button" class="link" onClick={() => unfold(line.key)}>
            … {line.count} events alike …
          </button>
        </td>
      </tr>
    )
  const [left, right] = line.row
  return (
    <tr class={`${left === position ? 'current' : ''} ${line.how}`}>
      <td>
        {left !== null && (
          <button type="button" class="plain" onClick={() => go(left)}>
            <Event execution={execution} position={left} />
          </button>
        )}
      </td>
      <td>{right !== null && <Event execution={passing} position={right} />}</td>
    </tr>
  )
}

function Event({ execution, position }: { execution: PageExecution; position: number }) {
  const { n, thread, operation, location, value } = execution.events[position]!
  return (
    <span class={`compared t${thread % 8}`}>
      <span class="number">{n}</span> <PairMark which={pairOf(execution, position)} />{' '}
      <span class="who">{execution.threads[thread]}</span> {shortName(operation)}{' '}
      {location !== null && <b>{location}</b>} {value !== null && <span class="value">{value}</span>}
    </span>
  )
}
