import { MAX_WORKERS, type Handle, handleOfDeclared, type Slot } from '../../base/thread-numbers.ts'
import type { Accesses } from '../../dependence/accesses.ts'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { HeddleError, usageError } from '../../base/errors.ts'
import { version } from '../../base/version.ts'
import { programSources } from '../../frontends/loader/program-sources.ts'
import type { DirectedProgram, Failure, Inputs, RunDirector, Starting } from '../../real/run/run-director.ts'
import { checkSameProgram } from '../set/compatibility.ts'
import { checkSameMemory } from '../set/initial-memory.ts'
import type { EnforcementCounts } from '../../results/run-result.ts'
import type { Program } from '../../program/program.ts'
import { CausalPast } from '../causal-past.ts'
import { holdsFor, knownElements } from '../set/regions.ts'
import { SetReader } from '../set/set-file.ts'
import { Admission } from './admission/admission.ts'
import { Indexes } from './admission/indexes.ts'
import { type FastParts, installIndex, newFastParts } from './wasm/fast-gate.ts'
import { checkRegion } from './admission/region.ts'
import { GateState, GateWord, Mode, Unstarted } from './gate/gate-state.ts'
import { type InputsBySlot, inputsBySlot, MOST_INPUTS } from './admission/inputs.ts'
import { monitorRun } from './monitoring/monitor.ts'
import { SharedModels } from './gate/shared-models.ts'
import { TraceIndex } from './admission/trace-index.ts'
import { giveLock, takeLock } from './gate/gate-lock.ts'
import { claimReady, cores } from './gate/thread-starts.ts'
import type { EnforcementOptions } from './enforcement-options.ts'
import { StartWidth } from './start-width.ts'
import { Wakeups } from './gate/wakeups.ts'
import { Watching } from './monitoring/sampling.ts'
import type { EnforceData, IndexUpdate } from './driver.ts'

export type { EnforcementOptions } from './enforcement-options.ts'

/** Which threads are started at once, and which wait for others to do something, in the order of a trace. */
export interface StartPlan {
  readonly first: readonly number[]
  readonly waiting: readonly { readonly slot: Slot; readonly touch: Accesses }[]
}

/** Lets only those executions happen that a set holds: it reads the set, prepares each run, and starts threads. */
export class Enforcement implements RunDirector {
  readonly reader: SetReader
  private readonly options: EnforcementOptions
  private readonly directed: DirectedProgram
  protected readonly program: Program
  protected readonly state: GateState
  private readonly models: SharedModels
  private readonly ports: MessagePort[] = []
  private readonly indexes: Indexes
  private buffer: SharedArrayBuffer
  private index: TraceIndex
  private counts = { sleeps: 0, switches: 0, opened: 0, monitored: 0, updates: 0 }

  /** `before`: what was enforced under a set that this one replaces. */
  constructor(
    directed: DirectedProgram,
    reader: SetReader,
    options: EnforcementOptions,
    before: Enforcement | null = null,
  ) {
    const { program, layout } = directed
    this.directed = directed
    if (before !== null) this.counts = { ...before.counts, updates: before.counts.updates + 1 }
    this.reader = reader
    this.options = options
    this.program = program
    if (reader.set.traces === 0)
      throw usageError(
        `the admissible set ${reader.file} has no traces: nothing is verified yet. Run heddle verify first`,
      )
    this.indexes = new Indexes(program, reader.set)
    this.buffer = this.indexes.of(this.inputs)
    this.index = new TraceIndex(this.buffer)
    this.watching = new Watching(options.monitor === true, options.watch ?? 0, options.seed ?? 1)
    // No trace is longer than verification lets executions be.
    const sizes = {
      cells: layout.cells,
      models: SharedModels.size(layout),
      log: this.watching.isOn ? reader.header.search.maxDepth + MAX_WORKERS + 1 : 0,
    }
    this.fast =
      this.isFree || options.withoutWebAssembly === true
        ? null
        : newFastParts(GateState.bytes(sizes), this.buffer.byteLength)
    this.state = new GateState(sizes, this.fast?.memory.buffer)
    this.installIndex()
    this.models = new SharedModels(layout, this.state)
    this.startsTogether = this.isFree
  }

  /** Whether all threads start at once, as in a run that is not enforced. */
  readonly startsTogether: boolean

  private readonly watching: Watching

  private get isFree(): boolean {
    return this.index.isWhole && this.options.keepGates !== true
  }

  private readonly fast: FastParts | null

  /** Where gates in WebAssembly find it. */
  private installIndex(): void {
    if (this.fast !== null)
      installIndex(
        this.state,
        GateState.bytes(this.state.sizes),
        this.fast.memory,
        this.buffer,
        this.state.words[GateWord.version]!,
      )
  }

