import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { SearchPosition } from './search-position.ts'

export interface SavedPosition extends SearchPosition {
  /** What the search had found by then: traces of the set, and executions that ended in a bug. */
  readonly found: number
  readonly erroneous: number
}

/** Changes with what a position holds: one of another version is of no use. */
const FORMAT = 4
const header = (text: string): string => `${FORMAT} ${crc32(text)}`

/** The search's place belongs to a set, and is kept beside it. */
const fileFor = (set: string): string => `${set}.search`

/** Replaces the place that was saved before: a killed process leaves either one or the other. */
export function savePosition(set: string, position: SavedPosition): void {
  const text = JSON.stringify(position)
  const temporary = `${fileFor(set)}.${process.pid}.new`
  writeFileSync(temporary, `${header(text)}\n${text}`)
  renameSync(temporary, fileFor(set))
}

/** Null when there is none that can be trusted: then the search starts over, and finds its traces in the set already. */
export function readPosition(set: string): SavedPosition | null {
  let saved: string
  try {
    saved = readFileSync(fileFor(set), 'utf8')
  } catch {
    return null
  }
  const at = saved.indexOf('\n')
  const text = saved.slice(at + 1)
  return header(text) === saved.slice(0, at) ? JSON.parse(text) as SavedPosition : null
}

export function removePosition(set: string): void {
  rmSync(fileFor(set), { force: true })
}
