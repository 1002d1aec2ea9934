import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { HeddleError, usageError } from '../../base/errors.ts'
import { AdmissibleSet } from './admissible-set.ts'
import { ByteWriter } from '../../base/bytes.ts'
import { fileError, writeAll } from './disk.ts'
import { frame, framesOf, MAX_RECORD, unframe } from './framing.ts'
import { applyRecord, emptyNotes, FORMAT, readHeader, RecordType, type SetHeader, type SetNotes } from './records.ts'
import { corrupt } from './set-error.ts'

/** So that a set is not taken for something else, nor something else for a set. */
const MAGIC = Buffer.from('heddleS1')

/** A set as read from a file, and how far; `readMore` follows what is appended. */
export class SetReader {
  readonly file: string
  readonly header: SetHeader
  readonly set = new AdmissibleSet()
  readonly notes: SetNotes = emptyNotes()
  /** Where the next record will be, and the checksum it continues. */
  position: number
  checksum: number
  private readonly descriptor: number

  constructor(file: string) {
    this.file = file
    this.descriptor = openExisting(file)
    try {
      this.position = MAGIC.length
      this.checksum = 0
      const head = this.readHead()
      this.header = readHeader(head.content)
      this.position = head.end
      this.checksum = head.checksum
      if (this.header.format !== FORMAT)
        throw usageError(
          `${file} has format ${this.header.format} of admissible sets; this version of heddle reads format ${FORMAT}. Verify the program again`,
        )
      this.readMore()
    } catch (error) {
      this.close()
      throw error instanceof HeddleError
        ? new HeddleError(error.kind, error.message.replace('the admissible set is', `the admissible set ${file} is`))
        : fileError('read', `the admissible set ${file}`, error)
    }
  }

  private readHead(): NonNullable<ReturnType<typeof unframe>> {
    const start = Buffer.alloc(Math.min(fstatSync(this.descriptor).size, MAX_RECORD))
    readSync(this.descriptor, start, 0, start.length, 0)
    if (start.length === 0)
      throw usageError(`the admissible set ${this.file} is empty: nothing is verified yet. Run heddle verify first`)
    if (!start.subarray(0, MAGIC.length).equals(MAGIC.subarray(0, start.length)))
      throw usageError(`${this.file} is not an admissible set; heddle verify FILE -o SET makes one`)
    const head = unframe(start, MAGIC.length, 0)
    if (head === null) throw corrupt('it ends before its header does')
    return { ...head, content: Buffer.from(head.content) }
  }

  /** Takes in what has been appended since; true when there was something. */
  readMore(): boolean {
    const before = this.position
    for (const { content, end, checksum } of framesOf(this.descriptor, this.position, this.checksum)) {
      applyRecord(content, this.set, this.notes)
      this.position = end
      this.checksum = checksum
    }
    return this.position !== before
  }

  /**
   * Whether a record ends at this place, with this checksum: what was said about the file when it ended there is about
   * this one.
   */
  hasCome(position: number, checksum: number): boolean {
    if (position > this.position) return false
    for (const record of framesOf(this.descriptor, MAGIC.length, 0))
      if (record.end >= position) return record.end === position && record.checksum === checksum
    return false
  }

  /** Whether there is another set under this name by now: a verifier has started over. */
  get isReplaced(): boolean {
    const now = statSync(this.file, { throwIfNoEntry: false })
    return now !== undefined && now.ino !== fstatSync(this.descriptor).ino
  }

  get bytes(): number {
    return fstatSync(this.descriptor).size
  }

  close(): void {
    closeSync(this.descriptor)
  }
}

function openExisting(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOENT'
      ? usageError(`there is no admissible set ${file}; heddle verify FILE -o ${file} makes one`)
      : fileError('read', `the admissible set ${file}`, error)
  }
}

/** A set may be replaced by a new one; anything else under its name was not meant. */
function refuseToReplace(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isFile())
    throw usageError(
      `cannot write the admissible set ${file}: there is ${found.isDirectory() ? 'a folder' : 'something that is not a file'}`,
    )
  if (found.size === 0) return
  const start = Buffer.alloc(MAGIC.length)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, start, 0, start.length, 0)
  closeSync(descriptor)
  if (!start.equals(MAGIC))
    throw usageError(`${file} is not an admissible set, so it is not replaced by one; name another file, or remove it`)
}

/** Appends records, each with one write, so that a killed process leaves at most a torn tail. */
export class SetWriter {
  readonly out = new ByteWriter()
  private readonly file: string
  private readonly descriptor: number
  /** Where the next record will be, and the checksum it continues. */
  position: number
  checksum: number

  private constructor(file: string, descriptor: number, position: number, checksum: number) {
    this.file = file
    this.descriptor = descriptor
    this.position = position
    this.checksum = checksum
  }

  /** A new file, in place only once its header is. */
  static create(file: string, header: SetHeader): SetWriter {
    try {
      refuseToReplace(file)
      return SetWriter.createWithin(`${file}.${process.pid}.new`, file, header)
    } catch (error) {
      throw fileError('write', `the admissible set ${file}`, error)
    }
  }

  private static createWithin(temporary: string, file: string, header: SetHeader): SetWriter {
    const descriptor = openSync(temporary, 'w')
    try {
      writeAll(descriptor, MAGIC, 0)
      const writer = new SetWriter(file, descriptor, MAGIC.length, 0)
      writer.text(RecordType.header, JSON.stringify(header))
      renameSync(temporary, file)
      return writer
    } catch (error) {
      closeSync(descriptor)
      rmSync(temporary, { force: true })
      throw error
    }
  }

  /** Goes on after the last whole record. */
  static append(reader: SetReader): SetWriter {
    try {
      const descriptor = openSync(reader.file, 'r+')
      ftruncateSync(descriptor, reader.position)
      return new SetWriter(reader.file, descriptor, reader.position, reader.checksum)
    } catch (error) {
      throw fileError('write', `the admissible set ${reader.file}`, error)
    }
  }

  begin(type: number): ByteWriter {
    this.out.clear()
    this.out.varint(type)
    return this.out
  }

  text(type: number, text: string): void {
    this.begin(type).text(text)
    this.commit()
  }

  /** A record that cannot be written, as on a full disk, leaves nothing behind. */
  commit(): void {
    const { bytes, checksum } = frame(this.out.bytes, this.checksum)
    try {
      writeAll(this.descriptor, bytes, this.position)
    } catch (error) {
      this.dropTail()
      throw fileError('write', `the admissible set ${this.file}`, error)
    }
    this.position += bytes.length
    this.checksum = checksum
  }

  private dropTail(): void {
    try {
      ftruncateSync(this.descriptor, this.position)
    } catch {
      // who reads it drops it
    }
  }

  close(): void {
    closeSync(this.descriptor)
  }
}

export const setExists = (file: string): boolean => existsSync(file)
