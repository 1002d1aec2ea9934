import { MAX_WORKERS, type Slot } from '../../base/thread-numbers.ts'
import { internalError } from '../../base/errors.ts'
import type { Program } from '../../program/program.ts'
import { EndTime, ResultKind, SlotState, Word } from '../protocol/control-block.ts'
import type { FromWorker, Job, JoinRequest, ThrownDescription } from '../protocol/messages.ts'
import type { Pool } from '../pool/pool.ts'
import type { Failure, RunDirector } from './run-director.ts'
import { RunMemory } from './run-memory.ts'
import type { SharedObject } from '../thread/shared-object.ts'
import { SLICE_MS, StuckWatch } from './progress-watch.ts'
import { heddleErrorFrom } from '../protocol/thrown.ts'

export type RunEnd =
  | { readonly type: 'completed'; readonly results: unknown; readonly microseconds: number }
  /** `outcome` is what the run counts as; after an unclean end the pool still has threads that do not end. */
  | {
      readonly type: 'failed'
      readonly outcome: string
      readonly failures: readonly Failure[]
      readonly clean: boolean
    }
  | { readonly type: 'stopped' }
  /** A thread was spawned for which there is no worker, and a new one may call `shared` only while no thread runs. */
  | { readonly type: 'needs workers'; readonly spares: number }

/** What the coordinator wants to happen while it waits: it returns true to stop the run. */
export type Meanwhile = () => Promise<boolean>

/** One run of the program after the other on the same pool. */
export class RealRun {
  private readonly program: Program
  private readonly shared: SharedObject
  private readonly pool: Pool
  private readonly watch: StuckWatch
  private readonly meanwhile: Meanwhile
  private readonly results = new Map<number, unknown>()
  private readonly names: string[] = []
  private failures: Failure[] = []
  private lacksWorkers = false
  private readonly director: RunDirector
  private readonly memory: RunMemory

  constructor(
    program: Program,
    shared: SharedObject,
    pool: Pool,
    timeoutMs: number,
    meanwhile: Meanwhile,
    director: RunDirector,
    memory = new RunMemory(shared.layout, program.name, {}),
  ) {
    this.director = director
    this.memory = memory
    this.program = program
    this.shared = shared
    this.pool = pool
    this.watch = new StuckWatch(pool.control, timeoutMs)
    this.meanwhile = meanwhile
  }

  async once(): Promise<RunEnd> {
    this.reset()
    const unprepared = await this.prepare()
    if (unprepared !== null) return unprepared
    this.memory.begin()
    this.shared.forget()
    this.director.prepare()
    const begin = process.hrtime.bigint()
    this.director.begin(this.pool)
    const stopped = await this.untilEnded(Word.pending, 0)
    if (stopped !== null) return stopped
    this.takeMessages()
    const wrong = this.failures.length > 0 ? null : this.director.end()
    if (wrong !== null) this.failures.push(wrong)
    if (this.failures.length > 0)
      return { type: 'failed', outcome: this.failedOutcome(), failures: this.failures, clean: true }
    const microseconds = Number(this.pool.control.times[EndTime]! - begin) / 1000
    return { type: 'completed', results: this.collectResults(), microseconds }
  }

  private reset(): void {
    const declared = this.program.threads.length
    this.pool.control.reset(declared)
    this.results.clear()
    this.names.length = 0
    for (const { name } of this.program.threads) this.names.push(name)
    this.failures = []
    for (const spare of this.pool.spares) spare.slot = -1
    this.watch.reset()
  }

  /** When `shared` returns more than `mem` made, every attachment makes it anew. */
  private async prepare(): Promise<RunEnd | null> {
    if (this.shared.reusable) return null
    const { words } = this.pool.control
    this.shared.attach()
    Atomics.store(words, Word.prepared, 0)
    this.pool.prepare()
    const stopped = await this.untilEnded(Word.prepared, this.pool.workers.length)
    if (stopped !== null) return stopped
    this.takeMessages()
    return null
  }

  /** Waits until a word has a value, serving the threads meanwhile. */
  private async untilEnded(word: number, value: number): Promise<RunEnd | null> {
    const { words } = this.pool.control
    for (;;) {
      const seen = Atomics.load(words, Word.attention)
      this.takeMessages()
      if (Atomics.load(words, word) === value) return null
      if (this.lacksWorkers)
        return { type: 'needs workers', spares: this.pool.control.usedSlots() - this.program.threads.length }
      if (Atomics.wait(words, Word.attention, seen, SLICE_MS) !== 'timed-out') continue
      this.director.meanwhile()
      if (await this.meanwhile()) return { type: 'stopped' }
      const broken = this.broken()
      if (broken !== null) return broken
    }
  }

