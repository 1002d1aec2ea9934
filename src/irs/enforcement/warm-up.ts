/**
 * Runs made-up threads under gates of their own, until the code of threads and gates is compiled: in the interpreter a
 * passage takes some thirty times as long, and a thread with few operations would never get beyond it.
 */
import { handleOfDeclared, type Slot } from '../../base/thread-numbers.ts'
import { Access, Accesses } from '../../dependence/accesses.ts'
import type { ThreadControl } from '../../program/threads/thread-control.ts'
import { Layout } from '../../program/memory/layout.ts'
import { attach } from '../../program/memory/mem.ts'
import { ops } from '../../program/operations/ops.ts'
import { Operation } from '../../program/operations/operation.ts'
import { running } from '../../program/context/execution-context.ts'
import type { ThreadEntry, ThreadGenerator } from '../../program/program.ts'
import { CausalPast } from '../causal-past.ts'
import { operationFingerprint } from '../fingerprint.ts'
import { AdmissibleSet } from '../set/admissible-set.ts'
import { buildIndex } from './admission/build-index.ts'
import { EnforcedThread } from './enforced-thread.ts'
import { get, set } from '../../frontends/plain/runtime/gated/direct.ts'
import { installIndex, instantiate, newFastParts } from './wasm/fast-gate.ts'
import { Gate } from './gate/gate.ts'
import { blocking } from '../../base/blocking.ts'
import { cores } from './gate/thread-starts.ts'
import { GateState, GateWord, Mode, Unstarted } from './gate/gate-state.ts'
import { SharedModels } from './gate/shared-models.ts'
import { TraceIndex } from './admission/trace-index.ts'
import type { Module } from './wasm/web-assembly.ts'

const THREADS = 8
const ROUNDS = 1500
const LIMIT_MS = 3000

/** Each thread reads what the one before has written, and writes: in the form that the program's threads have. */
function threadsOver(view: Int32Array, asPlainCode: boolean): ThreadEntry[] {
  return Array.from({ length: THREADS }, (_, t) => ({
    name: 'warm-up',
    body: asPlainCode ? plainBody(view, t) : generatorBody(view, t),
  }))
}

/** Some threads use Atomics. */
const isAtomic = (t: number): boolean => t % 4 >= 2

function generatorBody(view: Int32Array, t: number): () => ThreadGenerator {
  if (isAtomic(t))
    return function* () {
      yield* ops.atomics.compareExchange(view, t + 1, 0, ((yield* ops.read(view, t)) + 1) | 0)
    }
  return function* () {
    yield* ops.write(view, t + 1, ((yield* ops.read(view, t)) + 1) | 0)
  }
}

/** Not all the same function: the engine is not to expect one. */
function plainBody(view: Int32Array, t: number): () => void {
  const next = (): number => ((get(view as never, t, 0) as number) + 1) | 0
  if (isAtomic(t))
    return () => {
      Atomics.compareExchange(view, t + 1, 0, next())
    }
  return t % 2 === 0
    ? () => {
        set(view as never, t + 1, next(), 0)
      }
    : () => set(view as never, t + 1, next(), 0)
}

export function warmUp(asPlainCode: boolean, module: Module | null): void {
  const layout = new Layout()
  const { mem, end } = attach(layout)
  const view = mem.int32('warm-up', THREADS + 1)
  end()
  const indexes = [false, true].map((opens) => buildIndex(madeUpSet(threadsOver(view, false), layout.cells, opens)))
  const sizes = { cells: layout.cells, models: SharedModels.size(layout), log: 0 }
  const fast = newFastParts(GateState.bytes(sizes), indexes[1]!.byteLength, module)
  const state = new GateState(sizes, fast?.memory.buffer)
  const entries = threadsOver(view, asPlainCode)
  const newThread = (startThread: () => void, index = indexes[0]!): EnforcedThread =>
    new EnforcedThread(
      new Gate({
        state,
        layout,
        control: {} as ThreadControl,
        index: new TraceIndex(index),
        threads: new Map(entries.map((_, t) => [t, t])),
        startThread,
        runsOthers: true,
        refresh: () => null,
        fast: fast === null ? null : instantiate(fast),
      }),
      false,
    )
  new WarmUp(
    state,
    entries,
    newThread(() => undefined),
    newThread(() => {
      /* nor this */
    }),
    newThread(() => undefined, indexes[1]),
    (opens) => {
      if (fast !== null) installIndex(state, GateState.bytes(sizes), fast.memory, indexes[opens ? 1 : 0]!, 0)
    },
  ).run()
  running.operation = null
}

/**
 * Everything that happens at gates, in one JavaScript thread: where a thread would sleep, what it waits for happens.
 */
class WarmUp {
  private readonly state: GateState
  private readonly entries: readonly ThreadEntry[]
  private readonly thread: EnforcedThread
  private readonly other: EnforcedThread
  /** Its gates open in the middle of a run. */
  private readonly opening: EnforcedThread
  /** For gates in WebAssembly. */
  private readonly install: (opens: boolean) => void
  private waitedFor = 0
  private waker: EnforcedThread

  constructor(
    state: GateState,
    entries: readonly ThreadEntry[],
    thread: EnforcedThread,
    other: EnforcedThread,
    opening: EnforcedThread,
    install: (opens: boolean) => void,
  ) {
    this.opening = opening
    this.install = install
    this.state = state
    this.entries = entries
    this.thread = thread
    this.other = this.waker = other
  }

