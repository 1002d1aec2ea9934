/** A synchronous search shares its thread with events (rejections, aborts, timers) by running in slices. */

const SLICE_MS = 100

/** Runs `slice` until it says that it is finished, each time after what it is `waiting` for; events are served in between and once more at the end. */
export async function sliced(
  slice: (ms: number) => boolean,
  waiting: () => Promise<void> | null | undefined = () => null,
): Promise<void> {
  for (let finished = false; !finished; ) {
    finished = slice(SLICE_MS)
    if (!finished) await waiting()
    await turn()
  }
  await turn() // the first turn delivers what the last slice started, the second what that led to
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * How many times as long as a snapshot took the search goes on before the next one, and before one that has a new bug.
 */
const BETWEEN = 20
const BETWEEN_BUGS = 2

/**
 * Takes snapshots, soon where there is a new bug, otherwise about once a second, and less often when they are
 * expensive.
 */
export class Snapshots {
  private readonly take: () => void
  private last = -Infinity
  private cost = 0
  private bugs = 0

  constructor(take: () => void) {
    this.take = take
    this.maybe(0)
  }

  maybe(bugs: number): void {
    const start = performance.now()
    const pause = bugs === this.bugs ? Math.max(1000, BETWEEN * this.cost) : BETWEEN_BUGS * this.cost
    if (start < this.last + pause) return
    this.bugs = bugs
    this.take()
    this.last = performance.now()
    this.cost = this.last - start
  }
}
