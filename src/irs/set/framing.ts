/**
 * The file as a chain of records: length, a check of the length, the content, and a checksum that also covers the
 * checksum of the record before, so that no record can be missing, repeated or moved. Appending is one write, and a
 * process that is killed leaves a part of it: such a torn tail is dropped. Anything else that does not fit is damage.
 */
import { readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { corrupt } from './set-error.ts'

const CHUNK = 1 << 20
const HEAD = 8
const LENGTH_CHECK = 0x5eddb1e5
export const MAX_RECORD = 1 << 28

export interface Frame {
  readonly content: Buffer
  /** Where the next record starts. */
  readonly end: number
  readonly checksum: number
}

/** What to append for a record that follows one with the checksum `previous`. */
export function frame(content: Buffer, previous: number): { bytes: Buffer; checksum: number } {
  const bytes = Buffer.alloc(HEAD + content.length + 4)
  const checksum = crc32(content, previous)
  bytes.writeUInt32LE(content.length, 0)
  bytes.writeInt32LE(content.length ^ LENGTH_CHECK, 4)
  content.copy(bytes, HEAD)
  bytes.writeUInt32LE(checksum, HEAD + content.length)
  return { bytes, checksum }
}

/** The record at `start`, or null when the rest is no whole record (yet). Throws when it is damaged. */
export function unframe(bytes: Buffer, start: number, previous: number): Frame | null {
  if (start + HEAD > bytes.length) return null
  const length = bytes.readUInt32LE(start)
  if ((length ^ LENGTH_CHECK) !== bytes.readInt32LE(start + 4) || length > MAX_RECORD)
    throw corrupt(`the record at byte ${start} has no valid length`)
  const end = start + HEAD + length + 4
  if (end > bytes.length) return null
  const content = bytes.subarray(start + HEAD, start + HEAD + length)
  const checksum = crc32(content, previous)
  if (checksum !== bytes.readUInt32LE(end - 4)) throw corrupt(`the record at byte ${start} does not match its checksum`)
  return { content, end, checksum }
}

/**
 * The whole records of a file from `start` on, where the record before has the checksum `previous`; `end` counts from
 * the beginning of the file.
 */
export function* framesOf(descriptor: number, start: number, previous: number): Generator<Frame> {
  let rest = Buffer.alloc(0)
  let checksum = previous
  for (let at = start; ; ) {
    const more = Buffer.alloc(CHUNK)
    const read = readSync(descriptor, more, 0, CHUNK, at + rest.length)
    if (read === 0) return // what is left is no whole record (yet)
    const bytes = Buffer.concat([rest, more.subarray(0, read)])
    let done = 0
    for (let record; (record = unframe(bytes, done, checksum)) !== null; ) {
      checksum = record.checksum
      done = record.end
      yield { ...record, end: at + done }
    }
    at += done
    rest = Buffer.from(bytes.subarray(done))
  }
}
