import type { Entry, Whereabouts } from './whereabouts.ts'

/**
 * Loops that a thread is in while they are watched, as far as their rounds can be followed. If nothing of the
 * program's own can have run unseen in them, what the thread knows at the beginning of a round is the variables that
 * outlast rounds, and nothing else.
 */
export class WatchedLoop {
  /** How many have begun. */
  rounds = 0
  /** The variables that outlast rounds, as they were when the last one began; null if that is not known. */
  kept: readonly unknown[] | null = null
  /** Code may have run in it that is not in sight. */
  tainted: boolean
  /** How it came to its first round, where local states are remembered. */
  private entry: Entry | null = null

  constructor(tainted: boolean) {
    this.tainted = tainted
  }

  nextRound(kept: readonly unknown[] | null, whereabouts: Whereabouts | null): void {
    // Not before: what the head of the loop has received and declared may stay the same in all rounds.
    if (this.rounds++ === 0 && whereabouts !== null) this.entry = whereabouts.enter()
    this.kept = kept
    if (whereabouts !== null && this.entry !== null && kept !== null && !this.tainted)
      whereabouts.roundBegins(this.entry, kept)
  }
}

/** The loops of one thread, innermost last. */
export class LoopWatch {
  readonly loops: WatchedLoop[] = []

  enter(tainted: boolean): WatchedLoop {
    const loop = new WatchedLoop(tainted)
    this.loops.push(loop)
    return loop
  }

  /** Also ends those inside that were left without a word. */
  leave(loop: WatchedLoop): void {
    const at = this.loops.lastIndexOf(loop)
    if (at >= 0) this.loops.length = at
  }

  /** A round of each of them is not what it seems. */
  taint(): void {
    for (const loop of this.loops) loop.tainted = true
  }
}