  /** For one new worker. */
  dataForWorker(): EnforceData {
    const { port1, port2 } = new MessageChannel()
    port1.unref()
    this.ports.push(port1)
    const { state, reader } = this
    return {
      kind: 'enforced',
      ports: [port2],
      state: state.buffer,
      fast: this.fast,
      sizes: state.sizes,
      index: this.buffer,
      threads: reader.set.threads.map(({ handle }) => handle),
      files: reader.header.files,
      cellBytes: [...reader.notes.cellBytes],
      updates: port2,
      warm: this.options.warm === true,
      startsTogether: this.startsTogether,
      free: this.startsTogether && !this.watching.isOn && this.options.interruptible !== true,
    }
  }

  /** How many threads verified executions spawn, at most. */
  get spawned(): number {
    return this.reader.set.threads.length - this.program.threads.length
  }

  /** Everything that a run needs before it begins. */
  prepare(): void {
    this.followIfAsked()
    const { state, program } = this
    const free = this.isFree
    this.isWatched = this.watching.covers(this.runs++)
    if (this.isWatched) this.counts.monitored++
    state.words[GateWord.monitored] = this.isWatched ? 1 : 0
    state.reset(
      free ? (this.isWatched || this.options.interruptible === true ? Mode.open : Mode.free) : Mode.gated,
      program.threads.length,
    )
    this.models.reset()
    if (free) this.plan = { first: program.threads.map((_, slot) => slot), waiting: [] }
    else if (this.planned !== this.index) this.plan = this.makePlan()
    this.planned = this.index
    this.writePlan()
  }

  private runs = 0
  private isWatched = false

  /** The run that was prepared last is to be run once more. */
  again(): void {
    this.runs--
    if (this.isWatched) this.counts.monitored--
  }

  /** Starts those threads that could do something. */
  begin(start: Starting): void {
    this.start = (slot) => start.one(slot)
    this.begunAt = process.hrtime.bigint()
    if (this.startsTogether) return start.all()
    const { first } = this.plan
    for (let i = 0; i < first.length - this.left; i++) start.one(first[i]!)
  }

  private begunAt = 0n
  private plan: StartPlan = { first: [], waiting: [] }
  private planned: TraceIndex | null = null

  /**
   * A thread whose first event cannot happen yet counts as waiting at its gate, and is started by others; see
   * `starts.ts`.
   */
  protected makePlan(): StartPlan {
    const { state, index, reader } = this
    const past = new CausalPast(state.cells, state.lastNames)
    const admission = new Admission(index, state)
    const plans = this.program.threads
      .map((_, slot) => {
        const number = reader.set.threads.findIndex(({ handle }) => handle === slot)
        if (number < 0 || index.firstOperation(number) === 0) return { slot, order: -1, touch: null }
        const touch = index.firstAccesses(number)
        past.identify(slot, slot, 0, touch)
        const event = index.find(past.lo, past.hi)
        const isPlaceless = touch.access === 0 && touch.cell2 < 0
        const mayGo = isPlaceless || (event >= 0 && admission.witnessFor(slot, event) >= 0)
        return { slot, order: this.firstEventIn(number), touch: mayGo ? null : touch }
      })
      .sort((a, b) => a.order - b.order)
    return {
      first: plans.flatMap(({ slot, touch }) => (touch === null ? [slot] : [])),
      waiting: plans.flatMap(({ slot, touch }) => (touch === null ? [] : [{ slot, touch }])),
    }
  }

  private writePlan(): void {
    const { state, plan } = this
    const { words } = state
    const past = new CausalPast(state.cells, state.lastNames)
    words[GateWord.width] = this.isFree ? cores : this.width.next()
    this.left = this.isFree ? 0 : Math.max(0, plan.first.length - words[GateWord.width]!)
    plan.first.slice(plan.first.length - this.left).forEach((slot, i) => {
      words[state.unstarted(slot)] = Unstarted.ready
      words[state.starts(i)] = slot
    })
    plan.waiting.forEach(({ slot, touch }, i) => {
      touch.write(words, state.touch(slot))
      past.writeSeed(handleOfDeclared(slot), words, state.seed(slot))
      words[state.unstarted(slot)] = Unstarted.waits
      words[slot < 32 ? GateWord.waitingLo : GateWord.waitingHi]! |= 1 << slot
      words[state.starts(this.left + i)] = slot
    })
    words[GateWord.startOrder] = this.left + plan.waiting.length
  }
  private readonly width = new StartWidth(cores)
  /** How many threads that can go at once are left to workers that have nothing else to do. */
  private left = 0

  /**
   * The thread's first event in the first trace: events of one trace are numbered in an order in which they can happen.
   */
  private firstEventIn(thread: number): number {
    const { events } = this.reader.set
    for (let event = 0; event < events.count; event++) {
      if (events.get('thread', event) === thread && events.get('parent', event) < 0 && this.index.contains(event, 0))
        return event
    }
    return events.count
  }

