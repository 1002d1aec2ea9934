/** What is charged with the time that it takes, and told how late it is by then. */
interface Timed {
  milliseconds: number
  /** `milliseconds`: that all have been at work until now. */
  timeIs(milliseconds: number): void
}

/** Charges passes that take turns with the time that they take; the clock is read only where they change. */
export class PassClock {
  private running: Timed | null = null
  private since = 0
  private total = 0

  /** From now on this one is at work, or none. */
  turnTo(pass: Timed | null): void {
    if (pass === this.running) return
    const now = performance.now()
    this.tick(now)
    this.running = pass
    this.since = now
    pass?.timeIs(this.total)
  }

  /** It is now that late. */
  tick(now: number): void {
    if (this.running === null) return
    const spent = now - this.since
    this.since = now
    this.running.milliseconds += spent
    this.total += spent
    this.running.timeIs(this.total)
  }
}
