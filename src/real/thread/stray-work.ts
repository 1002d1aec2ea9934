import { createHook, executionAsyncId } from 'node:async_hooks'

/** What waits for the event loop: it happens once, or not at all if nobody keeps it. */
const isAwaited = (type: string): boolean => /^(Timeout|Immediate|TickObject|Microtask)$|REQ/.test(type)

interface Resource {
  hasRef?(): boolean
}

/**
 * What a thread leaves to the event loop: promises, timers, ticks. A worker that serves commands does not return to its
 * event loop, so none of that would ever happen, and a rejection that nobody handles would be lost. A thread that has
 * left such a thing has ended when that has, as a program has, and what goes wrong there is a failure of its run.
 */
export class StrayWork {
  /** Asynchronous resources that the thread made, or that were made on behalf of such. */
  private readonly owned = new Set<number>()
  private readonly awaited = new Map<number, Resource>()
  private inThread = false
  private readonly hook = createHook({
    init: (id, type, _, resource) => {
      if (!this.inThread && !this.owned.has(executionAsyncId())) return
      this.owned.add(id)
      if (isAwaited(type)) this.awaited.set(id, resource as Resource)
    },
    destroy: (id) => {
      this.awaited.delete(id)
    },
  })

  begin(): void {
    this.hook.enable()
  }

  end(): void {
    this.hook.disable()
  }

  /** Runs the thread, and notes what it leaves. */
  watching<T>(thread: () => T): T {
    this.inThread = true
    try {
      return thread()
    } finally {
      this.inThread = false
    }
  }

  get isThere(): boolean {
    return this.owned.size > 0
  }

  /**
   * Lets the event loop turn until nothing is left, and what the thread has promised is `settled`; or until `givenUp`
   * says so. Tells of every error that nobody caught.
   */
  async settle(failed: (error: unknown) => void, settled: () => boolean, givenUp: () => boolean): Promise<void> {
    process.on('uncaughtException', failed)
    process.on('unhandledRejection', failed)
    try {
      await turn() // a rejection shows as soon as nothing else runs
      while ((this.isAwaiting() || !settled()) && !givenUp()) await pause()
      await turn()
    } finally {
      process.off('uncaughtException', failed)
      process.off('unhandledRejection', failed)
      this.owned.clear()
      this.awaited.clear()
    }
  }

  /** A timer that would not keep a process alive is not waited for. */
  private isAwaiting(): boolean {
    for (const resource of this.awaited.values()) if (resource.hasRef?.() !== false) return true
    return false
  }
}

/** As they were before the program could be loaded. */
const { setImmediate, setTimeout } = globalThis
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 1)
  })
