import type { PageSet } from '../../src/report/html/page-data.ts'

/** How long a run takes, with and without the set. */
export function SetCost({ cost }: { cost: PageSet['cost'] }) {
  if (cost === null)
    return <p class="muted">What that costs was not measured: heddle inspect SET --cost PROGRAM does so.</p>
  const { headline, plain, admitted, notes } = cost
  const most = Math.max(plain, admitted)
  const bar = (label: string, microseconds: number) => (
    <tr>
      <th scope="row">{label}</th>
      <td class="wide">
        <span class="bar" style={{ width: `${(60 * microseconds) / most}%` }} />{' '}
        {microseconds.toLocaleString('en-US', { maximumFractionDigits: microseconds < 10 ? 1 : 0 })} µs
      </td>
    </tr>
  )
  return (
    <section aria-label="What that costs">
      <h2>What that costs: {headline}</h2>
      <table class="cost">
        <tbody>
          {bar('as it is', plain)}
          {bar('under the set', admitted)}
        </tbody>
      </table>
      {notes.map((note) => (
        <p class="muted">{note}</p>
      ))}
    </section>
  )
}
