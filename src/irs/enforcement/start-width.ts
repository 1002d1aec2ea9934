/** How often the time of a run was taken, per width: the last ones count. */
const SAMPLES = 7
/** So often a width is tried that did not seem the best. */
const TRY_EVERY = 16

interface Candidate {
  readonly width: number
  readonly times: number[]
}

/**
 * How many threads are to run at once. Where the set orders them, the next thread on the same core costs less than one
 * that is woken on another and then has to wait; where they compute for long, every core pays. Which it is depends on
 * the program, the set and the machine, so it is found out: by how long runs take, at widths from 1 to all cores.
 */
export class StartWidth {
  private readonly candidates: readonly Candidate[]
  private current: Candidate
  private runs = 0

  constructor(cores: number) {
    const widths = [cores]
    for (let width = 1; width < cores; width *= 2) widths.push(width)
    this.candidates = widths.map((width) => ({ width, times: [] }))
    this.current = this.candidates[0]!
  }

  /** For the run that is about to begin. */
  next(): number {
    const run = this.runs++
    const unknown = this.candidates.find(({ times }) => times.length < SAMPLES)
    if (unknown !== undefined) this.current = unknown
    else if (run % TRY_EVERY === 0) this.current = this.candidates[(run / TRY_EVERY) % this.candidates.length]!
    else this.current = this.candidates.reduce((best, one) => (median(one.times) < median(best.times) ? one : best))
    return this.current.width
  }

  /** The run has ended well, and took so long. */
  ended(time: number): void {
    const { times } = this.current
    times.push(time)
    if (times.length > SAMPLES) times.shift()
  }
}

/** Times are taken on machines that do other things, too. */
const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!
