/**
 * What the records of a set file say, and what they do to a set. A set for all inputs has a header for each region of
 * them, which is followed by what was verified there.
 */
import { type Access, Accesses } from '../../dependence/accesses.ts'
import { ByteReader, type ByteWriter } from '../../base/bytes.ts'
import type { EncodedDomains } from '../../program/inputs/encoded-domains.ts'
import type { InputValues } from '../../program/inputs/input-values.ts'
import type { EncodedExpr } from '../../symbolic/expression-codec.ts'
import type { SymbolicElement, VerifiedAllocation } from './initial-memory.ts'
import { corrupt, refused } from './set-error.ts'
import type { AdmissibleSet, FinishedPrefix } from './admissible-set.ts'
import type { EventDefinition } from './event-table.ts'
import type { SourceFile } from '../../frontends/loader/program-sources.ts'

export const FORMAT = 8

/** A record's first byte. */
export const RecordType = {
  header: 1,
  text: 2,
  thread: 3,
  trace: 4,
  finished: 5,
  bug: 6,
  complete: 7,
  cells: 8,
  erroneous: 9,
  condition: 10,
  covered: 11,
  conditions: 12,
  refused: 13,
} as const

export interface SetHeader {
  readonly format: number
  /** Version of Heddle, whose idea of operations the events follow. */
  readonly heddle: string
  readonly program: string
  /** The values of the program's inputs; null where it has none. */
  readonly input: InputValues | null
  /** Null where it is about this input alone; otherwise about all for which the conditions hold that follow. */
  readonly region: SetRegion | null
  /** Every file that the program loaded, with the digest of its bytes. */
  readonly files: readonly SourceFile[]
  readonly search: {
    readonly reduction: string
    readonly bounds: Readonly<Record<string, number>>
    readonly maxDepth: number
  }
  /** Sealed code was met, so that the search respects it. */
  readonly sealing: boolean
  readonly memory: readonly VerifiedAllocation[]
}

export interface SetRegion {
  /** All inputs of the program. */
  readonly inputs: EncodedDomains
  /** What shared memory begins with where that depends on inputs. */
  readonly memory: readonly SymbolicElement[]
}

/** How the search ended by itself. */
export interface Completion {
  /** Nothing was excluded by a bound and nothing cut. */
  readonly exhaustive: boolean
  readonly executions: number
  readonly excluded: number
  readonly cut: number
}

/** What is in a set besides its traces. */
export interface SetNotes {
  readonly bugs: unknown[]
  erroneous: number
  completion: Completion | null
  /** Bytes per cell, by number of the allocation. */
  readonly cellBytes: Map<number, number>
  /** Of the inputs: what is said besides traces rests on all those before it. */
  readonly conditions: EncodedExpr[]
  /**
   * Numbers of conditions: an event rests on those of one list, a trace besides on those of another one. The first list
   * is empty.
   */
  readonly lists: (readonly number[])[]
  /** In words, of which inputs each is in this region or in one before; null while there may be others. */
  covered: string | null
}

export const emptyNotes = (): SetNotes => ({
  bugs: [],
  erroneous: 0,
  completion: null,
  cellBytes: new Map(),
  conditions: [],
  lists: [[]],
  covered: null,
})

export function readHeader(content: Buffer): SetHeader {
  if (content[0] !== RecordType.header) throw corrupt('it does not begin with a header')
  const header = json(new ByteReader(content.subarray(1), corrupt).text()) as SetHeader
  return header
}

export function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw corrupt('a record cannot be understood')
  }
}

/** Writes a trace as its difference to the one before. Events of the set are named by number, new ones are defined. */
export function writeTrace(
  out: ByteWriter,
  constraints: number,
  shared: number,
  rest: readonly (number | EventDefinition)[],
): void {
  out.varint(constraints)
  out.varint(shared)
  out.varint(rest.length)
  for (const event of rest) {
    if (typeof event === 'number') out.varint(event + 1)
    else writeDefinition(out, event)
  }
}

function writeDefinition(out: ByteWriter, d: EventDefinition): void {
  const { cell, bytes, stride, access, cell2, access2 } = d.accesses
  out.varint(0)
  for (const word of [d.lo, d.hi, d.operation]) out.word(word)
  const { thread, what, at, chosen, constraints } = d
  for (const number of [thread, what, at, chosen, constraints, cell, bytes, stride, access, cell2 + 1, access2])
    out.varint(number)
}

