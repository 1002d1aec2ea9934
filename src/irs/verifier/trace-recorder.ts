import { MAX_WORKERS, type SetThreadNumber, type Slot } from '../../base/thread-numbers.ts'
import { describeLocation, describePlace, locate } from '../../execution/description/describe.ts'
import type { Execution } from '../../execution/execution.ts'
import { EventFlag, type EventLog } from '../../trace/event-log.ts'
import type { HashSet } from '../../base/hash-set.ts'
import { CausalPast, LANES_PER_CELL, LANES_PER_THREAD } from '../causal-past.ts'
import type { AdmissibleSet } from '../set/admissible-set.ts'
import type { EventDefinition } from '../set/event-table.ts'
import { defineEvent, RecordType, writeTrace } from '../set/records.ts'
import type { SetWriter } from '../set/set-file.ts'
import type { TraceConstraints } from './trace-constraints.ts'

/** Where the operations of an execution are, by depth. */
export interface OperationNotes {
  readonly log: EventLog
  readonly sites: readonly number[]
  readonly fingerprints: readonly number[]
}

/** Turns executions of the search into traces of the set, in memory and in the file. */
export class TraceRecorder {
  private readonly set: AdmissibleSet
  private readonly writer: SetWriter
  private readonly execution: Execution
  private readonly past: CausalPast
  private readonly last = new Int32Array(LANES_PER_THREAD * MAX_WORKERS)
  private readonly texts = new Map<string, number>()
  private readonly cellBytes = new Map<number, number>()
  /** How many traces of the set the search has come to: all, but while it repeats what it found before a crash. */
  found: number
  /** Those of them that it has come to, while it repeats. */
  private readonly repeated: HashSet | null
  private readonly constraints: TraceConstraints | null

  /**
   * `from`: so many traces of the set were found when the search stood where it begins now. `constraints`: of symbolic
   * inputs.
   */
  constructor(
    set: AdmissibleSet,
    from: number,
    writer: SetWriter,
    execution: Execution,
    cells: number,
    constraints: TraceConstraints | null = null,
  ) {
    this.constraints = constraints
    this.set = set
    this.found = from
    this.repeated = from < set.traces ? set.firstNames(from) : null
    this.writer = writer
    this.execution = execution
    this.past = new CausalPast(new Int32Array(LANES_PER_CELL * cells), this.last)
    set.texts.forEach((text, number) => this.texts.set(text, number))
  }

  /** Adds the trace of the execution that has just ended; false when it was known. */
  add(notes: OperationNotes, depth: number): boolean {
    const { set } = this
    this.noteCells()
    const shared = set.current
    const events: number[] = []
    const rest: (number | EventDefinition)[] = []
    const last = new Map<number, number>()
    let common = 0
    this.walk(notes, depth, (i, slot) => {
      let event = set.events.find(this.past.lo, this.past.hi)
      const isNew = event < 0
      const definition = isNew ? this.define(notes, i, slot) : null
      if (definition !== null) event = defineEvent(set, definition, last.get(definition.thread) ?? -1)
      last.set(set.events.get('thread', event), event)
      if (common === i && shared[i] === event) common++
      else rest.push(definition ?? event)
      events.push(event)
    })
    if (set.has(events)) {
      if (this.found < set.traces && this.repeated!.add(...set.nameOf(events))) this.found++
      return false
    }
    const constraints = this.constraints?.ofEnds ?? 0
    writeTrace(this.writer.begin(RecordType.trace), constraints, common, rest)
    this.writer.commit()
    set.add(events)
    this.found++
    return true
  }

  /** Whether the trace of the execution that has just ended is one of the set. */
  isAdmitted(notes: OperationNotes, depth: number): boolean {
    const events: number[] = []
    this.walk(notes, depth, () => {
      events.push(this.set.events.find(this.past.lo, this.past.hi))
    })
    return !events.includes(-1) && this.set.has(events)
  }

  /** Notes that everything below the first `depth` events of the current path is verified. */
  finish(notes: OperationNotes, depth: number, firstTrace: number): void {
    const { set } = this
    if (this.found < set.traces) return // it was noted before the next trace was written
    if (depth > 0 && this.found - firstTrace < 2) return // a single trace needs no gates to be opened
    const last = new Map<number, number>()
    let known = true
    this.walk(notes, depth, (_, slot) => {
      const event = set.events.find(this.past.lo, this.past.hi)
      if (event < 0) known = false
      last.set(slot, event)
    })
    if (!known) return
    const events = [...last.values()]
    const out = this.writer.begin(RecordType.finished)
    out.varint(firstTrace)
    out.varint(events.length)
    for (const event of events) out.varint(event)
    this.writer.commit()
    set.finish({ events, firstTrace })
  }

  /** Names the events of the log one after the other, and forgets it all again. */
  private walk(notes: OperationNotes, depth: number, each: (i: number, slot: Slot) => void): void {
    const { past, last, execution } = this
    const { log } = notes
    for (let i = 0; i < depth; i++) {
      const slot = log.thread[i]!
      const touch = log.accesses[i]!
      past.identify(slot, execution.threads[slot]!.handle, log.choice[i]!, touch)
      past.happen(slot, touch)
      if (log.spawned[i]! >= 0) past.spawned(log.spawned[i]!)
      each(i, slot)
      if (touch.end >= 0) past.ended(slot, touch.end)
    }
    last.fill(0)
    for (let i = 0; i < depth; i++) past.clear(log.accesses[i]!)
  }

  private define(notes: OperationNotes, i: number, slot: Slot): EventDefinition {
    const { log, sites, fingerprints } = notes
    const at = locate(sites[i]!, undefined)
    return {
      lo: this.past.lo,
      hi: this.past.hi,
      thread: this.threadNumber(slot),
      operation: fingerprints[i]!,
      what: this.text(this.describe(log, i)),
      at: at === null ? 0 : this.text(at),
      chosen: log.has(i, EventFlag.chooses) ? log.choice[i]! + 1 : 0,
      constraints: this.constraints?.ofStep(i) ?? 0,
      accesses: log.accesses[i]!,
    }
  }

  private describe(log: EventLog, i: number): string {
    const { name } = log.specs[i]!
    const accesses = log.accesses[i]!
    const { cell } = accesses
    if (accesses.access === 0 && accesses.cell2 < 0) return name
    const target = this.execution.layout.allocations.find(({ base, extent }) => cell >= base && cell < base + extent)
    if (target === undefined) return name
    return `${name} ${describePlace({ target, accesses }) ?? describeLocation({ target, target2: null, accesses })}`
  }

  private threadNumber(slot: Slot): SetThreadNumber {
    const { handle, name } = this.execution.threads[slot]!
    const known = this.set.threads.findIndex((thread) => thread.handle === handle)
    if (known >= 0) return known
    const out = this.writer.begin(RecordType.thread)
    out.varint(handle)
    out.text(name)
    this.writer.commit()
    return this.set.threads.push({ handle, name }) - 1
  }

  private text(text: string): number {
    const known = this.texts.get(text)
    if (known !== undefined) return known
    this.writer.text(RecordType.text, text)
    const number = this.set.texts.push(text) - 1
    this.texts.set(text, number)
    return number
  }

  /** In which pieces memory is accessed: real workers must count in the same ones. */
  private noteCells(): void {
    for (const { id, cellBytes } of this.execution.layout.allocations) {
      if (cellBytes === 0 || this.cellBytes.get(id) === cellBytes) continue
      this.cellBytes.set(id, cellBytes)
      const out = this.writer.begin(RecordType.cells)
      out.varint(id)
      out.varint(cellBytes)
      this.writer.commit()
    }
  }
}
