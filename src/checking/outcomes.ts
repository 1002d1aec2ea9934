import { programError } from '../errors.ts'
import { outcomeKey } from '../execution/outcome-key.ts'
import type { Schedule } from '../trace/schedule.ts'

export type RawSchedule = Pick<Schedule, 'threads' | 'choices' | 'cycle'>

interface Row {
  readonly value: unknown
  executions: number
  readonly raw: RawSchedule
  schedule: string | undefined
}

/** Which outcomes executions had, how often, and a schedule for each. */
export class Outcomes {
  private readonly byKey = new Map<string | number, Row>()
  /** Threads without results are the most common outcome of all: no key is computed for that again. */
  private allUndefined: { readonly row: Row; readonly length: number } | null = null

  add(value: unknown, schedule: () => RawSchedule): void {
    const nothing = isNothing(value)
    if (nothing && this.allUndefined !== null && this.allUndefined.length === (value as unknown[]).length) {
      this.allUndefined.row.executions++
      return
    }
    const key = typeof value === 'number' && Number.isInteger(value) && value !== 0 ? value : outcomeKey(value)
    const row = this.byKey.get(key) ?? this.newRow(key, value, schedule())
    row.executions++
    if (nothing) this.allUndefined = { row, length: (value as unknown[]).length }
  }

  private newRow(key: string | number, value: unknown, raw: RawSchedule): Row {
    const row: Row = { value: cloned(value), executions: 0, raw, schedule: undefined }
    this.byKey.set(key, row)
    return row
  }

  /** Without the outcomes that are in one of `except`. */
  rows(encode: (schedule: RawSchedule, key: string) => string, except: readonly Outcomes[] = []): { value: unknown; executions: number; schedule: string }[] {
    const rows = [...this.byKey].filter(([key]) => !except.some((other) => other.byKey.has(key)))
    return rows.map(([, row]) => ({
      value: row.value, executions: row.executions, schedule: (row.schedule ??= encode(row.raw, outcomeKey(row.value))),
    }))
  }

  clear(): void {
    this.byKey.clear()
    this.allUndefined = null
  }
}

/** A list of undefined. */
function isNothing(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  for (let i = 0; i < value.length; i++) if (value[i] !== undefined) return false
  return true
}

/** The program may reuse the object in its next execution; and real workers could not pass on what cannot be cloned. */
function cloned(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch (error) {
    throw programError(`results and outcomes must be structured-cloneable, as they come from workers: ${error instanceof Error ? error.message : String(error)}`)
  }
}
