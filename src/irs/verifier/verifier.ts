import { type Slot, tooManyForWorkers } from '../../base/thread-numbers.ts'
import { type Capacities, defaultCapacities } from '../../base/capacities.ts'
import { type CheckOptions, planOf, soundFor } from '../../checking/check-options.ts'
import { BugList, describeBug } from '../../checking/bugs.ts'
import type { CheckProgress } from '../../checking/checker.ts'
import { programError, usageError } from '../../base/errors.ts'
import { installDeterminism } from '../../execution/determinism/determinism.ts'
import { endingOf } from '../../execution/ending.ts'
import { Execution } from '../../execution/execution.ts'
import { type Heartbeat, HeartbeatWord } from '../../execution/heartbeat.ts'
import { Fingerprints } from '../../execution/replay/fingerprints.ts'
import { type RawSchedule, scheduleOf } from '../../execution/replay/schedule-of.ts'
import type { ProgramSources } from '../../frontends/loader/program-sources.ts'
import type { InputValues } from '../../program/inputs/input-values.ts'
import type { Program } from '../../program/program.ts'
import type { Bug } from '../../results/check-result.ts'
import { AdmissibleSet } from '../set/admissible-set.ts'
import { checkSameMemory, initialMemory } from '../set/initial-memory.ts'
import { type Completion, FORMAT, RecordType, type SetHeader } from '../set/records.ts'
import { setExists, SetReader, SetWriter } from '../set/set-file.ts'
import { readPosition, removePosition, type SavedPosition, savePosition } from './position-file.ts'
import type { VerifyOptions } from './verify-options.ts'
import { VerifiedFiles } from './verified-files.ts'
import { vain, type VerifiedSearch, verifiedSearch } from './verified-search.ts'
import { newBugs } from './known-bugs.ts'
import type { TraceConstraints } from './trace-constraints.ts'
import { TraceRecorder } from './trace-recorder.ts'
import { checkSameProgram } from '../set/compatibility.ts'
import { VerifyingExplorer } from './verifying-explorer.ts'
import type { VerifyResult } from '../../results/verify-result.ts'

/**
 * How often the place in the search is saved, so that little has to be repeated after a crash; and how little of the
 * time it may take.
 */
const SAVE_MS = 1000
const SAVE_SHARE = 0.02

type Stop = VerifyResult['stopped']

/** Explores a program and appends every complete, correct trace to the set at once; erroneous ones are kept apart. */
export class Verifier {
  protected readonly program: Program
  protected readonly options: VerifyOptions
  private readonly sources: ProgramSources
  private readonly files: VerifiedFiles
  private readonly words: Int32Array
  protected readonly execution: Execution
  private readonly fingerprints: Fingerprints
  private readonly bugs = new BugList()
  private readonly version: string
  private set = new AdmissibleSet()
  protected writer!: SetWriter
  private recorder!: TraceRecorder
  private explorer!: VerifyingExplorer
  private sealing = false
  /** Threads yield, and the search was not said: executions may not end without a fair bound. */
  private fairness = false
  private erroneous = 0
  private reported = 0
  private knownBugs: readonly Bug[] = []
  protected stopped: Stop = null
  private activeMs = 0
  private nextSave = performance.now() + SAVE_MS
  private before = 0

  constructor(
    program: Program,
    options: VerifyOptions,
    sources: ProgramSources,
    version: string,
    heartbeat: Heartbeat = { words: new Int32Array(16) },
  ) {
    installDeterminism()
    this.program = program
    this.options = options
    this.sources = sources
    this.files = new VerifiedFiles(sources)
    this.version = version
    this.words = heartbeat.words
    this.execution = new Execution(program, heartbeat, false, this.capacities)
    this.execution.context.ownsJobs = false // gates know stacks only
    this.execution.context.supplied.sharedAlike = true
    this.checkThreads()
    this.fingerprints = new Fingerprints(this.execution.layout)
  }

  // By a method, so that the validation can have the least of them.
  protected get capacities(): Capacities {
    return defaultCapacities
  }

  /** When the search begins. */
  private open(): void {
    if (this.isOpen) return
    this.isOpen = true
    if (this.options.resume === true && setExists(this.options.out)) this.resume()
    else this.begin()
  }
  private isOpen = false

  // --- The search ---

  private search(): VerifiedSearch {
    return verifiedSearch(this.options, this.sealing, this.fairness)
  }

