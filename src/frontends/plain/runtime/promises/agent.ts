/**
 * The jobs of one explored thread, in the order in which they were made (ECMAScript, 9.5). They are run by the thread
 * when its function has returned, as a part of its code: other threads can get in between two operations of a job, but
 * never two jobs of one thread.
 */
import { HeddleError } from '../../../../base/errors.ts'
import type { ThreadJobs } from '../../../../program/threads/thread-jobs.ts'
import { refuse, runningOperation } from '../../../../program/operations/operation.ts'
import { armNeverSettles } from '../../../../program/operations/wait-async.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { within, type Twin } from '../calls/suspension.ts'
import { isPromise, type Job, type PromiseRecord, PromiseState, recordOf } from './promise-records.ts'
import { AsyncWaits } from './async-waits.ts'

export class Agent implements ThreadJobs {
  private queue: Job[] = []
  private next = 0
  isRunning = false
  /** Rejected promises at whose end nobody looks so far. */
  readonly unhandled = new Set<PromiseRecord>()
  readonly waits = new AsyncWaits()
  private main: PromiseRecord | null = null

  enqueue(job: Job): void {
    this.queue.push(job)
  }

  *run(returned: unknown): Twin {
    this.isRunning = true
    const main = (this.main = isPromise(returned) ? recordOf(returned, 0) : null)
    if (main !== null) {
      main.isHandled = true
      this.unhandled.delete(main)
    }
    for (;;) {
      yield* this.runQueued()
      for (const { value } of this.unhandled) throw unhandled(value)
      if (main?.state === PromiseState.rejected) throw main.value
      const hasEnded = main === null || main.state === PromiseState.fulfilled
      if (this.waits.any) yield* this.waits.next(hasEnded, this.awaits[0] ?? 0)
      else if (hasEnded) return main === null ? returned : main.value
      else yield armNeverSettles(this.awaits[0] ?? 0)
    }
  }

  private *runQueued(): Twin {
    for (; this.next < this.queue.length; this.next++) {
      const twin = this.queue[this.next]!()
      if (twin !== undefined) yield within(twin)
    }
    this.queue = []
    this.next = 0
    return undefined
  }

  get awaits(): readonly number[] {
    const sites: number[] = []
    for (let record = this.main; record !== null; record = record.awaited) if (record.at > 0) sites.push(record.at)
    return sites.reverse()
  }
}

/** As Node has it: an error is thrown as it is. */
function unhandled(reason: unknown): unknown {
  if (reason instanceof Error) return reason
  return new Error(`a promise was rejected with ${String(reason)}, and nobody handles that`)
}

/** The agent of the thread that runs. */
export function agentOf(): Agent {
  const op = runningOperation('a promise')
  return (op.jobs ??= made()) as Agent
}

function made(): Agent {
  if (running.shadows !== null)
    throw refuse('a promise is made inside a thread of a program with symbolic inputs: give their values instead')
  if (!running.ownsJobs)
    throw refuse(
      'a promise is made inside a thread: asynchronous code can be checked and run plainly, but not yet run under a set; ' +
        'use `heddle check` and `heddle run --plain`, or the blocking primitives of mem and Atomics.wait',
    )
  return new Agent()
}

/** What is wrong with the check itself is no failure of the program's. */
export function rethrowOurs(error: unknown): void {
  if (error instanceof HeddleError) throw error
}