  private broken(): RunEnd | null {
    const { lost } = this.pool
    if (lost !== null) {
      const { control } = this.pool
      const thread =
        this.names[control.words[control.runs(lost.worker.index)]! - 1] ?? this.names[lost.worker.slot] ?? null
      return this.unclean('exception', { kind: 'exception', message: `the thread did not end: ${lost.how}`, thread })
    }
    const verdict = this.watch.look(this.failures.length > 0)
    if (verdict === null) return null
    if (this.failures.length > 0) return this.unclean(this.failedOutcome())
    return this.unclean(verdict, { kind: verdict, message: this.whoIsStuck(verdict), thread: null })
  }

  /** What a run counts as that a thread has ended. */
  private failedOutcome(): string {
    return this.failures[0]!.kind === 'unverified' ? 'unverified' : 'exception'
  }

  private unclean(outcome: string, failure?: Failure): RunEnd {
    if (failure !== undefined) this.failures.push(failure)
    return { type: 'failed', outcome, failures: this.failures, clean: false }
  }

  private whoIsStuck(verdict: 'deadlock' | 'timeout'): string {
    const live = [...this.watch.live()]
    const named = live.map((slot) => this.names[slot] ?? `thread ${slot}`)
    if (verdict === 'deadlock')
      return `${named.join(', ')}: waiting, with nobody left to wake ${live.length === 1 ? 'it' : 'them'}`
    const states = live.map((slot, i) => `${named[i]} (${this.watch.isAsleep(slot) ? 'waiting' : 'running'})`)
    return `no progress in the time for one run; not ended: ${states.join(', ')}`
  }

  private takeMessages(): void {
    // What a join asks for was posted before it, but maybe to a port that had just been read: read all again, then
    // answer.
    for (let joins = this.takeArrived(); joins.length > 0; ) {
      const later = this.takeArrived()
      for (const { worker, slot } of joins) this.answer(worker, slot)
      joins = later
    }
  }

  private takeArrived(): JoinRequest[] {
    const joins: JoinRequest[] = []
    for (const message of this.pool.messages()) {
      if (message.type === 'join') joins.push(message)
      else this.take(message)
    }
    return joins
  }

  private take(message: Exclude<FromWorker, JoinRequest>): void {
    switch (message.type) {
      case 'result':
        this.results.set(message.slot, message.value)
        break
      case 'failure':
        this.takeFailure(message.slot, message.thrown)
        break
      case 'spawn':
        this.assign(message.job)
        break
    }
  }

  private takeFailure(slot: Slot, thrown: ThrownDescription): void {
    if (thrown.error !== null) throw heddleErrorFrom(thrown)
    this.failures.push({
      kind: thrown.kind,
      message: thrown.message,
      thread: this.names[slot] ?? null,
      stack: thrown.stack,
    })
  }

  private assign(job: Job): void {
    this.names[job.slot] = `${job.task}#${job.handle}`
    const spare = this.pool.spares.find(({ slot }) => slot < 0 || (this.shared.reusable && this.hasEnded(slot)))
    if (spare === undefined) {
      if (this.pool.workers.length >= MAX_WORKERS)
        throw internalError('all workers are taken although there are not too many threads')
      this.lacksWorkers = true
      return
    }
    spare.slot = job.slot
    this.pool.send(spare, { type: 'job', job })
    this.pool.one(spare.index)
  }

  private hasEnded(slot: Slot): boolean {
    return Atomics.load(this.pool.control.words, this.pool.control.state(slot)) === SlotState.ended
  }

  private answer(worker: number, slot: Slot): void {
    const { control } = this.pool
    this.pool.send(this.pool.workers[worker]!, { type: 'joined', value: this.postedResult(slot) })
    Atomics.add(control.words, control.reply(worker), 1)
    Atomics.notify(control.words, control.reply(worker))
  }

  private collectResults(): unknown {
    const { threads, threadsAreNamed } = this.program
    if (!threadsAreNamed) return threads.map((_, slot) => this.resultOf(slot))
    return Object.fromEntries(threads.map(({ name }, slot) => [name, this.resultOf(slot)]))
  }

  private resultOf(slot: Slot): unknown {
    const { words, resultKind, result } = this.pool.control
    switch (words[resultKind(slot)]) {
      case ResultKind.undefined:
        return undefined
      case ResultKind.int32:
        return words[result(slot)]
      default:
        return this.postedResult(slot)
    }
  }

  private postedResult(slot: Slot): unknown {
    if (!this.results.has(slot)) throw internalError(`the result of thread ${this.names[slot]} is missing`)
    return this.results.get(slot)
  }
}
