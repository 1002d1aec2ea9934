/** What passes had covered by when: a line each. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { PagePass } from '../../src/report/html/page-data.ts'

const HEIGHT = 220
const LEFT = 64
const RIGHT = 16
const TOP = 12
const BOTTOM = 28
/** Colours are told apart up to here; the last passes say most. */
const MOST_LINES = 8
/** With fewer in every pass, there is nothing to see that the table does not say. */
const LEAST_POINTS = 6

export function GrowthChart({ passes }: { passes: readonly PagePass[] }) {
  const drawn = passes.filter(({ growth }) => growth.length > 1).slice(-MOST_LINES)
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(600)
  useLayoutEffect(() => {
    const look = () => setWidth(box.current?.clientWidth ?? 600)
    look()
    const observer = new ResizeObserver(look)
    if (box.current !== null) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  if (drawn.every(({ growth }) => growth.length < LEAST_POINTS)) return null
  const counts = drawn.every(({ growth }) => growth.every(({ traces }) => traces !== null)) ? 'traces' : 'executions'
  const points = drawn.flatMap(({ growth }) => growth)
  const until = Math.max(...points.map(({ seconds }) => seconds), 1e-6)
  const most = Math.max(...points.map((point) => point[counts]!), 1)
  const x = (seconds: number) => LEFT + (seconds / until) * (width - LEFT - RIGHT)
  const y = (count: number) => HEIGHT - BOTTOM - (count / most) * (HEIGHT - TOP - BOTTOM)
  return (
    <figure class="growth" ref={box}>
      <figcaption>
        {counts === 'traces' ? 'Distinct traces' : 'Executions'} over time, a line for each pass; ● where it was
        complete
      </figcaption>
      <svg width={width} height={HEIGHT} role="img" aria-label={drawn.map((pass) => said(pass, counts)).join('; ')}>
        <Axis {...{ width, until, most, x, y }} />
        {drawn.map(({ growth, complete }, i) => {
          const last = growth.at(-1)!
          return (
            <g class={`t${i % 8}`}>
              <polyline points={growth.map((point) => `${x(point.seconds)},${y(point[counts]!)}`).join(' ')} />
              {complete && <circle cx={x(last.seconds)} cy={y(last[counts]!)} r="4.5" />}
            </g>
          )
        })}
      </svg>
      <ul class="legend">
        {drawn.map((pass, i) => (
          <li>
            <span class={`dot t${i % 8}`} /> {pass.bounds}
            {pass.complete ? '' : ' (not complete)'}
          </li>
        ))}
      </ul>
    </figure>
  )
}

interface AxisProps {
  width: number
  until: number
  most: number
  x: (seconds: number) => number
  y: (count: number) => number
}

function Axis({ width, until, most, x, y }: AxisProps) {
  return (
    <g class="axis">
      {ticks(most, 4).map((count) => (
        <>
          <line x1={LEFT} x2={width - RIGHT} y1={y(count)} y2={y(count)} />
          <text x={LEFT - 8} y={y(count) + 4} text-anchor="end">
            {count.toLocaleString('en-US')}
          </text>
        </>
      ))}
      {ticks(until, width < 500 ? 3 : 6).map((seconds) => (
        <text x={x(seconds)} y={HEIGHT - 8} text-anchor={seconds === 0 ? 'start' : 'middle'}>
          {seconds === 0
            ? '0'
            : until < 1
              ? `${Number((1000 * seconds).toPrecision(3))} ms`
              : `${Number(seconds.toPrecision(3))} s`}
        </text>
      ))}
    </g>
  )
}

/** Round numbers from 0, about so many. */
export function ticks(most: number, about: number): number[] {
  const rough = most / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((n) => n * power).find((one) => one >= rough)!
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step)
}

function said({ bounds, growth, complete }: PagePass, counts: 'traces' | 'executions'): string {
  const last = growth.at(-1)!
  return `${bounds}: ${last[counts]} ${counts} after ${last.seconds.toFixed(2)} s, ${complete ? 'complete' : 'not complete'}`
}
