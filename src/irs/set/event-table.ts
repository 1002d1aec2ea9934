import type { SetThreadNumber } from '../../base/thread-numbers.ts'
import { KeyTable } from '../../base/key-table.ts'
import { type Access, Accesses } from '../../dependence/accesses.ts'

/** What is known about an event besides its name. */
export interface EventDefinition {
  readonly lo: number
  readonly hi: number
  /** Number of the thread in the set's table of threads. */
  readonly thread: SetThreadNumber
  /** Fingerprint of the operation. */
  readonly operation: number
  /** What the operation is and where in the source, as numbers of texts. */
  readonly what: number
  readonly at: number
  /** For a `choose`: the value + 1. Otherwise 0. */
  readonly chosen: number
  /** Of which list the conditions are that it rests on. */
  readonly constraints: number
  readonly accesses: Accesses
}

const COLUMNS = [
  'lo',
  'hi',
  'thread',
  'operation',
  'what',
  'at',
  'chosen',
  'cell',
  'bytes',
  'stride',
  'access',
  'cell2',
  'access2',
  'parent',
  'depth',
] as const
type Column = (typeof COLUMNS)[number]

/** All events of all traces, numbered in the order in which they were first seen, in columns. */
export class EventTable {
  count = 0
  private capacity = 1024
  private columns = Object.fromEntries(COLUMNS.map((name) => [name, new Int32Array(1024)])) as Record<
    Column,
    Int32Array
  >
  private readonly names = new KeyTable(2, 4096)
  /** By place of the name: the number of the event. */
  private numbers = new Int32Array(4096)

  /** The number of the event with this name, or -1. */
  find(lo: number, hi: number): number {
    const { names } = this
    const at = names.placeOfWords(lo, hi)
    return names.isFree(at) ? -1 : this.numbers[at]!
  }

  /** `parent` is the previous event of the same thread, or -1. */
  add(definition: EventDefinition, parent: number): number {
    if (this.count === this.capacity) this.grow()
    const event = this.count++
    const { columns } = this
    const { accesses } = definition
    columns.lo[event] = definition.lo
    columns.hi[event] = definition.hi
    columns.thread[event] = definition.thread
    columns.operation[event] = definition.operation
    columns.what[event] = definition.what
    columns.at[event] = definition.at
    columns.chosen[event] = definition.chosen
    columns.cell[event] = accesses.cell
    columns.bytes[event] = accesses.bytes
    columns.stride[event] = accesses.stride
    columns.access[event] = accesses.access
    columns.cell2[event] = accesses.cell2
    columns.access2[event] = accesses.access2
    columns.parent[event] = parent
    columns.depth[event] = parent < 0 ? 1 : columns.depth[parent]! + 1
    this.insert(event, definition.lo, definition.hi)
    return event
  }

  get(name: Column, event: number): number {
    return this.columns[name][event]!
  }

  /** The names of events, by number; there may be room for more. */
  get los(): Int32Array {
    return this.columns.lo
  }
  get his(): Int32Array {
    return this.columns.hi
  }

  column(name: Column): Int32Array {
    return this.columns[name].subarray(0, this.count)
  }

  accesses(event: number): Accesses {
    const { cell, bytes, stride, access, cell2, access2 } = this.columns
    return new Accesses()
      .range(cell[event]!, bytes[event]!, stride[event]!, access[event]! as Access)
      .also(cell2[event]!, access2[event]! as Access)
  }

  private insert(event: number, lo: number, hi: number): void {
    const { names, numbers } = this
    if (names.isFull) {
      this.numbers = new Int32Array(names.capacityAfterGrowth)
      names.grow((before, now) => {
        this.numbers[now] = numbers[before]!
      })
    }
    const at = names.placeOfWords(lo, hi)
    names.takeWords(at, lo, hi)
    this.numbers[at] = event
  }

  private grow(): void {
    this.capacity *= 2
    for (const name of COLUMNS) {
      const larger = new Int32Array(this.capacity)
      larger.set(this.columns[name])
      this.columns[name] = larger
    }
  }
}
