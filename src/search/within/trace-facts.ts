import { ThreadStatus } from '../../execution/controlled-thread.ts'
import type { Execution } from '../../execution/execution.ts'
import { isChoose, isYield } from '../../program/controls.ts'
import type { Operation } from '../../program/operation.ts'
import { MAX_THREADS } from '../../program/program.ts'
import { EventFlag, type EventLog } from '../../trace/event-log.ts'
import { conflict, Footprint } from '../../trace/footprint.ts'
import type { HappensBefore } from '../../trace/happens-before.ts'
import type { Explorer } from '../explorer.ts'
import { blockingOperation } from '../reversible.ts'
import { LocalStates } from './local-states.ts'
import { type Extra, extraAt, type NextStep, type Prefix } from './prefix.ts'

/** What is known of the current execution: its events, what is pending, and which sets of events are prefixes of its trace. */
export class TraceFacts {
  readonly log: EventLog
  readonly happensBefore: HappensBefore
  /** By event: what it was. */
  readonly events: NextStep[] = []
  /** By thread: what is pending; null when nothing is. */
  readonly pending: (NextStep | null)[] = []
  /** How many events count, of all threads and of each. */
  length = 0
  readonly totals = new Int32Array(MAX_THREADS)
  /** Whether the last event failed. */
  failed = false

  private readonly search: Explorer
  private readonly execution: Execution
  readonly localStates: LocalStates
  /** The operation that is about to become an event. */
  private next: NextStep | null = null

  constructor(search: Explorer, execution: Execution) {
    this.search = search
    this.execution = execution
    this.log = search.log
    this.happensBefore = search.happensBefore
    this.localStates = new LocalStates(this)
  }

  /** More than any thread's slot. */
  get threads(): number { return this.execution.threads.length }

  /** The operation is about to become event `depth`. */
  executing(depth: number, op: Operation): void {
    this.next = nextStep(op, this.log)
    this.events[depth] = this.next
  }

  /** The last event has been executed: notes what it was, where it led and what is pending now. */
  update(): void {
    const { depth } = this.search
    const { threads } = this.execution
    this.length = depth
    this.failed = this.execution.failure !== null
    this.totals.set(this.happensBefore.count)
    for (let t = 0; t < threads.length; t++) this.pending[t] = threads[t]!.status === ThreadStatus.pending ? nextStep(threads[t]!.operation, this.log) : null
    if (depth === 0) return
    const last = depth - 1
    const { spec, blocking } = this.events[last]!
    this.events[last] = { step: new Footprint().ofEvent(this.log, last), spec, blocking, yields: this.log.has(last, EventFlag.yields) }
    if (this.log.spawned[last]! >= 0) this.noteSpawn(last)
    this.localStates.reached(last, this.failed ? undefined : this.pending[this.log.thread[last]!])
  }

  /** The last event does not count after all: it is pending. */
  takeBack(): void {
    const last = --this.length
    const thread = this.log.thread[last]!
    this.totals[thread]!--
    this.pending[thread] = this.events[last]!
    const spawned = this.log.spawned[last]!
    if (spawned >= 0) this.pending[spawned] = null
  }

  eventAt(thread: number, index: number): number {
    return this.happensBefore.eventsOf[thread]![index]!
  }

  spawnOf(thread: number): number {
    for (let k = 0; k < this.length; k++) if (this.log.spawned[k] === thread) return k
    return -1
  }

  /** Whether the prefix has what started the thread, so that it can go on with the thread. */
  starts(prefix: Prefix, thread: number): boolean {
    return thread < this.execution.program.threads.length || this.spawnIn(prefix, thread) !== null
  }

  /** The event or extra of the prefix that spawned the thread: a thread is the k-th that another one spawns. */
  private spawnIn(prefix: Prefix, thread: number): number | Extra | null {
    const spawner = this.spawners[thread]
    if (spawner === undefined) return null
    let left = spawner.spawns
    for (let i = 0; i < prefix.counts[spawner.thread]!; i++) {
      const event = this.eventAt(spawner.thread, i)
      if (isSpawning(this.events[event]!) && left-- === 0) return event
    }
    return prefix.extras.find((extra) => extra.step.thread === spawner.thread && isSpawning(extra) && left-- === 0) ?? null
  }
  /** By thread that was spawned: by whom, and how many it had spawned before. */
  private readonly spawners: { readonly thread: number; readonly spawns: number }[] = []

  private noteSpawn(event: number): void {
    const thread = this.log.thread[event]!
    let spawns = 0
    for (let k = 0; k < event; k++) if (this.log.thread[k] === thread && this.log.spawned[k]! >= 0) spawns++
    this.spawners[this.log.spawned[event]!] = { thread, spawns }
  }

  /** What the thread did from pre(S, i), or has still to do there; null when it had nothing to do. */
  stepAt(i: number, thread: number): NextStep | null {
    const event = this.happensBefore.firstAtOrAfter(thread, i)
    return event >= 0 && event < this.length ? this.events[event]! : this.pending[thread] ?? null
  }

