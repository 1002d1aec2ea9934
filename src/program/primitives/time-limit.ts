/** Waits of primitives that end after a time: how long, and how that passes between real workers. */
import type { Operation } from '../operations/operation.ts'
import type { TimeLimit } from '../operations/operation-spec.ts'

/** Checks what a method was given, before the switch point. Nothing given is no limit. */
export function validTimeout(what: string, timeout: number | undefined): number {
  if (timeout === undefined) return Infinity
  if (typeof timeout !== 'number' || !(timeout >= 0))
    throw new RangeError(`${what} expects milliseconds from 0 and up, got ${String(timeout)}`)
  return timeout
}

/** Of an operation whose operand is its time limit. If nothing else is said, it tells by `false` that it timed out. */
export const timeLimit = (
  isDue: (op: Operation) => boolean,
  hasTimedOut: (value: unknown) => boolean = (value) => value === false,
): TimeLimit => ({ limit: (op) => op.operand as number, isDue, hasTimedOut })

/** Of an operation that is always due or else has timed out: what came of it, for people. */
export const describeTimed = (
  _given: unknown,
  _given2: unknown,
  value: unknown,
  show: (value: unknown) => string,
): string => (value === false ? 'timed out' : show(value))

/** As it was before threads got a time of their own. */
const now = performance.now.bind(performance)

/** When a real wait is to end. */
export class Deadline {
  private readonly end: number

  constructor(limit: number) {
    this.end = limit === Infinity ? Infinity : now() + limit
  }

  /** Sleeps while the word holds this, or until somebody wakes it. False once the time is over. */
  sleep(words: Int32Array, index: number, value: number): boolean {
    if (this.end === Infinity) {
      Atomics.wait(words, index, value)
      return true
    }
    const left = this.end - now()
    return left > 0 && Atomics.wait(words, index, value, left) !== 'timed-out'
  }
}
