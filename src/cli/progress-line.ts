import type { Progress } from '../host/protocol.ts'
import { counted, estimated, formatNumber } from '../report/text.ts'

type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

const REDRAW_MS = 200
const PLAIN_FIRST_MS = 5_000
const PLAIN_EVERY_MS = 10_000

/**
 * Shows that something is happening: one line on a terminal, redrawn and cleared in the end; elsewhere a plain line
 * from time to time, and none for short runs.
 */
export class ProgressLine {
  private readonly output: Output
  private due: number
  private shown = false

  constructor(output: Output) {
    this.output = output
    this.due = performance.now() + (this.live ? REDRAW_MS : PLAIN_FIRST_MS)
  }

  private get live(): boolean {
    return this.output.isTTY === true && process.env.TERM !== 'dumb'
  }

  /** `text` is asked for only when it is time to show it, and told how wide it may be. */
  update(text: (width: number) => string): void {
    const now = performance.now()
    if (now < this.due) return
    this.due = now + (this.live ? REDRAW_MS : PLAIN_EVERY_MS)
    if (this.live) this.redraw(text)
    else this.output.write(`heddle: ${text(Infinity)}\n`)
  }

  private redraw(text: (width: number) => string): void {
    this.shown = true
    const width = this.output.columns ?? 80
    this.output.write(`\r\u001b[K${text(width).slice(0, width - 1)}`)
  }

  clear(): void {
    if (this.shown) this.output.write('\r\u001b[K')
    this.shown = false
  }
}

/** What is left out first where there is no room for all of it. */
const least = ['depth', 'repeated', 'budget', 'estimate', 'rate'] as const

/** `width`: of the terminal; elsewhere there is room for everything. */
export function searchProgress(progress: Progress, budgetMs: number | undefined, width = Infinity): string {
  const left = new Set<string>()
  const all = partsOf(progress, budgetMs)
  for (const part of least) {
    if (lineOf(all, left).length < width) break
    left.add(part)
  }
  return lineOf(all, left)
}

type Parts = readonly (readonly [name: string, text: string | null])[]

/** What says how fast it is belongs to the executions. */
const lineOf = (all: Parts, left: ReadonlySet<string>): string =>
  all
    .filter(([name, text]) => text !== null && !left.has(name))
    .map(([name, text], i) => (i === 0 || name === 'rate' ? text : `, ${text}`))
    .join('')

function partsOf(progress: Progress, budgetMs: number | undefined): Parts {
  const { executions, repeated, depth, bugs, best, pass, seconds, estimate } = progress
  const remaining = budgetMs === undefined ? Infinity : budgetMs / 1000 - seconds
  return [
    ['pass', pass === '' ? null : pass],
    ['executions', counted(executions, 'execution')],
    ['rate', seconds > 0 ? ` (${formatNumber(Math.round(executions / seconds))}/s)` : null],
    ['repeated', repeated === 0 ? null : `${formatNumber(repeated)} repeated`],
    ['estimate', estimate === null ? null : `${estimated(estimate)} ${estimate.pass ? 'with these bounds' : 'in all'}`],
    ['depth', `depth ${formatNumber(depth)}`],
    ['bugs', counted(bugs, 'bug') + (best === null ? '' : ` (${bugs === 1 ? '' : 'best: '}${best})`)],
    [
      'budget',
      Number.isFinite(remaining) ? `${formatNumber(Math.max(0, Math.round(remaining)))} s of the budget left` : null,
    ],
  ]
}
