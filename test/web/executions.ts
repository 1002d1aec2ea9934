/** Results for pages, made up. */
import type { EventRow, ReplayResult } from '../../src/results/check-result.ts'
import { replayedPage } from '../../src/report/html/page-program.ts'
import { renderPage } from '../../src/report/html/render-page.ts'
import { SourceLines } from '../../src/report/source-lines.ts'

export function replayResult(given: Partial<ReplayResult> = {}): ReplayResult {
  return {
    schema: 1,
    program: 'made up',
    schedule: 'h1.x',
    input: null,
    events: [],
    memory: {},
    preemptions: 0,
    outcome: 'completed',
    value: 1,
    bug: null,
    held: [],
    notes: [],
    ...given,
  }
}

/** Threads take turns in writing to one location. */
export const manyEvents = (count: number, threads: number): EventRow[] =>
  Array.from({ length: count }, (_, i) => ({
    index: i + 1,
    thread: `t${i % threads}`,
    operation: 'write',
    location: `a[${i % 7}]`,
    value: `= ${i}`,
    at: `gone.ts:${(i % 50) + 1}:3`,
    preemption: i > 0,
    calls: [],
    changed: { [`a[${i % 7}]`]: String(i) },
  }))

export const pageOfReplay = (result: ReplayResult): string =>
  renderPage({
    version: '0',
    sets: [],
    programs: [replayedPage('made-up.ts', result, { sources: new SourceLines(), replayCommand: (s) => `replay ${s}` })],
  })