  private newExplorer(): VerifyingExplorer {
    const { reduction, bounds, maxDepth } = this.search()
    const { optimise } = planOf({ reduction: 'dpor', bounds } as CheckOptions)
    const explorer = this.makeExplorer(
      this.execution,
      {
        reduction,
        bounds,
        maxDepth,
        sealing: this.sealing,
        optimise: soundFor(optimise, bounds, this.sealing),
        count: false,
      },
      () => this.recorder.found,
      (depth) => this.onExecution(depth),
    )
    // What was executed before is correct only if it was admitted then.
    explorer.onAbandoned = (depth, why) => {
      if (why !== 'known' || !this.recorder.isAdmitted(explorer, depth)) explorer.subtrees.flaw(depth)
    }
    explorer.onFinished = (depth) => this.recorder.finish(explorer, depth, explorer.subtrees.tracesBefore(depth))
    return explorer
  }

  // Made by a method, so that the validation can put an unsound one in its place.
  protected makeExplorer(...parts: ConstructorParameters<typeof VerifyingExplorer>): VerifyingExplorer {
    return new VerifyingExplorer(...parts)
  }

  private begin(): void {
    this.set = new AdmissibleSet()
    this.erroneous = this.reported = 0
    this.explorer = this.newExplorer()
    removePosition(this.options.out)
    this.writer = this.newWriter(this.header())
    this.recorder = this.newRecorder(0)
  }

  // --- What is otherwise for a region of inputs ---

  protected get input(): InputValues | null {
    return this.program.input
  }
  protected get region(): SetHeader['region'] {
    return null
  }
  /** Of what is written by the writer. */
  protected get constraints(): TraceConstraints | null {
    return null
  }
  protected newWriter(header: SetHeader): SetWriter {
    return SetWriter.create(this.options.out, header)
  }
  protected appending(reader: SetReader): SetWriter {
    return SetWriter.append(reader)
  }

  private newRecorder(from: number): TraceRecorder {
    const { set, writer, execution } = this
    return new TraceRecorder(set, from, writer, execution, this.explorer.log.cells, this.constraints)
  }

  private header(): SetHeader {
    return {
      format: FORMAT,
      heddle: this.version,
      program: this.program.name,
      input: this.input,
      region: this.region,
      files: this.files.now(),
      search: this.search(),
      sealing: this.sealing,
      memory: initialMemory(this.execution.layout),
    }
  }

  /** After a stop or a crash: the traces are in the file, and the search goes on at the last place that was saved. */
  private resume(): void {
    const reader = new SetReader(this.options.out)
    checkSameProgram(
      reader.header,
      { program: this.program.name, input: this.input, sources: this.sources, version: this.version },
      this.options.out,
    )
    const { sealing, search, files, memory } = reader.header
    checkSameMemory(memory, this.execution.layout, [], this.options.out)
    this.files.take(files)
    this.sealing = sealing
    this.fairness = this.choosesSearch && 'fair' in search.bounds
    const asked = JSON.stringify(this.search())
    if (asked !== JSON.stringify(search)) {
      throw usageError(
        `${this.options.out} was made by another search (${JSON.stringify(search)}); resume it with the same options, or verify anew without --resume`,
      )
    }
    for (const [id, bytes] of reader.notes.cellBytes) this.execution.layout.allocations[id]?.noteView(bytes)
    this.set = reader.set
    this.before = this.set.traces
    const isComplete = reader.notes.completion !== null
    const position = isComplete ? null : this.positionFor(reader)
    // What no trace has told the set yet: a search without traces has a place too.
    position?.cellBytes.forEach((bytes, id) => {
      if (bytes > 0) this.execution.layout.allocations[id]?.noteView(bytes)
    })
    this.erroneous = isComplete ? reader.notes.erroneous : (position?.erroneous ?? 0)
    this.knownBugs = reader.notes.bugs as Bug[]
    this.writer = this.appending(reader)
    reader.close()
    this.explorer = this.newExplorer()
    this.recorder = this.newRecorder(isComplete ? this.set.traces : (position?.found ?? 0))
    if (isComplete) this.explorer.finished = true
    else if (position !== null) this.explorer.resume(position)
  }

  /** Without a place of this very set the search starts over: only what it has found itself may count as found. */
  private positionFor(reader: SetReader): SavedPosition | null {
    const found = readPosition(reader)
    if (typeof found !== 'string') return found
    if (reader.set.traces > 0) this.startedOver = found
    return null
  }
  private startedOver: string | null = null

  /** Explores for about `ms`. True when finished, also by a limit or the stop flag. */
  run(ms: number): boolean {
    const start = performance.now()
    this.open()
    const { traces = Infinity, budgetMs = Infinity } = this.options
    for (let turn = 0; !this.explorer.finished && this.stopped === null; turn++) {
      if (this.set.traces >= traces) this.stopped = 'traces'
      else if (this.words[HeartbeatWord.stop] !== 0) this.stopped = 'interrupted'
      else if ((turn & 15) === 0) {
        const now = performance.now()
        if (this.activeMs + now - start >= budgetMs) this.stopped = 'budget'
        else if (now - start >= ms) break
        if (now > this.nextSave) this.save(now)
      }
      if (this.stopped === null) this.explore()
    }
    this.activeMs += performance.now() - start
    const over = this.explorer.finished || this.stopped !== null
    if (over) this.end()
    return over
  }

