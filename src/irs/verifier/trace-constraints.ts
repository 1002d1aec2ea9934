import type { MetConditions } from '../../symbolic/met-conditions.ts'
import type { Expr } from '../../symbolic/expressions.ts'
import type { Path } from '../../symbolic/path.ts'
import { RecordType } from '../set/records.ts'
import type { SetWriter } from '../set/set-file.ts'

/**
 * Which conditions the events and traces of a region rest on [IRS, III-A: symbolic traces], as numbers of lists of them,
 * each of which is written once. Conditions themselves are written before, in the order of the path.
 */
export class TraceConstraints {
  private readonly path: Path
  private readonly met: MetConditions
  private readonly writer: SetWriter
  private readonly lists = new Map<string, number>()

  /** `known`: lists that are in the file already. */
  constructor(path: Path, writer: SetWriter, known: readonly (readonly number[])[]) {
    this.path = path
    this.met = path.met!
    this.writer = writer
    for (const one of known) this.lists.set(String(one), this.lists.size)
  }

  /** Of the event that is this step of the execution of now. */
  ofStep(step: number): number {
    return this.numberOf(this.met.ofStep(step))
  }

  /** Of the trace of the execution that has just ended, besides those of its events. */
  get ofEnds(): number {
    return this.numberOf(this.met.ofEnds)
  }

  private numberOf(conditions: readonly Expr[]): number {
    const list = conditions.map((one) => this.path.numberOf(one)).sort((a, b) => a - b)
    const known = this.lists.get(String(list))
    if (known !== undefined) return known
    const out = this.writer.begin(RecordType.conditions)
    out.varint(list.length)
    for (const one of list) out.varint(one)
    this.writer.commit()
    this.lists.set(String(list), this.lists.size)
    return this.lists.size - 1
  }
}
