/**
 * Verifies a program for all of its inputs, those that behave alike at once: one region after the other is explored and
 * written, each for an input outside all before it (docs/decisions/inputs.md).
 */
import { usageError } from '../../base/errors.ts'
import type { CheckProgress } from '../../checking/program-check.ts'
import { MOST_INPUTS } from '../../checking/inputs/most-inputs.ts'
import { MOST_REGIONS } from '../../checking/inputs/symbolic-check.ts'
import { type Heartbeat, HeartbeatWord } from '../../execution/heartbeat.ts'
import type { ProgramSources } from '../../frontends/loader/program-sources.ts'
import { domainWords, givenValues, type InputDomains, type InputValues } from '../../program/inputs/input-values.ts'
import type { Program } from '../../program/program.ts'
import type { Bug } from '../../results/check-result.ts'
import type { VerifiedRegion, VerifyResult } from '../../results/verify-result.ts'
import { conditionTexts } from '../../symbolic/condition-text.ts'
import { InputRegions, type NextInput, type RegionOrder } from '../../symbolic/input-regions.ts'
import { Path } from '../../symbolic/path.ts'
import { assignmentOf } from '../../symbolic/symbolic-inputs.ts'
import { checkSameProgram } from '../set/compatibility.ts'
import { constraintsOf } from '../set/regions.ts'
import { RecordType } from '../set/records.ts'
import { setExists, SetReader, type SetSection, SetWriter } from '../set/set-file.ts'
import { likelyInputs } from './likely-inputs.ts'
import { RegionVerifier, type SetEnd } from './region-verifier.ts'
import { vain } from './verified-search.ts'
import type { VerifyOptions } from './verify-options.ts'

type Stop = VerifyResult['stopped']

export class SymbolicVerifier {
  private readonly program: Program
  private readonly options: VerifyOptions
  private readonly sources: ProgramSources
  private readonly version: string
  private readonly heartbeat: Heartbeat
  private readonly domains: InputDomains
  private readonly fixed: InputValues
  private readonly inputs: InputRegions
  private current: RegionVerifier | null = null
  /** The region that was last at work. */
  private last: RegionVerifier | null = null
  private search: Promise<void> | null = null
  private readonly regions: VerifiedRegion[] = []
  private readonly results: VerifyResult[] = []
  private readonly knownBugs: Bug[] = []
  /** In which pieces memory was accessed, the smallest of them. */
  private readonly cellBytes = new Map<number, number>()
  private setEnd: SetEnd | null = null
  private areAllVain = true
  private stopped: Stop = null
  private coversAll: boolean | null = false
  /** Whether the set says so already, of these inputs. */
  private isNoted = false
  private isFinished = false

  constructor(
    program: Program,
    options: VerifyOptions,
    sources: ProgramSources,
    version: string,
    heartbeat: Heartbeat = { words: new Int32Array(16) },
  ) {
    this.program = program
    this.options = options
    this.sources = sources
    this.version = version
    this.heartbeat = heartbeat
    this.domains = program.inputs!
    this.fixed = givenValues(program.name, program.inputs, options.input ?? {})
    const likely = likelyInputs(program.name, this.domains, this.fixed, options.inputLog ?? [])
    this.inputs = new InputRegions(this.domains, this.fixed, { ...this.regionOrder, preferred: likely })
    if (options.resume === true && setExists(options.out)) this.resume()
    else this.explore(this.inputs.first)
  }

  // By a method, so that the validation can ask the solver however few there are.
  protected get regionOrder(): RegionOrder {
    return { mostListed: MOST_INPUTS, bySize: true }
  }

  // --- One region after the other ---

  private explore(input: InputValues): void {
    this.begin(input, new Path(assignmentOf(this.domains, input), this.inputs.expressions), false)
  }

  private begin(input: InputValues, path: Path, resume: boolean): void {
    const { traces = Infinity, budgetMs = Infinity } = this.options
    path.onFirstEnd = () => this.inputs.foresee(path.constraints)
    this.current = new RegionVerifier(
      this.program,
      { input, path, after: this.setEnd, cellBytes: this.cellBytes },
      { ...this.options, resume, traces: traces - this.traces, budgetMs: Math.max(1, budgetMs - this.spentMs) },
      this.sources,
      this.version,
      this.heartbeat,
    )
  }

