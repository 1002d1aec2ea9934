/** A set of admissible traces: how free the program is under it, and what is still ordered. */
import { useState } from 'preact/hooks'
import type { PageOrder, PagePlaced, PageSet } from '../../src/report/html/page-data.ts'
import { Arcs } from './arcs.tsx'
import { SetCost } from './set-cost.tsx'
import { Notes } from './notes.tsx'
import { Place } from './source.tsx'

const count = (n: number): string => n.toLocaleString('en-US')

export function SetOfTraces({ set }: { set: PageSet }) {
  const [chosen, choose] = useState<number | null>(null)
  return (
    <main>
      <header>
        <h1>
          <span class={`badge ${set.whole ? 'verified' : ''}`}>{set.whole ? 'no gates' : 'gated'}</span> {set.name}
        </h1>
        <p class="muted mono">
          {set.file}
          {set.input === null ? '' : `, for ${set.input}`}
        </p>
      </header>
      <p class="guarantee">{set.extent}</p>
      {set.counts.map((line) => (
        <p class="muted">{line}</p>
      ))}
      <Freedom set={set} />
      <SetCost cost={set.cost} />
      {set.orders.length > 0 && (
        <section aria-label="What is still ordered">
          <h2>What is still ordered, between which lines</h2>
          <Arcs set={set} chosen={chosen} choose={choose} />
          <Orders set={set} chosen={chosen} choose={choose} />
        </section>
      )}
      <Notes
        title="Where gates open"
        intro="Everything that can follow on these events was verified: a run that comes there goes on freely."
        notes={set.finished}
        program={set}
      />
      {set.moreFinished > 0 && <p class="muted">and {count(set.moreFinished)} more</p>}
      <Notes
        title="What is not admitted"
        intro={`${count(set.erroneous)} executions were erroneous. No run under this set is one of them.`}
        notes={set.bugs}
        program={set}
      />
    </main>
  )
}

function Freedom({ set: { orderedPairs, freePairs } }: { set: PageSet }) {
  const all = orderedPairs + freePairs
  if (all === 0) return <p>No two events of different threads depend on each other.</p>
  const share = Math.round((100 * freePairs) / all)
  return (
    <section aria-label="How free the program is">
      <h2>How free the program is</h2>
      <p>
        Of {count(all)} pairs of dependent events of different threads, {count(freePairs)} may happen in either order (
        {share}%), and {count(orderedPairs)} in one order only.
      </p>
      <div class="freedom" role="img" aria-label={`${share} percent of the pairs are free`}>
        <span style={{ width: `${(100 * freePairs) / all}%` }} />
      </div>
    </section>
  )
}

interface OrdersProps {
  set: PageSet
  chosen: number | null
  choose: (order: number | null) => void
}

function Orders({ set, chosen, choose }: OrdersProps) {
  return (
    <>
      <div class="scroll">
        <table class="orders">
          <thead>
            <tr>
              <th scope="col">this</th>
              <th scope="col">always before that</th>
              <th scope="col" class="right">
                pairs
              </th>
            </tr>
          </thead>
          <tbody>
            {set.orders.map((order, i) => (
              <tr class={i === chosen ? 'touched' : ''}>
                <td>
                  <button
                    type="button"
                    class="link"
                    aria-pressed={i === chosen}
                    onClick={() => choose(i === chosen ? null : i)}
                  >
                    {what(order.first)}
                  </button>{' '}
                  <Where placed={order.first} set={set} />
                </td>
                <td>
                  {what(order.second)} <Where placed={order.second} set={set} />
                </td>
                <td class="right">{count(order.pairs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {set.moreOrders > 0 && <p class="muted">and {count(set.moreOrders)} more, between other lines</p>}
    </>
  )
}

const what = ({ thread, operation }: PageOrder['first']): string => `${thread}: ${operation}`

/** Where all is in one file, its name says nothing. */
const Where = ({ placed: { at }, set }: { placed: PagePlaced; set: PageSet }) =>
  at === null ? null : <Place at={at} program={set} short={Object.keys(set.sources).length === 1} />
