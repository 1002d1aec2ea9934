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
import { type Frame, frame, framesOf, MAX_RECORD, unframe } from './framing.ts'
import { type Holds, InputTraces, SectionTraces } from './input-traces.ts'
import { applyRecord, emptyNotes, FORMAT, readHeader, RecordType, type SetHeader, type SetNotes } from './records.ts'
import { corrupt } from './set-error.ts'

/** What was verified for one region of inputs, or for the input that the set is about. */
export interface SetSection {
  readonly header: SetHeader
  /** Without its traces where these are asked for one input. */
  set: AdmissibleSet
  readonly notes: SetNotes
  /** The input that is asked for is not in this region, or the search of the region has begun anew. */
  isExcluded: boolean
  /** Takes those of the input that is asked for. */
  taken: SectionTraces | null
}

/** So that a set is not taken for something else, nor something else for a set. */
const MAGIC = Buffer.from('heddleS1')

/** What is told of the search of a region, and of nobody outside of it. */
const isAboutSearch = ([type]: Buffer): boolean => type === RecordType.bug || type === RecordType.erroneous

/** A set as read from a file, and how far; `readMore` follows what is appended. */
export class SetReader {
  readonly file: string
  /** One for each region of inputs that was begun, and one where the set is about a single input, or none. */
  readonly sections: SetSection[] = []
  /** Where the next record will be, and the checksum it continues. */
  position = MAGIC.length
  checksum = 0
  private readonly descriptor: number
  private readonly holds: Holds | null

  /** `holds`: whose input is asked for, where it matters what holds for it. */
  constructor(file: string, holds: Holds | null = null) {
    this.file = file
    this.holds = holds
    this.descriptor = openExisting(file)
    try {
      do this.readAll()
      while (this.hasTakenSuperseded)
    } catch (error) {
      this.close()
      throw error instanceof HeddleError
        ? new HeddleError(error.kind, error.message.replace('the admissible set is', `the admissible set ${file} is`))
        : fileError('read', `the admissible set ${file}`, error)
    }
  }

  private readAll(): void {
    this.sections.length = this.ofInput.length = 0
    this.hasTakenSuperseded = false
    this.position = MAGIC.length
    this.checksum = 0
    this.take(this.readHead())
    const { format } = this.sections[0]!.header
    if (format !== FORMAT)
      throw usageError(
        `${this.file} has format ${format} of admissible sets; this version of heddle reads format ${FORMAT}. Verify the program again`,
      )
    this.readMore()
  }

  /**
   * What is read: for one input its traces, or else the last section. It stays the same, with what comes to it, also
   * where there is a better one by now.
   */
  private get section(): Pick<SetSection, 'header' | 'set' | 'notes'> {
    if (!this.isAsked) return this.sections.at(-1)!
    return (this.chosen ??= this.best) ?? this.sections[0]!
  }
  private chosen: InputTraces | null = null

  /** Whether it is about regions, and one input of them is asked for. */
  private get isAsked(): boolean {
    return this.holds !== null && this.sections[0]!.header.region !== null
  }

  /** The traces of the input that is asked for, those that can be together as one. */
  private readonly ofInput: InputTraces[] = []

  /** All of them, where they are verified. */
  private get best(): InputTraces | null {
    return this.own?.taken?.into ?? this.ofInput.toSorted((a, b) => b.set.traces - a.set.traces)[0] ?? null
  }

  /** The region of the input, where that is verified. */
  private get own(): SetSection | undefined {
    return this.sections.find(({ isExcluded, notes }) => !isExcluded && notes.completion !== null)
  }

  get header(): SetHeader {
    return this.section.header
  }
  get set(): AdmissibleSet {
    return this.section.set
  }
  get notes(): SetNotes {
    return this.section.notes
  }

  /** Whether nothing is verified for the input that is asked for, though something is for others. */
  get isOutside(): boolean {
    return this.sections[0]!.header.region !== null && this.chosen === null && this.best === null
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
    for (const frame of framesOf(this.descriptor, this.position, this.checksum)) this.take(frame)
    return this.position !== before
  }

  private take({ content, end, checksum }: Frame): void {
    const last = this.sections.at(-1)
    if (content[0] === RecordType.header || last === undefined) this.sections.push(this.begun(readHeader(content)))
    else if (
      !last.isExcluded ||
      content[0] === RecordType.refused ||
      (last.taken !== null && !isAboutSearch(content))
    ) {
      applyRecord(content, last.set, last.notes, last.taken)
      if (content[0] === RecordType.condition && last.taken?.holdsLast === false) last.isExcluded = true
    }
    this.position = end
    this.checksum = checksum
  }

  private begun(header: SetHeader): SetSection {
    const again = JSON.stringify(header.input)
    // A search that had to begin anew takes the place of the one before.
    this.sections.forEach((one, i) => {
      if (JSON.stringify(one.header.input) !== again) return
      this.superseded.add(i)
      one.isExcluded = true
      one.set = new AdmissibleSet()
      if (one.taken !== null && one.taken.into !== null) this.hasTakenSuperseded = true
    })
    const section: SetSection = {
      header,
      set: new AdmissibleSet(),
      notes: emptyNotes(),
      isExcluded: false,
      taken: null,
    }
    if (this.holds !== null && header.region !== null) section.taken = this.takenFrom(section, this.holds)
    return section
  }
  /** Sections of searches that began anew, and whether traces of these were taken before that was known. */
  private readonly superseded = new Set<number>()
  private hasTakenSuperseded = false

  private takenFrom(section: SetSection, holds: Holds): SectionTraces {
    const before = this.sections.reduce((sum, { taken }) => sum + (taken?.count ?? 0), 0)
    const isSuperseded = this.superseded.has(this.sections.length)
    return new SectionTraces(section, holds, before, () => (isSuperseded ? null : this.placeFor(section)))
  }

  /** Where traces of the section go, if the input that is asked for has them. */
  private placeFor({ header, notes: { cellBytes } }: SetSection): InputTraces {
    let place = this.ofInput.find((one) => one.takes(header, cellBytes))
    if (place === undefined) this.ofInput.push((place = new InputTraces(header)))
    place.note(cellBytes)
    return place
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

  /** Whether there is another set under this name by now, or better traces for the input: a verifier has gone on. */
  get isReplaced(): boolean {
    if (this.hasTakenSuperseded || (this.chosen !== null && this.own !== undefined && this.best !== this.chosen))
      return true
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
  readonly file: string
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
  static append({ file, position, checksum }: Pick<SetReader, 'file' | 'position' | 'checksum'>): SetWriter {
    try {
      const descriptor = openSync(file, 'r+')
      ftruncateSync(descriptor, position)
      return new SetWriter(file, descriptor, position, checksum)
    } catch (error) {
      throw fileError('write', `the admissible set ${file}`, error)
    }
  }

  /** Called before each record: writes what it rests on. */
  before: () => void = () => undefined

  begin(type: number): ByteWriter {
    this.before()
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