  run(ms: number): boolean {
    const start = performance.now()
    while (!this.isFinished && this.current !== null) {
      const left = ms - (performance.now() - start)
      if (left <= 0) return false
      this.last = this.current
      if (!this.current.run(left)) return false
      this.regionEnded(this.current)
    }
    return this.isFinished
  }

  /** What the verification waits for, besides the search. */
  waiting(): Promise<void> | null {
    return this.search
  }

  private regionEnded(region: RegionVerifier): void {
    const { path, representative: input } = region
    const result = region.result()
    this.current = null
    this.results.push(result)
    this.setEnd = region.setEnd
    this.noteCells(region.cellBytes)
    const { traces, erroneous, complete, whole } = result
    const conditions = conditionTexts(path.constraints, this.domains, this.inputs.expressions)
    this.regions.push({ conditions, input, traces, erroneous, complete, whole })
    this.areAllVain &&= region.isVain
    if (!complete) return this.end(result.stopped)
    this.inputs.add(path.constraints, input)
    this.goOn()
  }

  private noteCells(cellBytes: Iterable<readonly [id: number, bytes: number]>): void {
    for (const [id, bytes] of cellBytes)
      this.cellBytes.set(id, Math.min(bytes, this.cellBytes.get(id) ?? Number.POSITIVE_INFINITY))
  }

  private goOn(): void {
    const next = this.inputs.next()
    if (!(next instanceof Promise)) return this.goOnWith(next)
    this.search = next.then((found) => {
      this.search = null
      this.goOnWith(found)
    })
  }

  private goOnWith(next: NextInput): void {
    if (next === null) this.coversAll = true
    else if (next === undefined) this.coversAll = null
    if (next === null) return this.end(null)
    if (next === undefined) return this.end(this.inputs.solver.isMissing ? 'no-solver' : 'solver')
    const limit = this.overdrawn()
    if (limit === null) this.explore(next)
    else this.end(limit)
  }

  private overdrawn(): Stop {
    const { traces = Infinity, budgetMs = Infinity } = this.options
    if (this.heartbeat.words[HeartbeatWord.stop] !== 0) return 'interrupted'
    if (this.traces >= traces) return 'traces'
    if (this.spentMs >= budgetMs) return 'budget'
    return this.regions.length >= MOST_REGIONS ? 'regions' : null
  }

  private end(stopped: Stop): void {
    this.stopped = stopped
    this.isFinished = true
    void this.inputs.solver.close()
    if (this.areAllVain && this.coversAll === true) throw vain(this.program.name)
    if (this.coversAll === true) this.noteCovered()
  }

  private noteCovered(): void {
    if (this.isNoted) return
    const writer = SetWriter.append(this.setEnd!)
    writer.text(RecordType.covered, domainWords(this.domains, this.fixed))
    writer.close()
    this.setEnd = { file: writer.file, position: writer.position, checksum: writer.checksum }
  }

  // --- A set that was begun before ---

  private resume(): void {
    const { out } = this.options
    const reader = new SetReader(out)
    reader.close()
    const { name: program, inputs } = this.program
    const { header } = reader
    if (header.region === null || inputs === null)
      throw usageError(`${out} was verified for one input: resume it with that, or verify anew without --resume`)
    checkSameProgram(header, { program, input: header.input, sources: this.sources, version: this.version }, out)
    this.setEnd = { file: out, position: reader.position, checksum: reader.checksum }
    const sections = reader.sections.filter(({ isExcluded }) => !isExcluded)
    const last = sections.at(-1)!
    this.isNoted = last.notes.covered === domainWords(this.domains, this.fixed)
    for (const section of sections) if (section !== last || section.notes.completion !== null) this.known(section)
    if (last.notes.completion !== null) return this.goOn()
    if (sections.length === 1) this.setEnd = null
    const path = new Path(assignmentOf(this.domains, last.header.input!), this.inputs.expressions)
    for (const one of this.constraints(last)) path.assume(one, true)
    this.begin(last.header.input!, path, true)
  }

