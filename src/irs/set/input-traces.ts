/**
 * The traces of a set for all inputs that are those of one of them: whichever region's search has found them, each of
 * them is one of the input if all conditions hold that it rests on (docs/decisions/inputs.md; errata 27).
 */
import type { EncodedExpr } from '../../symbolic/expression-codec.ts'
import { AdmissibleSet, type FinishedPrefix } from './admissible-set.ts'
import { emptyNotes, type SetHeader, type SetNotes, type TraceTaker } from './records.ts'

/** Of sections that name events in the same way: by pieces of memory of the same size. */
export class InputTraces {
  /** What is said besides traces of a section is about the search of its region. */
  readonly header: SetHeader
  readonly set = new AdmissibleSet()
  readonly notes: SetNotes = emptyNotes()
  private readonly texts = new Map<string, number>([['', 0]])

  constructor(header: SetHeader) {
    this.header = header
  }

  /** Whether traces of such a section can be beside those that are here. */
  takes({ sealing, search }: SetHeader, cellBytes: ReadonlyMap<number, number>): boolean {
    const { header } = this
    if (sealing !== header.sealing || JSON.stringify(search) !== JSON.stringify(header.search)) return false
    return [...cellBytes].every(([id, bytes]) => (this.notes.cellBytes.get(id) ?? bytes) === bytes)
  }

  note(cellBytes: ReadonlyMap<number, number>): void {
    for (const [id, bytes] of cellBytes) this.notes.cellBytes.set(id, bytes)
  }

  thread(handle: number, name: string): number {
    const known = this.set.threads.findIndex((one) => one.handle === handle)
    return known >= 0 ? known : this.set.threads.push({ handle, name }) - 1
  }

  text(text: string): number {
    const known = this.texts.get(text)
    if (known !== undefined) return known
    this.texts.set(text, this.set.texts.length)
    return this.set.texts.push(text) - 1
  }
}

/** Whether a condition holds for the input that is asked for. */
export type Holds = (condition: EncodedExpr) => boolean

interface Section {
  readonly header: SetHeader
  readonly set: AdmissibleSet
  readonly notes: SetNotes
  /** A condition does not hold that the search has met. */
  readonly isExcluded: boolean
}

/** Takes from a section what is about the input. */
export class SectionTraces implements TraceTaker {
  /** How many traces there are in the section so far. */
  count = 0
  /** Where traces of the input go; null before the first one. */
  into: InputTraces | null = null
  private readonly section: Section
  private readonly asked: Holds
  private readonly place: () => InputTraces | null
  /** How many traces there were in earlier sections. */
  private readonly before: number
  /** By number of a condition, of a list of them, and of an event. */
  private readonly known: boolean[] = []
  private readonly all: boolean[] = []
  private readonly held: boolean[] = []
  /** By event of the section: its number among those of the input. */
  private readonly numbers: number[] = []

  /** `place`: where its traces may go now; null where they must not. */
  constructor(section: Section, holds: Holds, before: number, place: () => InputTraces | null) {
    this.section = section
    this.asked = holds
    this.before = before
    this.place = place
  }

  /** Whether the condition holds that was read last. */
  get holdsLast(): boolean {
    return this.isTrue(this.section.notes.conditions.length - 1)
  }

  private isTrue(condition: number): boolean {
    return (this.known[condition] ??= this.asked(this.section.notes.conditions[condition]!))
  }

  private holds(list: number): boolean {
    return (this.all[list] ??= this.section.notes.lists[list]!.every((one) => this.isTrue(one)))
  }

  define(event: number, constraints: number): void {
    this.held[event] = this.holds(constraints)
  }

  add(events: readonly number[], constraints: number): void {
    this.count++
    if (!this.holds(constraints) || !events.every((event) => this.held[event])) return
    this.into = this.place()
    this.into?.set.add(events.map((event) => this.numberOf(event)))
  }

  /** About all executions that go on from there, of which there may be others for inputs that differ later. */
  finish({ events, firstTrace }: FinishedPrefix): void {
    if (this.section.isExcluded || this.into === null) return
    const prefix = { events: events.map((event) => this.numbers[event]!), firstTrace: this.before + firstTrace }
    this.into.set.finish(prefix, this.count - firstTrace)
  }

  /** Events have the same name in all searches of an input, and events before them too. */
  private numberOf(event: number): number {
    const known = this.numbers[event]
    if (known !== undefined) return known
    const into = this.into!
    const { events, threads, texts } = this.section.set
    const [lo, hi] = [events.get('lo', event), events.get('hi', event)]
    const found = into.set.events.find(lo, hi)
    if (found >= 0) return (this.numbers[event] = found)
    const { handle, name } = threads[events.get('thread', event)]!
    const parent = events.get('parent', event)
    const definition = {
      lo,
      hi,
      thread: into.thread(handle, name),
      operation: events.get('operation', event),
      what: into.text(texts[events.get('what', event)]!),
      at: into.text(texts[events.get('at', event)]!),
      chosen: events.get('chosen', event),
      constraints: 0,
      accesses: events.accesses(event),
    }
    return (this.numbers[event] = into.set.events.add(definition, parent < 0 ? -1 : this.numberOf(parent)))
  }
}