  // --- prefixes ------------------------------------------------------------------------------------------------------

  /** All events. */
  whole(): Prefix {
    return { counts: this.totals.slice(), extras: [] }
  }

  /** The events before depth i. */
  before(i: number): Prefix {
    const counts = new Int32Array(MAX_THREADS)
    for (let k = 0; k < i; k++) counts[this.log.thread[k]!]!++
    return { counts, extras: [] }
  }

  has(counts: Int32Array, event: number): boolean {
    const thread = this.log.thread[event]!
    return this.happensBefore.seen(event, thread) <= counts[thread]!
  }

  /** The events among these that do not happen after e: notdep(e, E) and what comes before e. */
  without(e: number, from: Int32Array): Int32Array {
    const { happensBefore } = this
    const counts = from.slice()
    const thread = this.log.thread[e]!
    const own = happensBefore.seen(e, thread)
    for (let t = 0; t < this.threads; t++) {
      let count = counts[t]!
      while (count > 0 && happensBefore.seen(this.eventAt(t, count - 1), thread) >= own) count--
      counts[t] = count
    }
    return counts
  }

  /** The first event of the execution that is not among these. */
  firstMissing(counts: Int32Array): number {
    for (let k = 0; k < this.length; k++) if (!this.has(counts, k)) return k
    return this.length
  }

  /** The events of the prefix from depth p on, then its extras. */
  stepsFrom(p: number, { counts, extras }: Prefix): NextStep[] {
    const steps: NextStep[] = []
    for (let k = p; k < this.length; k++) if (this.has(counts, k)) steps.push(this.events[k]!)
    steps.push(...extras)
    return steps
  }

  /** The prefix and one step more. */
  with(prefix: Prefix, next: NextStep): Prefix {
    return { counts: prefix.counts, extras: [...prefix.extras, this.extra(prefix, next)] }
  }

  private extra(prefix: Prefix, { step, spec, blocking, yields }: NextStep): Extra {
    const past = new Int32Array(MAX_THREADS)
    const own = this.joinPredecessors(past, prefix, step.thread)
    for (let t = 0; t < this.threads; t++) {
      if (t === step.thread) continue
      let i = prefix.counts[t]! - 1
      while (i >= past[t]! && !conflict(this.events[this.eventAt(t, i)]!.step, step)) i--
      if (i >= past[t]!) this.joinEvent(past, this.eventAt(t, i))
    }
    for (const other of prefix.extras) if (other.step.thread !== step.thread && conflict(other.step, step)) join(past, other.past)
    const hash = this.localStates.name(step, past, prefix)
    past[step.thread] = own + 1
    return { step, spec, blocking, yields, past, hash }
  }

  /** Adds what happens before the thread's next event because of its own events. Returns how many it has. */
  private joinPredecessors(past: Int32Array, prefix: Prefix, thread: number): number {
    let own = prefix.counts[thread]!
    const last = own > 0 ? this.eventAt(thread, own - 1) : this.spawnIn(prefix, thread)
    if (typeof last === 'number') this.joinEvent(past, last)
    else if (last !== null) join(past, last.past)
    for (const other of prefix.extras) {
      if (other.step.thread !== thread) continue
      own++
      join(past, other.past)
    }
    return own
  }

  private joinEvent(past: Int32Array, event: number): void {
    for (let t = 0; t < this.threads; t++) {
      const seen = this.happensBefore.seen(event, t)
      if (seen > past[t]!) past[t] = seen
    }
  }

  /** What the thread does after the prefix: null when it has ended or does not exist, undefined when that is not known. */
  nextAfter(prefix: Prefix, thread: number): NextStep | null | undefined {
    const count = prefix.counts[thread]!
    for (let k = prefix.extras.length - 1; k >= 0; k--) if (prefix.extras[k]!.step.thread === thread) return this.localStates.next(prefix.extras[k]!.hash)
    return count === this.totals[thread]! ? this.pending[thread] ?? null : this.events[this.eventAt(thread, count)]!
  }

  /** The thread's event number `index` of the prefix. */
  stepIn(prefix: Prefix, thread: number, index: number): NextStep {
    return index < prefix.counts[thread]! ? this.events[this.eventAt(thread, index)]! : extraAt(prefix, thread, index)!
  }
}

const isSpawning = ({ spec }: NextStep): boolean => spec.name === 'spawn'

function nextStep(op: Operation, log: EventLog): NextStep {
  const step = new Footprint().ofOperation(op, log.cells)
  if (isChoose(op)) step.choice = -1 // all values
  return { step, spec: op.spec, blocking: op.spec.enabled === null ? null : blockingOperation(op), yields: isYield(op) }
}

function join(into: Int32Array, from: Int32Array): void {
  for (let t = 0; t < into.length; t++) if (from[t]! > into[t]!) into[t] = from[t]!
}
