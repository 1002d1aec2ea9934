import { programError } from '../base/errors.ts'
import { outcomeKey } from '../results/outcome-key.ts'
import { HashSet } from '../base/hash-set.ts'
import { hashText } from '../base/hash-text.ts'
import type { OutcomeRow } from '../results/check-result.ts'

interface Row {
  readonly value: unknown
  executions: number
  readonly schedule: string
  readonly formula?: string
}

/** Which outcomes executions had, how often, and a schedule for each. Beyond the limit, outcomes are only counted. */
export class Outcomes {
  private readonly limit: number
  private readonly byKey = new Map<string | number, Row>()
  /** All of them, those beyond the limit included. */
  private readonly all = new HashSet()
  /** Threads without results are the most common outcome of all: no key is computed for that again. */
  private allUndefined: { readonly row: Row; readonly length: number } | null = null

  constructor(limit: number) {
    this.limit = limit
  }

  /** `schedule` is asked for when the outcome is new; `formula`: how it is computed from symbolic inputs. */
  add(value: unknown, schedule: () => string, formula: string | null = null): void {
    if (formula !== null) {
      const key = formulaKey(formula)
      const row = this.byKey.get(key) ?? this.newRow(key, value, schedule, formula)
      if (row !== null) row.executions++
      return
    }
    const nothing = isNothing(value)
    if (nothing && this.allUndefined !== null && this.allUndefined.length === (value as unknown[]).length) {
      this.allUndefined.row.executions++
      return
    }
    const key = typeof value === 'number' && Number.isInteger(value) && value !== 0 ? value : outcomeKey(value)
    const row = this.byKey.get(key) ?? this.newRow(key, value, schedule)
    if (row === null) return
    row.executions++
    if (nothing) this.allUndefined = { row, length: (value as unknown[]).length }
  }

  private newRow(
    key: string | number,
    value: unknown,
    schedule: () => string,
    formula: string | null = null,
  ): Row | null {
    const text = String(key)
    this.all.add(hashText(text) | 0, hashText(text, SECOND_LANE) | 0)
    if (this.byKey.size >= this.limit) return null
    const of = formula === null ? {} : { formula }
    const row: Row = { value: cloned(value), executions: 0, schedule: schedule(), ...of }
    this.byKey.set(key, row)
    return row
  }

  clear(): void {
    this.byKey.clear()
    this.all.clear()
    this.allUndefined = null
  }

  /**
   * The outcomes of several searches, each with what the first that saw it knows; and how many there are beyond the
   * limit.
   */
  static merged(tables: readonly Outcomes[], limit: number): { readonly rows: OutcomeRow[]; readonly omitted: number } {
    const rows: OutcomeRow[] = []
    let distinct = 0
    tables.forEach((table, i) => {
      const before = tables.slice(0, i)
      for (const [key, row] of table.byKey)
        if (rows.length < limit && !before.some((other) => other.byKey.has(key))) rows.push({ ...row })
      table.all.forEach((lo, hi) => {
        if (!before.some((other) => other.all.has(lo, hi))) distinct++
      })
    })
    return { rows, omitted: distinct - rows.length }
  }
}

/** Outcomes that are computed otherwise are others, also where they are the same for the input that is explored. */
export const formulaKey = (formula: string): string => `= ${formula}`

/** Where the second half of a 64-bit hash begins. */
const SECOND_LANE = 0x9e3779b9

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
    throw programError(
      `results and outcomes must be structured-cloneable, as they come from workers: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
