/** Charges passes that take turns with the time that they take; the clock is read only where they change. */
export class PassClock {
  private running: { milliseconds: number } | null = null
  private since = 0

  /** From now on this one is at work, or none. */
  turnTo(pass: { milliseconds: number } | null): void {
    if (pass === this.running) return
    const now = performance.now()
    if (this.running !== null) this.running.milliseconds += now - this.since
    this.running = pass
    this.since = now
  }
}
