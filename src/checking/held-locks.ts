import type { Execution } from '../execution/execution.ts'
import { heldByEnded, type HeldLock, type Taken } from '../execution/description/held-locks.ts'
import { record } from '../execution/replay/recording.ts'
import type { RawSchedule } from '../execution/replay/schedule-of.ts'
import type { HeldRow } from '../results/check-result.ts'
import { EventFlag, type EventLog } from '../trace/event-log.ts'

/** Threads that ended while they held a lock; one row for each thread, lock, and place where it was taken. */
export class HeldLocks {
  private readonly limit: number
  private readonly known = new Set<string>()
  /** Executions that showed some for the first time. */
  private readonly undescribed: RawSchedule[] = []
  private readonly described = new Map<string, HeldRow>()
  private beyond = 0

  constructor(limit = Infinity) {
    this.limit = limit
  }

  get size(): number {
    return this.described.size + this.undescribed.length
  }

  /** How many there are beyond the limit; those are not run again. */
  get omitted(): number {
    return this.beyond
  }

  executionEnded(execution: Execution, log: EventLog, depth: number, schedule: () => RawSchedule): void {
    const held = heldByEnded(execution)
    if (held.length === 0) return
    const fresh = held
      .map((one) => `${execution.threads[one.slot]!.handle} ${one.lock.id} ${takenBy(log, depth, one)}`)
      .filter((key) => !this.known.has(key))
    if (fresh.length === 0) return
    for (const key of fresh) this.known.add(key)
    if (this.known.size > this.limit) this.beyond += fresh.length
    else this.undescribed.push(schedule())
  }

  /** Each execution that showed some is run once more, recording, to know where in the source the locks were taken. */
  rows(execution: Execution, encode: (schedule: RawSchedule) => string): readonly HeldRow[] {
    for (const raw of this.undescribed) {
      const schedule = encode(raw)
      for (const taken of record(execution, raw, 1).held) {
        const row = heldRow(taken, schedule)
        if (!this.described.has(row.message)) this.described.set(row.message, row)
      }
    }
    this.undescribed.length = 0
    return [...this.described.values()]
  }
}

export function heldRow({ thread, lock, operation, at }: Taken, schedule: string): HeldRow {
  const where = at === null ? '' : ` at ${at}`
  return {
    thread,
    lock,
    operation,
    at,
    message: `${thread} ends while it holds ${lock}, taken with ${operation}${where}`,
    schedule,
  }
}

/**
 * The event by which the thread last did something to the lock: where in the source, or which of the thread's events.
 * That tells the places where it took it apart, but for those of a generator thread that it reaches after as many
 * events.
 */
function takenBy(log: EventLog, depth: number, { slot, lock }: HeldLock): string {
  let at = depth - 1
  while (at >= 0 && !(log.thread[at] === slot && touches(log, at, lock.base) && hasEffect(log, at))) at--
  if (at >= 0 && log.site[at] !== 0) return `at ${log.site[at]}`
  let before = 0
  for (let i = 0; i < at; i++) if (log.thread[i] === slot) before++
  return String(before)
}

const hasEffect = (log: EventLog, at: number): boolean => !log.specs[at]!.attempts || log.has(at, EventFlag.succeeded)

const touches = (log: EventLog, at: number, lock: number): boolean =>
  log.accesses[at]!.cell === lock || log.accesses[at]!.cell2 === lock
