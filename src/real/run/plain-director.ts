import { availableParallelism } from 'node:os'
import { plainData } from '../thread/plain-driving.ts'
import type { RunDirector, Starting } from './run-director.ts'

/** Nobody is kept from anything. */
export class PlainDirector implements RunDirector {
  readonly spawned = 0

  dataForWorker(): ReturnType<typeof plainData> {
    return plainData(true)
  }

  begin(start: Starting): void {
    start.all()
  }

  setInputs(): void {
    /* plain runs choose freely */
  }
  prepare(): void {
    /* nothing but memory */
  }
  meanwhile(): void {
    /* nothing grows */
  }
  end(): null {
    return null
  }
  again(): void {
    /* nothing was counted */
  }
  abort(): void {
    /* nobody waits for us */
  }
  successor(): null {
    return null
  }
  summary(): null {
    return null
  }
  dispose(): void {
    /* there is nothing */
  }
}

/**
 * Declared threads start one after the other, as cores become free, instead of together: what runs under a set are to be
 * compared with, since they do not use more workers either.
 */
export class InTurnDirector extends PlainDirector {
  private readonly threads: number

  constructor(threads: number) {
    super()
    this.threads = threads
  }

  override dataForWorker(): ReturnType<typeof plainData> {
    return plainData(false)
  }

  override begin(start: Starting): void {
    const count = Math.min(this.threads, availableParallelism())
    start.leaveFrom(count)
    for (let slot = 0; slot < count; slot++) start.one(slot)
  }
}
