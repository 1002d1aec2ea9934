/** Ctrl-C and SIGTERM: the first asks to stop and report, the second ends it at once. */
export class Interrupts {
  private readonly stopping = new AbortController()
  private readonly killing = new AbortController()
  private readonly onStop: () => void

  constructor(onStop: () => void) {
    this.onStop = onStop
    process.on('SIGINT', this.handle)
    process.on('SIGTERM', this.handle)
  }

  get stop(): AbortSignal {
    return this.stopping.signal
  }

  get kill(): AbortSignal {
    return this.killing.signal
  }

  dispose(): void {
    process.off('SIGINT', this.handle)
    process.off('SIGTERM', this.handle)
  }

  private readonly handle = (): void => {
    if (this.stopping.signal.aborted) return this.killing.abort()
    this.onStop()
    this.stopping.abort()
  }
}
