/** A synchronous search shares its thread with events (rejections, aborts, timers) by running in slices. */

const SLICE_MS = 100

/** Runs `slice` until it says that it is finished; events are served in between and once more at the end. */
export async function sliced(slice: (ms: number) => boolean): Promise<void> {
  for (let finished = false; !finished;) {
    finished = slice(SLICE_MS)
    await turn()
  }
  await turn() // the first turn delivers what the last slice started, the second what that led to
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Takes a snapshot of every new bug, otherwise about once a second, and less often when snapshots are expensive. */
export class Snapshots {
  private readonly take: () => void
  private due = 0
  private bugs = 0

  constructor(take: () => void) {
    this.take = take
    this.maybe(0)
  }

  maybe(bugs: number): void {
    const start = performance.now()
    if (start < this.due && bugs === this.bugs) return
    this.bugs = bugs
    this.take()
    const end = performance.now()
    this.due = end + Math.max(1000, 20 * (end - start))
  }
}