  run(): void {
    const until = performance.now() + LIMIT_MS
    const { wait } = blocking
    try {
      for (let round = 0; round < ROUNDS && performance.now() < until; round++) {
        // By turns, so that the engine does not take one of them for granted.
        blocking.wait = round % 8 < 4 ? this.meanwhile : this.later
        this.state.reset(Mode.gated, THREADS)
        this.planStarts()
        this.install(round % 4 === 1 || round % 8 === 7)
        // What is not decided there must be compiled, too.
        if (round % 16 >= 8) this.state.words[GateWord.fastVersion] = -1
        if (round % 4 === 3) this.outOfOrder(round % 8 === 7 ? this.opening : this.other)
        else
          for (let t = 0; t < THREADS; t++)
            this.inOrder(round % 4 === 1 ? this.opening : this.thread, t, round % 4 === 2)
      }
    } finally {
      blocking.wait = wait
    }
  }

  private planStarts(): void {
    const { state } = this
    for (let t = 0; t < THREADS; t++) {
      state.words[state.starts(t)] = t
      state.words[state.unstarted(t)] = t % 2 === 0 ? (t % 4 === 0 ? Unstarted.waits : Unstarted.ready) : 0
    }
    state.words[GateWord.startOrder] = THREADS
    state.words[GateWord.width] = cores
  }

  private inOrder(thread: EnforcedThread, t: number, isContended: boolean): void {
    pretendWaiting(this.state, t + 1, t % 2 === 0)
    if (isContended) this.state.words[GateWord.lock] = 1
    thread.startOthers(t)
    this.start(thread, t)
  }

  private outOfOrder(other: EnforcedThread): void {
    this.waker = other
    for (let t = 1; t < THREADS; t += 2) {
      this.waitedFor = t - 1
      pretendWaiting(this.state, t, false)
      this.thread.startOthers(t)
      this.start(this.thread, t)
      if (this.waitedFor >= 0) this.runOther()
    }
  }

  private start(thread: EnforcedThread, t: number): void {
    thread.run(t, t, 'warm-up', this.entries[t]!, undefined, null)
    if (this.state.words[GateWord.mode] === Mode.open) thread.run(t, t, 'warm-up', this.entries[t]!, undefined, null)
  }

  private readonly meanwhile = (_: unknown, index: number): 'ok' => {
    if (index === GateWord.lock) this.state.words[GateWord.lock] = 0
    else this.runOther()
    return 'ok'
  }

  private readonly later = (_: unknown, index: number): 'timed-out' => {
    if (index === GateWord.lock) this.state.words[GateWord.lock] = 0
    else this.runOther()
    return 'timed-out'
  }

  private runOther(): void {
    const { operation, pass, explored } = running
    const slot = this.waitedFor
    this.waitedFor = -1
    this.start(this.waker, slot)
    running.operation = operation
    running.pass = pass
    running.explored = explored
  }
}

/** As if a later thread waited at its gate, asleep or not even started, for those who look whom they can wake. */
function pretendWaiting(state: GateState, slot: Slot, isAsleep: boolean): void {
  if (slot >= THREADS) return
  const { words } = state
  words[GateWord.waitingLo]! |= 1 << slot
  words[isAsleep ? state.asleep(slot) : state.unstarted(slot)] = 1
  const touch = new Accesses().range(0, 1, 1, Access.read)
  touch.cell = 4 * slot
  touch.bytes = touch.stride = 4
  touch.write(words, state.touch(slot))
  new CausalPast(state.cells, state.lastNames).writeSeed(handleOfDeclared(slot), words, state.seed(slot))
}

/**
 * Traces in which the threads run one after the other. In the second half of them it is open which of two neighbours is
 * first, so that runs change from one trace to another.
 */
function madeUpSet(entries: readonly ThreadEntry[], cells: number, opens: boolean): AdmissibleSet {
  const set = new AdmissibleSet()
  for (let thread = 0; thread < THREADS; thread++) set.threads.push({ handle: thread, name: '' })
  for (let trace = 0; trace < 4; trace++) {
    const swaps = (thread: number): number => (thread >= THREADS / 2 ? (trace >> ((thread >> 1) & 1)) & 1 : 0)
    addTrace(
      set,
      entries.map((_, thread) => thread ^ swaps(thread)),
      entries,
      cells,
    )
  }
  if (opens) set.finish({ events: [OPENING_EVENT], firstTrace: 0 })
  return set
}

/** What the third thread does first: the threads before it have two events each. */
const OPENING_EVENT = 4

function addTrace(set: AdmissibleSet, order: readonly number[], entries: readonly ThreadEntry[], cells: number): void {
  const past = new CausalPast(new Int32Array(4 * cells), new Int32Array(2 * THREADS))
  set.add(
    order.flatMap((thread) => {
      const op = (running.operation = new Operation(thread))
      const generator = entries[thread]!.body(undefined, undefined) as ThreadGenerator
      const own: number[] = []
      for (let step = generator.next(); step.done !== true; step = generator.next(0)) {
        op.received()
        const touch = new Accesses().set(op.accesses)
        past.identify(thread, thread, 0, touch)
        past.happen(thread, touch)
        const known = set.events.find(past.lo, past.hi)
        own.push(
          known >= 0
            ? known
            : set.events.add(
                {
                  accesses: touch,
                  lo: past.lo,
                  hi: past.hi,
                  thread,
                  operation: operationFingerprint(op),
                  what: 0,
                  at: 0,
                  chosen: 0,
                  constraints: 0,
                },
                own.at(-1) ?? -1,
              ),
        )
      }
      return own
    }),
  )
}
