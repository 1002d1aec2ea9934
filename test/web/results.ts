/** Pages of results that are made up: a check that took its time, and a set. */
import { checkedPage } from '../../src/report/html/page-program.ts'
import { setPage } from '../../src/report/html/page-set.ts'
import { renderPage } from '../../src/report/html/render-page.ts'
import { SourceLines } from '../../src/report/source-lines.ts'
import type { Inspection } from '../../src/results/inspection.ts'
import { verified } from '../report/results.ts'

const view = { sources: new SourceLines(), replayCommand: null }

/** A pass of which so many points are known. */
const passOf = (preemption: number, points: number, complete: boolean) => ({
  ...verified,
  bounds: { preemption },
  reduction: 'dpor',
  seconds: 1,
  growth: {
    points: Array.from({ length: points }, (_, i) => ({
      seconds: preemption + i / 20,
      executions: i * 9,
      traces: i * 7,
    })),
    complete,
  },
})

/** Of two passes, of which it is known at so many moments what they had covered. */
export const pageOfPasses = (first: number, second: number): string =>
  renderPage({
    version: '0',
    sets: [],
    programs: [
      checkedPage('p.ts', { ...verified, passes: [passOf(0, first, true), passOf(1, second, false)] }, new Map(), view),
    ],
  })

/** `texts`: what threads and operations are called; places are in a file that exists. */
export function pageOfSet(at: string, text = 'read a[0]'): string {
  const placed = (thread: string, line: number) => ({ thread, operation: text, at: `${at}:${line}:1` })
  const inspection: Inspection = {
    schema: 1,
    set: `${text}.set`,
    program: text,
    input: null,
    format: 7,
    heddle: '0',
    files: [text],
    search: { reduction: 'optimal', bounds: {} },
    bytes: 12,
    traces: 3,
    events: 9,
    share: null,
    complete: false,
    exhaustive: false,
    whole: false,
    finished: [{ events: [`ann: ${text} (${at}:1:1)`], traces: 2 }],
    ordered: [
      { first: placed('ann', 1), second: placed('bob', 9) },
      { first: placed('ann', 1), second: placed('bob', 9) },
      { first: placed('bob', 3), second: placed('ann', 3) },
    ],
    free: 1,
    bugs: [{ kind: 'assertion', message: text, schedule: 'h1.x', preemptions: 0, thread: null, at: null }],
    erroneous: 4,
    cost: {
      runs: 450,
      plain: 10,
      admitted: 12.5,
      percent: 25,
      range: { low: -3, high: 40 },
      sleeps: 1.25,
      switches: 0.5,
      opened: 0.5,
    },
  }
  return renderPage({ version: '0', programs: [], sets: [setPage(inspection, new SourceLines())] })
}