  /** After a run: what it did, and whether that was right. */
  end(): Failure | null {
    const { words } = this.state
    this.width.ended(Number(process.hrtime.bigint() - this.begunAt))
    this.counts.sleeps += words[GateWord.sleeps]!
    this.counts.switches += words[GateWord.switches]!
    if (words[GateWord.mode] === Mode.open) this.counts.opened++
    if (!this.isWatched) return null
    const nameOf = (handle: Handle): string =>
      this.reader.set.threads.find((one) => one.handle === handle)?.name ?? `thread ${handle}`
    const wrong = monitorRun(this.state, this.reader.set, nameOf)
    return wrong === null
      ? null
      : { kind: 'unverified', message: `the run is none that was verified: ${wrong}`, thread: null }
  }

  /** Between two runs: from now on declared threads choose these values. */
  setInputs(inputs: Inputs): void {
    const bySlot = inputsBySlot(this.program, inputs)
    const key = JSON.stringify([...bySlot])
    if (key === this.inputsKey) return
    const index = this.indexes.of(bySlot)
    this.inputs = bySlot
    this.inputsKey = key
    this.state.inputs.fill(0)
    for (const [slot, values] of bySlot)
      values.forEach((value, i) => {
        this.state.inputs[MOST_INPUTS * slot + i] = value + 1
      })
    this.publish(index)
  }
  private inputs: InputsBySlot = new Map()
  private inputsKey = '[]'

  /** Looks whether the set has grown, and tells the workers. Also while they run. */
  follow(): void {
    if (!this.reader.readMore()) return
    this.counts.updates++
    this.indexes.clear()
    this.publish(this.indexes.of(this.inputs))
  }

  private publish(buffer: SharedArrayBuffer): void {
    this.buffer = buffer
    this.index = new TraceIndex(this.buffer)
    const update: IndexUpdate = { index: this.buffer, threads: this.reader.set.threads.map(({ handle }) => handle) }
    this.letAllLookAgain(update)
  }

  /**
   * The run will not end by itself: whoever comes to a gate or waits there gives up. A worker that is gone may have had
   * the lock.
   */
  abort(): void {
    const { state } = this
    const { words } = state
    Atomics.store(words, GateWord.mode, Mode.failed)
    Atomics.store(words, GateWord.lock, 0)
    Atomics.notify(words, GateWord.lock)
    for (let slot = 0; slot < MAX_WORKERS; slot++) {
      Atomics.add(words, state.wake(slot), 1)
      Atomics.notify(words, state.wake(slot))
    }
  }

  /**
   * A verifier that is followed has started over, with another file, in which memory may be divided otherwise. Its set
   * takes the place of this one as soon as it has something to run under.
   */
  successor(inputs: Inputs): Enforcement | null {
    if (this.options.follow !== true || !this.reader.isReplaced) return null
    try {
      const next = enforce(this.directed, this.options, this)
      next.setInputs(inputs)
      return next
    } catch (error) {
      if (error instanceof HeddleError && error.kind === 'usage') return null
      throw error
    }
  }

  /** While threads run: follows the set if that is asked for. */
  meanwhile(): void {
    this.followIfAsked()
    // Threads that are ready are left to workers that end or sleep. Once gates are open, there might be none that does.
    for (let slot; (slot = claimReady(this.state)) >= 0; ) this.start(slot)
  }

  private followIfAsked(): void {
    if (this.options.follow === true) this.follow()
  }

  /**
   * From now on the larger set counts, for all at the same moment, and those who wait for an event that was not
   * admissible may go on.
   */
  private letAllLookAgain(update: IndexUpdate): void {
    const { words } = this.state
    const wakeups = new Wakeups(this.state, new Admission(this.index, this.state), this.start)
    takeLock(words)
    for (const port of this.ports) port.postMessage(update)
    Atomics.add(words, GateWord.version, 1)
    this.installIndex()
    if (words[GateWord.mode] === Mode.gated) wakeups.again()
    giveLock(words)
    wakeups.notify()
  }
  private start: (slot: Slot) => void = () => undefined

  summary(): EnforcementCounts {
    return { traces: this.reader.set.traces, whole: this.reader.set.isWhole, ...this.counts }
  }

  dispose(): void {
    for (const port of this.ports) port.close()
    this.reader.close()
  }
}

/** Runs the program under the set of the options, if that is of this program and this memory. */
export function enforce(
  directed: DirectedProgram,
  options: EnforcementOptions,
  before: Enforcement | null = null,
): Enforcement {
  const { file, program, layout, memory } = directed
  const reader = new SetReader(options.set, holdsFor(program))
  try {
    const found = {
      program: program.name,
      input: program.input,
      sources: programSources(file),
      version: version(),
    }
    checkSameProgram(reader.header, found, options.set)
    checkRegion(reader, program)
    const known = knownElements(reader.header, program)
    checkSameMemory(reader.header.memory, layout, memory.data ?? [], options.set, known)
    return new Enforcement(directed, reader, options, before)
  } catch (error) {
    reader.close()
    throw error
  }
}
