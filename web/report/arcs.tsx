/** The source with an arc from each line that comes first to the line that has to wait for it. */
import type { PageSet } from '../../src/report/html/page-data.ts'
import { parse } from './source.tsx'

const LINE = 20
const GUTTER = 90
const AROUND = 2

interface Props {
  set: PageSet
  chosen: number | null
  choose: (order: number | null) => void
}

interface Arc {
  readonly order: number
  readonly from: number
  readonly to: number
  readonly pairs: number
}

export function Arcs({ set, chosen, choose }: Props) {
  return (
    <>
      {Object.keys(set.sources).map((file) => (
        <FileArcs key={file} file={file} {...{ set, chosen, choose }} />
      ))}
    </>
  )
}

function FileArcs({ file, set, chosen, choose }: Props & { file: string }) {
  const arcs = arcsIn(set, file)
  const lines = linesNear(set, file, arcs)
  if (arcs.length === 0 || lines.length === 0) return null
  const rowOf = new Map(lines.map(({ number }, row) => [number, row]))
  const y = (line: number) => (rowOf.get(line)! + 0.5) * LINE
  const most = Math.max(...arcs.map(({ pairs }) => pairs))
  const path = ({ from, to }: Arc) => {
    const bend = Math.min(GUTTER - 12, 14 + 5 * Math.abs(rowOf.get(to)! - rowOf.get(from)!))
    // An arc from a line to itself is a loop.
    const [fromY, toY] = from === to ? [y(from) - 4, y(to) + 4] : [y(from), y(to)]
    return `M${GUTTER - 2},${fromY} C${GUTTER - bend},${fromY} ${GUTTER - bend},${toY} ${GUTTER - 2},${toY}`
  }
  const current = arcs.find(({ order }) => order === chosen)
  return (
    <figure class="arcs" aria-label={`Orders between lines of ${file}`}>
      <figcaption class="muted mono">{file}</figcaption>
      <div class="arced">
        <svg width={GUTTER} height={lines.length * LINE} aria-hidden="true">
          <defs>
            <marker id="before" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="5" markerHeight="5" orient="auto">
              <path d="M0,0 L8,4 L0,8 z" />
            </marker>
          </defs>
          {arcs.map((arc) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table below has buttons for the same
            <path
              class={`arc${arc.order === chosen ? ' chosen' : chosen === null ? '' : ' dim'}`}
              d={path(arc)}
              stroke-width={1 + (2 * arc.pairs) / most}
              marker-end="url(#before)"
              onClick={() => choose(arc.order === chosen ? null : arc.order)}
            />
          ))}
        </svg>
        <pre>
          {lines.map(({ number, text }, row) => (
            <div
              class={`line${number === current?.from || number === current?.to ? ' here' : ''}${row > 0 && lines[row - 1]!.number !== number - 1 ? ' gap' : ''}`}
            >
              <span class="number">{number}</span>
              {text}
            </div>
          ))}
        </pre>
      </div>
    </figure>
  )
}

/** Those of which both ends are in the file. */
function arcsIn({ orders }: PageSet, file: string): Arc[] {
  return orders.flatMap(({ first, second, pairs }, order) => {
    const [from, to] = [first, second].map(({ at }) => (at === null ? null : parse(at)))
    return from?.file === file && to?.file === file ? [{ order, from: from.line, to: to.line, pairs }] : []
  })
}

function linesNear(set: PageSet, file: string, arcs: readonly Arc[]): { number: number; text: string }[] {
  const ends = arcs.flatMap(({ from, to }) => [from, to])
  const near = (number: number): boolean => ends.some((line) => Math.abs(line - number) <= AROUND)
  return set.sources[file]!.flatMap(({ from, lines }) =>
    lines.map((text, i) => ({ number: from + i, text })).filter(({ number }) => near(number)),
  )
}
