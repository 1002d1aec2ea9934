import { readFileSync, rmSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { fileError, replaceFile } from '../set/disk.ts'
import type { SetReader } from '../set/set-file.ts'
import type { SearchPosition } from './search-position.ts'

export interface SavedPosition extends SearchPosition {
  /**
   * Where the set ended then, and the checksum of its last record: the place belongs to this content and to no other.
   */
  readonly set: { readonly position: number; readonly checksum: number }
  /** What the search had found by then: traces of the set, and executions that ended in a bug. */
  readonly found: number
  readonly erroneous: number
}

/** Changes with what a position holds: one of another version is of no use. */
const FORMAT = 6
const header = (text: string): string => `${FORMAT} ${crc32(text)}`

/** The search's place belongs to a set, and is kept beside it. */
const fileFor = (set: string): string => `${set}.search`

/** Replaces the place that was saved before. */
export function savePosition(set: string, position: SavedPosition): void {
  const text = JSON.stringify(position)
  try {
    replaceFile(fileFor(set), `${header(text)}\n${text}`)
  } catch (error) {
    throw fileError('write', `the place of the search, ${fileFor(set)}`, error)
  }
}

/**
 * The place that was saved for a set, or why there is none to go on from: then the search starts over, and finds its
 * traces in the set already.
 */
export function readPosition(reader: SetReader): SavedPosition | string {
  const file = fileFor(reader.file)
  let saved: string
  try {
    saved = readFileSync(file, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? `there is no ${file}`
      : `${file} cannot be read (${(error as Error).message})`
  }
  const at = saved.indexOf('\n')
  const text = saved.slice(at + 1)
  if (header(text) !== saved.slice(0, at)) return `${file} is damaged or of another version of heddle`
  const position = JSON.parse(text) as SavedPosition
  if (!reader.hasCome(position.set.position, position.set.checksum))
    return `${file} belongs to another set, or to traces that this one does not have`
  return position
}

export function removePosition(set: string): void {
  rmSync(fileFor(set), { force: true })
}