  private constraints({ notes }: SetSection): ReturnType<typeof constraintsOf> {
    return constraintsOf(notes.conditions, this.domains, this.inputs.expressions)
  }

  private known(section: SetSection): void {
    const { header, set, notes } = section
    const constraints = this.constraints(section)
    this.inputs.add(constraints, header.input!)
    this.areAllVain = false
    this.noteCells(notes.cellBytes)
    this.knownBugs.push(...(notes.bugs as Bug[]).map((bug) => ({ ...bug, input: header.input! })))
    this.regions.push({
      conditions: conditionTexts(constraints, this.domains, this.inputs.expressions),
      input: header.input!,
      traces: set.traces,
      erroneous: notes.erroneous,
      complete: true,
      whole: set.isWhole,
    })
  }

  // --- What is told ---

  /** Of all regions that have ended. */
  private get traces(): number {
    return this.regions.reduce((sum, { traces }) => sum + traces, 0)
  }

  private sumOf(what: 'added' | 'executions' | 'transitions' | 'excluded' | 'cut' | 'finishedSubtrees'): number {
    return this.results.reduce((sum, result) => sum + result[what], 0)
  }

  private get spentMs(): number {
    return 1000 * this.results.reduce((sum, { seconds }) => sum + seconds, 0) + this.inputs.waitedMs
  }

  progress(): CheckProgress {
    const now = this.last?.progress() ?? NOTHING
    // What has ended is among the results.
    const isAtWork = this.last === this.current && this.current !== null
    const sum = (what: 'executions' | 'transitions'): number => this.sumOf(what) + (isAtWork ? now[what] : 0)
    return {
      ...now,
      executions: sum('executions'),
      transitions: sum('transitions'),
      pass:
        this.search === null
          ? `region ${this.regions.length + (isAtWork ? 1 : 0)}, ${now.pass}`
          : `looking for an input outside ${this.regions.length} regions`,
      seconds: this.spentMs / 1000 + (isAtWork ? now.seconds : 0),
      estimate: null,
    }
  }

  /** Null where there is none. */
  threadName(slot: number): string | null {
    return this.last?.threadName(slot) ?? null
  }

  result(): VerifyResult {
    const { queries, milliseconds } = this.inputs.solver
    const last = this.results.at(-1)
    const bugs = this.results.flatMap((result, i) => {
      const { input } = this.regions[this.regions.length - this.results.length + i]!
      return result.bugs.map((bug) => ({ ...bug, input }))
    })
    return {
      schema: 1,
      program: this.program.name,
      set: this.options.out,
      traces: this.traces,
      added: this.sumOf('added'),
      erroneous: this.regions.reduce((sum, { erroneous }) => sum + erroneous, 0),
      complete: this.coversAll === true,
      stopped: this.stopped,
      whole: this.coversAll === true && this.regions.every(({ whole }) => whole),
      finishedSubtrees: this.sumOf('finishedSubtrees'),
      search: last?.search ?? { reduction: 'optimal', bounds: {}, maxDepth: 0 },
      executions: this.sumOf('executions'),
      transitions: this.sumOf('transitions'),
      excluded: this.sumOf('excluded'),
      cut: this.sumOf('cut'),
      fixed: distinctValues(this.results),
      bugs: [...this.knownBugs, ...bugs],
      bytes: this.setEnd?.position ?? 0,
      startedOver: last?.startedOver ?? null,
      seconds: this.spentMs / 1000,
      inputs: {
        of: domainWords(this.domains, this.fixed),
        regions: this.regions,
        coversAll: this.coversAll,
        solver: { queries, seconds: milliseconds / 1000 },
      },
    }
  }
}

/** Each region asks for the same ones. */
const distinctValues = (results: readonly VerifyResult[]): VerifyResult['fixed'] => [
  ...new Map(results.flatMap(({ fixed }) => fixed).map((one) => [`${one.source} ${one.at}`, one])).values(),
]

const NOTHING: CheckProgress = {
  executions: 0,
  repeated: 0,
  transitions: 0,
  depth: 0,
  bugs: 0,
  best: null,
  pass: '0 admissible',
  seconds: 0,
  estimate: null,
}
