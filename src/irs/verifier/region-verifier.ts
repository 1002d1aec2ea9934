/**
 * Verifies a program for a region of its inputs: those for which the conditions hold that the search of one of them
 * meets. Each condition is in the set before whatever was found after it was met.
 */
import type { Heartbeat } from '../../execution/heartbeat.ts'
import type { ProgramSources } from '../../frontends/loader/program-sources.ts'
import { withInput } from '../../program/inputs/bind-input.ts'
import { encodeDomains } from '../../program/inputs/encoded-domains.ts'
import type { InputValues } from '../../program/inputs/input-values.ts'
import type { Program } from '../../program/program.ts'
import { encodeExpr } from '../../symbolic/expression-codec.ts'
import { MetConditions } from '../../symbolic/met-conditions.ts'
import type { Path } from '../../symbolic/path.ts'
import type { ShadowMemory } from '../../symbolic/shadow-memory.ts'
import { symbolicInputs } from '../../symbolic/symbolic-inputs.ts'
import { emptyNotes, RecordType, type SetHeader } from '../set/records.ts'
import { type SetReader, SetWriter } from '../set/set-file.ts'
import { TraceConstraints } from './trace-constraints.ts'
import { Verifier } from './verifier.ts'
import type { VerifyOptions } from './verify-options.ts'

/** Where the file of a set ends. */
export type SetEnd = Pick<SetReader, 'file' | 'position' | 'checksum'>

export interface RegionBegin {
  readonly input: InputValues
  readonly path: Path
  /** Null for the first region of a set. */
  readonly after: SetEnd | null
  /** In which pieces memory was accessed so far, by number of the allocation. */
  readonly cellBytes: ReadonlyMap<number, number>
}

export class RegionVerifier extends Verifier {
  readonly path: Path
  /** The input whose search it is. */
  readonly representative: InputValues
  /** Null for the first region of a set. */
  private readonly after: SetEnd | null
  /** How many conditions are in the file, and which lists of them. */
  private written = 0
  private lists = emptyNotes().lists

  constructor(
    program: Program,
    { input, path, after, cellBytes }: RegionBegin,
    options: VerifyOptions,
    sources: ProgramSources,
    version: string,
    heartbeat: Heartbeat,
  ) {
    path.met = new MetConditions()
    super(withInput(program, symbolicInputs(program.inputs!, input, path)), options, sources, version, heartbeat)
    // Events have the same names as in regions before, so that their traces can be beside those of this one.
    for (const [id, bytes] of cellBytes) this.execution.layout.allocations[id]?.noteView(bytes)
    this.representative = input
    this.path = path
    this.after = after
  }

  /** Where the next region can be written. */
  get setEnd(): SetEnd {
    const { file, position, checksum } = this.writer
    return { file, position, checksum }
  }

  /** In which pieces memory has been accessed, by number of the allocation. */
  get cellBytes(): Iterable<readonly [id: number, bytes: number]> {
    return this.execution.layout.allocations.flatMap(({ id, cellBytes }) =>
      cellBytes === 0 ? [] : [[id, cellBytes] as const],
    )
  }

  protected override get input(): InputValues {
    return this.representative
  }

  protected override get region(): SetHeader['region'] {
    const shadows = this.execution.context.shadows as ShadowMemory | null
    return {
      inputs: encodeDomains(this.program.inputs!),
      memory: (shadows?.beginning ?? []).map(({ cell, type, value }) => ({
        cell,
        type,
        value: encodeExpr(value.expr),
      })),
    }
  }

  /** A search that begins anew is written after the one that it replaces, unless nothing else is in the file. */
  protected override newWriter(header: SetHeader): SetWriter {
    this.written = 0
    this.lists = emptyNotes().lists
    if (this.after === null) return this.withConditions(super.newWriter(header))
    const writer = SetWriter.append(this.writer === undefined ? this.after : this.setEnd)
    writer.text(RecordType.header, JSON.stringify(header))
    return this.withConditions(writer)
  }

  protected override get constraints(): TraceConstraints {
    return new TraceConstraints(this.path, this.writer, this.lists)
  }

  protected override appending(reader: SetReader): SetWriter {
    this.written = this.path.count
    this.lists = reader.notes.lists
    return this.withConditions(super.appending(reader))
  }

  private withConditions(writer: SetWriter): SetWriter {
    writer.before = () => {
      if (this.written === this.path.count) return
      const met = this.path.constraints.slice(this.written)
      this.written = this.path.count
      for (const one of met) writer.text(RecordType.condition, JSON.stringify(encodeExpr(one)))
    }
    return writer
  }

  /** There may be inputs for which threads share something. */
  protected override refuseVain(): void {
    // for whoever knows all regions
  }
}