/** In the order of `writeDefinition`. */
function readDefinition(from: ByteReader): EventDefinition {
  const [lo, hi, operation] = [from.word(), from.word(), from.word()]
  const [thread, what, at, chosen] = [from.varint(), from.varint(), from.varint(), from.varint()]
  const constraints = from.varint()
  const accesses = new Accesses().range(from.varint(), from.varint(), from.varint(), from.varint() as Access)
  return {
    lo,
    hi,
    operation,
    thread,
    what,
    at,
    chosen,
    constraints,
    accesses: accesses.also(from.varint() - 1, from.varint() as Access),
  }
}

/** Who takes the traces of a set, and what is said of all of them; events are those of the set. */
export interface TraceTaker {
  /** An event is new. */
  define(event: number, constraints: number): void
  add(events: readonly number[], constraints: number): void
  finish(prefix: FinishedPrefix): void
}

/** Applies a record to the set that was read so far; traces to `taker`, where these are not for the set itself. */
export function applyRecord(content: Buffer, set: AdmissibleSet, notes: SetNotes, taker: TraceTaker | null): void {
  const from = new ByteReader(content.subarray(1), corrupt)
  switch (content[0]) {
    case RecordType.text:
      set.texts.push(from.text())
      break
    case RecordType.thread:
      set.threads.push({ handle: from.varint(), name: from.text() })
      break
    case RecordType.trace:
      readTrace(from, set, notes, taker)
      break
    case RecordType.finished: {
      const firstTrace = from.varint()
      const events = Array.from({ length: from.varint() }, () => set.checkEvent(from.varint()))
      ;(taker ?? set).finish({ firstTrace, events })
      break
    }
    case RecordType.conditions:
      notes.lists.push(
        Array.from({ length: from.varint() }, () => checkedBelow(from.varint(), notes.conditions.length)),
      )
      break
    case RecordType.bug:
      notes.bugs.push(json(from.text()))
      break
    case RecordType.erroneous:
      notes.erroneous = from.varint()
      break
    case RecordType.complete:
      notes.completion = json(from.text()) as Completion
      break
    case RecordType.cells:
      notes.cellBytes.set(from.varint(), from.varint())
      break
    case RecordType.condition:
      notes.conditions.push(json(from.text()) as EncodedExpr)
      break
    case RecordType.covered:
      notes.covered = from.text()
      break
    case RecordType.refused:
      throw refused(from.text())
    default:
      throw corrupt(`there is a record of the unknown kind ${content[0]}`)
  }
  if (!from.atEnd) throw corrupt('a record is too long')
}

function checkedBelow(number: number, count: number): number {
  if (number >= count) throw corrupt(`it names one of ${count} conditions by the number ${number}`)
  return number
}

function readTrace(from: ByteReader, set: AdmissibleSet, { lists }: SetNotes, taker: TraceTaker | null): void {
  const constraints = checkedBelow(from.varint(), lists.length)
  const shared = from.varint()
  if (shared > set.current.length) throw corrupt('a trace continues one that is not there')
  const events = set.current.slice(0, shared)
  for (let n = from.varint(); n > 0; n--) {
    const number = from.varint()
    if (number > 0) {
      events.push(set.checkEvent(number - 1))
      continue
    }
    const definition = readDefinition(from)
    const last = events.findLast((event) => set.events.get('thread', event) === definition.thread) ?? -1
    const event = defineEvent(set, definition, last)
    taker?.define(event, checkedBelow(definition.constraints, lists.length))
    events.push(event)
  }
  if (taker === null) set.add(events)
  else {
    set.current = events
    taker.add(events, constraints)
  }
}

/** A new event follows the last one of its thread in the same trace; -1 for none. */
export function defineEvent(set: AdmissibleSet, definition: EventDefinition, last: number): number {
  if (
    set.threads[definition.thread] === undefined ||
    set.texts[definition.what] === undefined ||
    set.texts[definition.at] === undefined
  ) {
    throw corrupt('an event names a thread or a text that is not there')
  }
  return set.events.add(definition, last)
}
