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
    return this.output.isTTY === true
  }

  /** `text` is asked for only when it is time to show it. */
  update(text: () => string): void {
    const now = performance.now()
    if (now < this.due) return
    this.due = now + (this.live ? REDRAW_MS : PLAIN_EVERY_MS)
    if (this.live) this.redraw(text())
    else this.output.write(`heddle: ${text()}\n`)
  }

  private redraw(text: string): void {
    this.shown = true
    this.output.write(`\r\u001b[K${text.slice(0, (this.output.columns ?? 80) - 1)}`)
  }

  clear(): void {
    if (this.shown) this.output.write('\r\u001b[K')
    this.shown = false
  }
}

export function searchProgress(progress: Progress, budgetMs: number | undefined): string {
  const { executions, repeated, depth, bugs, pass, seconds, estimate } = progress
  const left = budgetMs === undefined ? null : budgetMs / 1000 - seconds
  return [
    pass === '' ? null : pass,
    counted(executions, 'execution') + (seconds > 0 ? ` (${formatNumber(Math.round(executions / seconds))}/s)` : ''),
    repeated === 0 ? null : `${formatNumber(repeated)} repeated`,
    estimate === null ? null : `${estimated(estimate)} ${estimate.pass ? 'with these bounds' : 'in all'}`,
    `depth ${formatNumber(depth)}`,
    counted(bugs, 'bug'),
    left === null || !Number.isFinite(left)
      ? null
      : `${formatNumber(Math.max(0, Math.round(left)))} s of the budget left`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
