/** What else a check has found: outcomes with a witness each, coverage by bounds, races, locks that are held for ever. */
import type { PagePass, PageProgram, PageRegion } from '../../src/report/html/page-data.ts'
import { GrowthChart } from './growth.tsx'
import { Notes } from './notes.tsx'

interface Props {
  program: PageProgram
  shown: number
  show: (execution: number) => void
}

export function Findings({ program, shown, show }: Props) {
  const { guarantee, bugs, regions, moreRegions, passes, counts, races, held } = program
  return (
    <>
      <Outcomes program={program} shown={shown} show={show} />
      {regions.length > 0 && <Regions regions={regions} more={moreRegions} />}
      {(passes.length > 0 || counts.length > 0) && (
        <section aria-label="Coverage">
          <h2>What was covered</h2>
          {bugs.length > 0 && guarantee !== null && <p class="guarantee">{guarantee}</p>}
          <GrowthChart passes={passes} />
          {passes.length > 0 && <Passes passes={passes} />}
          {counts.map((line) => (
            <p class="muted">{line}</p>
          ))}
        </section>
      )}
      <Notes title="Data races" notes={races} program={program} />
      <Notes title="Locks that are never given back" notes={held} program={program} />
    </>
  )
}

function Outcomes({ program: { outcomes, moreOutcomes, executions }, shown, show }: Props) {
  if (outcomes.length === 0) return null
  const top = (execution: number) => {
    show(execution)
    window.scrollTo(0, 0)
  }
  return (
    <section aria-label="Outcomes">
      <h2>Outcomes</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">outcome</th>
              <th scope="col" class="right">
                executions
              </th>
              <th scope="col">one of them</th>
            </tr>
          </thead>
          <tbody>
            {outcomes.map(({ value, executions: count, execution }) => (
              <tr>
                <td class="mono">{value}</td>
                <td class="right">{count.toLocaleString('en-US')}</td>
                <td>
                  {execution === null ? (
                    <span class="muted">not replayed</span>
                  ) : execution === shown ? (
                    'shown above'
                  ) : (
                    <button type="button" onClick={() => top(execution)}>
                      {executions[execution]!.isBug ? 'Show the failing one' : 'Show one'}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {moreOutcomes > 0 && <p class="muted">and {moreOutcomes.toLocaleString('en-US')} more outcomes</p>}
    </section>
  )
}

function Regions({ regions, more }: { regions: readonly PageRegion[]; more: number }) {
  return (
    <section aria-label="Inputs">
      <h2>Inputs that behave alike</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {['outcome', 'region', 'one input'].map((title) => (
                <th scope="col">{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {regions.map(({ outcome, input, conditions }) => (
              <tr>
                <td>{outcome}</td>
                <td class="mono">{conditions}</td>
                <td class="mono">{input}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p class="muted">and {more.toLocaleString('en-US')} more regions</p>}
    </section>
  )
}

function Passes({ passes }: { passes: readonly PagePass[] }) {
  const most = Math.max(1, ...passes.map(({ executions }) => executions))
  const number = (n: number | null) => <td class="right">{n === null ? '' : n.toLocaleString('en-US')}</td>
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">bounds</th>
            <th scope="col" class="wide">
              executions
            </th>
            {['transitions', 'traces', 'excluded', 'cut', 'time'].map((title) => (
              <th scope="col" class="right">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {passes.map((pass) => (
            <tr>
              <th scope="row">{pass.bounds}</th>
              <td>
                <span class="bar" style={{ width: `${(60 * pass.executions) / most}%` }} />{' '}
                {pass.executions.toLocaleString('en-US')}
              </td>
              {number(pass.transitions)}
              {number(pass.traces)}
              {number(pass.excluded)}
              {number(pass.cut)}
              <td class="right">{pass.time}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
