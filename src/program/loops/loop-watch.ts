import { type Entry, valuesText, type Whereabouts } from './whereabouts.ts'

/** Code that a thread is in while it is watched. */
interface Watched {
  /** Something of the program's own may have run in it that is not in sight. */
  tainted: boolean
}

/**
 * Loops that a thread is in while they are watched, as far as their rounds can be followed. If nothing of the
 * program's own can have run unseen in them, what the thread knows at the beginning of a round is the variables that
 * outlast rounds, and nothing else.
 */
export class WatchedLoop implements Watched {
  /** How many have begun. */
  rounds = 0
  /** The variables that outlast rounds, as they were when the last one began; null if that is not known. */
  kept: readonly unknown[] | null = null
  tainted: boolean
  /** How it came to its first round, where local states are remembered. */
  private entry: Entry | null = null

  constructor(tainted: boolean) {
    this.tainted = tainted
  }

  /** Whether no operation has run since it said where the thread is: a round that only computes leads on from there. */
  isKnown(whereabouts: Whereabouts | null): boolean {
    return this.entry !== null && (this.tainted || whereabouts?.isIn(this.entry) === true)
  }

  nextRound(kept: readonly unknown[] | null, whereabouts: Whereabouts | null): void {
    // Not before: what the head of the loop has received and declared may stay the same in all rounds.
    if (this.rounds++ === 0 && whereabouts !== null) this.entry = whereabouts.enter()
    this.kept = kept
    if (whereabouts !== null && this.entry !== null && kept !== null && !this.tainted)
      whereabouts.roundBegins(this.entry, kept)
  }
}

/**
 * A call of a function that assigns nothing but its own variables, while it is watched: all that it leaves to its caller
 * is what it returns, as if it were a loop of one round that keeps that.
 */
export class WatchedCall implements Watched {
  tainted = false
  private readonly entry: Entry

  constructor(whereabouts: Whereabouts) {
    this.entry = whereabouts.enter()
  }

  returned(value: unknown, whereabouts: Whereabouts | null): void {
    if (!this.tainted) whereabouts?.roundBegins(this.entry, [value])
  }
}

/**
 * Statements one after the other that keep nothing but variables: each is like a round. They may be left without a word.
 */
export class WatchedSteps {
  private readonly entry: Entry
  private readonly watch: LoopWatch
  private readonly taints: number

  constructor(whereabouts: Whereabouts, watch: LoopWatch) {
    this.entry = whereabouts.enter()
    this.watch = watch
    this.taints = watch.taints
  }

  get tainted(): boolean {
    return this.taints !== this.watch.taints
  }

  /**
   * The step of this number. `kept` are the variables that were assigned since the first one, as they are now: where
   * they do not tell where the code is, what told it before still does.
   */
  nextStep(number: number, kept: readonly unknown[], whereabouts: Whereabouts): void {
    if (valuesText(kept) !== null) whereabouts.roundBegins(this.entry, [number, ...kept])
  }
}

/** The loops and calls that a thread is in, innermost last. */
export class LoopWatch {
  private readonly inside: (WatchedLoop | WatchedCall)[] = []
  /** Whether there is still something to be seen in one of them: they may run for millions of rounds. */
  isSeeing = false
  /** How often something was not what it seemed. */
  taints = 0
  /** Whether steps have begun since. */
  private hasSteps = false

  get loops(): readonly WatchedLoop[] {
    return this.inside.filter((watched) => watched instanceof WatchedLoop)
  }

  enter(tainted: boolean): WatchedLoop {
    const loop = new WatchedLoop(tainted)
    this.inside.push(loop)
    this.isSeeing ||= !tainted
    return loop
  }

  call(whereabouts: Whereabouts): WatchedCall {
    const call = new WatchedCall(whereabouts)
    this.inside.push(call)
    this.isSeeing = true
    return call
  }

  steps(whereabouts: Whereabouts): WatchedSteps {
    this.isSeeing = this.hasSteps = true
    return new WatchedSteps(whereabouts, this)
  }

  /** Also ends those inside that were left without a word. */
  leave(watched: WatchedLoop | WatchedCall): void {
    const at = this.inside.lastIndexOf(watched)
    if (at >= 0) this.inside.length = at
    this.isSeeing = this.hasSteps || this.inside.some(({ tainted }) => !tainted)
  }

  /** What each of them does is not what it seems. */
  taint(): void {
    for (const watched of this.inside) watched.tainted = true
    this.taints++
    this.isSeeing = this.hasSteps = false
  }
}