  private explore(): void {
    const { explorer } = this
    explorer.explore()
    const { sealed, yields } = explorer.counters
    const sealing = this.sealing || sealed > 0
    const fairness = this.fairness || (this.choosesSearch && yields > 0)
    // What the program loads when it runs is part of it too.
    if (explorer.isOutdated) this.checkThreads()
    if (!explorer.isOutdated && sealing === this.sealing && fairness === this.fairness && !this.files.haveOthers())
      return
    this.sealing = sealing
    this.fairness = fairness
    this.writer.close()
    this.begin()
  }

  private checkThreads(): void {
    const tooMany = tooManyForWorkers(this.program.name, this.execution.threads.length)
    if (tooMany !== null) throw programError(tooMany)
  }

  /** Whether it is for the verifier to say how to search. */
  private get choosesSearch(): boolean {
    return this.options.reduction === undefined && this.options.bounds === undefined
  }

  private onExecution(depth: number): boolean {
    this.words[HeartbeatWord.executions]!++
    const ending = endingOf(this.execution)
    if (ending.kind === 'completed') {
      this.recorder.add(this.explorer, depth)
      return false
    }
    this.explorer.subtrees.flaw(depth)
    this.erroneous++
    this.bugs.add(this.execution, ending, () => this.schedule(depth))
    return false
  }

  private schedule(depth: number): RawSchedule {
    return scheduleOf(this.execution, this.explorer.log, depth, this.fingerprints)
  }

  // --- What is written besides traces ---

  /** Beside the set, since it is large and only the last one counts. */
  private save(now: number): void {
    this.writeBugs()
    if (this.explorer.finished || this.explorer.depth === 0) removePosition(this.options.out)
    else {
      const { position, checksum } = this.writer
      savePosition(this.options.out, {
        ...this.explorer.position(),
        set: { position, checksum },
        found: this.recorder.found,
        erroneous: this.erroneous,
      })
    }
    this.nextSave = performance.now() + Math.max(SAVE_MS, (performance.now() - now) / SAVE_SHARE)
  }

  private writeBugs(): void {
    const found = this.newBugs()
    for (; this.reported < found.length; this.reported++)
      this.writer.text(RecordType.bug, JSON.stringify(found[this.reported]!))
    this.writer.begin(RecordType.erroneous).varint(this.erroneous)
    this.writer.commit()
  }

  private newBugs(): Bug[] {
    return newBugs(
      this.bugs.list().map((found) => describeBug(this.execution, found, 0)),
      this.knownBugs,
    )
  }

  private end(): void {
    const { explorer } = this
    if (this.isVain) this.refuseVain()
    this.save(performance.now())
    if (explorer.finished && this.stopped === null)
      this.writer.text(RecordType.complete, JSON.stringify(this.completion()))
    this.writer.close()
  }

  /** Whether no thread did anything that others could see. */
  get isVain(): boolean {
    const { transitions, executions } = this.explorer.counters
    return transitions === 0 && executions > 0 && this.bugs.size === 0
  }

  protected refuseVain(): void {
    throw vain(this.program.name)
  }

  private completion(): Completion {
    const { executions, excluded, unfair, cut } = this.explorer.counters
    return { exhaustive: excluded + unfair + cut === 0, executions, excluded: excluded + unfair, cut }
  }

  progress(): CheckProgress {
    const { counters, depth } = this.explorer
    // What was explored before a search was resumed is not known to it.
    const estimate = this.before > 0 ? null : this.explorer.estimate()
    return {
      executions: counters.executions,
      repeated: counters.repeated,
      transitions: counters.transitions,
      depth,
      bugs: this.bugs.size,
      best: null,
      pass: `${this.set.traces} admissible`,
      seconds: this.activeMs / 1000,
      estimate: estimate && { ...estimate, pass: false },
    }
  }

  threadName(slot: Slot): string | null {
    return this.execution.threads[slot]?.name ?? null
  }

  result(): VerifyResult {
    const { explorer, set } = this
    const { excluded, unfair, cut, executions, transitions } = explorer.counters
    return {
      schema: 1,
      program: this.program.name,
      set: this.options.out,
      traces: set.traces,
      added: set.traces - this.before,
      erroneous: this.erroneous,
      complete: explorer.finished && this.stopped === null,
      stopped: this.stopped,
      whole: set.isWhole,
      finishedSubtrees: set.finished.length,
      search: this.search(),
      executions,
      transitions,
      excluded: excluded + unfair,
      cut,
      fixed: this.execution.context.supplied.fixed,
      bugs: [...this.knownBugs, ...this.newBugs()],
      bytes: this.writer.position,
      startedOver: this.startedOver,
      seconds: this.activeMs / 1000,
    }
  }
}
