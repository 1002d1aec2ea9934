import { MAX_WORKERS, type Slot } from '../../../base/thread-numbers.ts'
import { MOST_INPUTS } from '../admission/inputs.ts'
import { LANES_PER_CELL, LANES_PER_THREAD } from '../../causal-past.ts'
import { exemptBuffer } from '../../../program/memory/shared-tag.ts'

/**
 * What the gates of a run share. All of it belongs to whoever holds the lock, except for the words that one sleeps on.
 */
export const GateWord = {
  /** 0 free, 1 taken, 2 taken and somebody may be waiting. */
  lock: 0,
  /** See `Mode`. */
  mode: 1,
  /** A trace that contains everything that has happened. */
  witness: 2,
  /** Changes when there is a larger set to be had. */
  version: 3,
  /** Entries in the log. */
  logged: 4,
  waitingLo: 5,
  waitingHi: 6,
  /** How often a thread had to sleep at a gate, and how often another trace had to be looked for. */
  sleeps: 7,
  switches: 8,
  /** Slots in use are below this. */
  slots: 9,
  /** Whether the log is kept. */
  monitored: 10,
  /** How many threads there are in the order of starting. */
  startOrder: 11,
  /**
   * For gates in WebAssembly: the version of the index that lies behind the state, or -1; where its parts are, in
   * bytes; the name of the event that is about to happen.
   */
  fastVersion: 12,
  tableAt: 13,
  tableMask: 14,
  eventsAt: 15,
  runsAt: 16,
  markOfAt: 17,
  markStartAt: 18,
  markEventsAt: 19,
  nameLo: 20,
  nameHi: 21,
  /** How many traces that index has. */
  traces: 22,
  /** How many threads are to run at once; see `StartWidth`. */
  width: 23,
} as const

export const Mode = {
  /** Events happen only if an admissible trace has them. */
  gated: 0,
  /** Everything from here on is verified: threads only wait for what they need. */
  open: 1,
  /** Nothing ever was gated: the program's own primitives do. */
  free: 2,
  /** The run has failed; whoever comes to a gate gives up. */
  failed: 3,
} as const

export const Unstarted = {
  /** Its first event is not known to be admissible: it counts as waiting at its gate. */
  waits: 1,
  /** It can go, and is left to the next worker that has nothing else to do. */
  ready: 2,
} as const

const HEAD = 32
/** Per slot; a cache line. */
const STRIDE = 16
export const SlotWord = {
  last: 0,
  wake: 1,
  unstarted: 2,
  woken: 3,
  cell: 4,
  bytes: 5,
  stride: 6,
  access: 7,
  cell2: 8,
  access2: 9,
  starts: 10,
  ended: 11,
  asleep: 13,
  seedLo: 14,
  seedHi: 15,
} as const

export const LOG_ENTRY = 11
/**
 * What an entry of the log is about; then slot, choice, the six words of a `Touch`, the slot of a spawned thread or -1,
 * and the fingerprint of the operation.
 */
export const LogKind = { event: 1, end: 2 } as const

/** What belongs to all runs. */
const KEPT = [
  GateWord.version,
  GateWord.monitored,
  GateWord.fastVersion,
  GateWord.tableAt,
  GateWord.tableMask,
  GateWord.eventsAt,
  GateWord.runsAt,
  GateWord.markOfAt,
  GateWord.markStartAt,
  GateWord.markEventsAt,
  GateWord.traces,
] as const

/**
 * Whom an event of a thread has let go on, in words of the thread's own: slots of threads to be woken, and to be
 * started.
 */
export const Unblocked = { wokenLo: 0, wokenHi: 1, startedLo: 2, startedHi: 3, words: 4 } as const

/** Sizes in words of the parts of the shared memory. */
export interface GateSizes {
  readonly cells: number
  readonly models: number
  readonly log: number
}

const lengthsOf = ({ cells, models, log }: GateSizes): readonly number[] => [
  HEAD + STRIDE * MAX_WORKERS,
  2 * MAX_WORKERS,
  LANES_PER_THREAD * MAX_WORKERS,
  Unblocked.words * MAX_WORKERS,
  LANES_PER_CELL * cells,
  models,
  LOG_ENTRY * log,
  MOST_INPUTS * MAX_WORKERS,
]

/** Where parts are that have the same place in every state, in bytes. */
export const Place = {
  slots: 4 * HEAD,
  slotBytes: 4 * STRIDE,
  lastNames: 4 * (HEAD + STRIDE * MAX_WORKERS + 2 * MAX_WORKERS),
  unblocked: 4 * (HEAD + STRIDE * MAX_WORKERS + 2 * MAX_WORKERS + LANES_PER_THREAD * MAX_WORKERS),
  cells:
    4 *
    (HEAD + STRIDE * MAX_WORKERS + 2 * MAX_WORKERS + LANES_PER_THREAD * MAX_WORKERS + Unblocked.words * MAX_WORKERS),
} as const

export class GateState {
  readonly buffer: SharedArrayBuffer
  readonly words: Int32Array
  readonly handles: Float64Array
  readonly lastNames: Int32Array
  readonly unblocked: Int32Array
  readonly cells: Int32Array
  readonly models: Int32Array
  readonly log: Int32Array
  /** By slot and number of the `choose`: its value + 1; 0 where none is given. */
  readonly inputs: Int32Array
  readonly sizes: GateSizes

  /** Of all parts together. */
  static bytes(sizes: GateSizes): number {
    return 4 * lengthsOf(sizes).reduce((a, b) => a + b, 0)
  }

  constructor(sizes: GateSizes, buffer = new SharedArrayBuffer(GateState.bytes(sizes))) {
    const lengths = lengthsOf(sizes)
    this.sizes = sizes
    this.buffer = buffer
    exemptBuffer(buffer)
    let at = 0
    const [words, handles, lastNames, unblocked, cells, models, log, inputs] = lengths.map((length) => {
      at += length
      return new Int32Array(this.buffer, 4 * (at - length), length)
    }) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array]
    this.words = words
    this.handles = new Float64Array(this.buffer, handles.byteOffset, MAX_WORKERS)
    this.lastNames = lastNames
    this.unblocked = unblocked
    this.cells = cells
    this.models = models
    this.log = log
    this.inputs = inputs
  }

  /** The last event of the thread + 1. */
  last(slot: Slot): number {
    return HEAD + STRIDE * slot + SlotWord.last
  }
  /** What the thread sleeps on. */
  wake(slot: Slot): number {
    return HEAD + STRIDE * slot + SlotWord.wake
  }
  /**
   * While a declared thread has not been started: see `Unstarted`. Who changes it to 0, with or without the lock, must
   * start the thread.
   */
  unstarted(slot: Slot): number {
    return HEAD + STRIDE * slot + SlotWord.unstarted
  }
  /** The slot of the thread that is to start as number `i`. */
  starts(i: number): number {
    return HEAD + STRIDE * i + SlotWord.starts
  }
  /** Set while the thread sleeps at its gate, or is about to. */
  asleep(slot: Slot): number {
    return HEAD + STRIDE * slot + SlotWord.asleep
  }
  /** Set when the thread has ended. */
  ended(slot: Slot): number {
    return HEAD + STRIDE * slot + SlotWord.ended
  }
  woken(slot: Slot): number {
    return HEAD + STRIDE * slot + SlotWord.woken
  }
  /** What a waiting thread waits to do: six words of a `Touch`. */
  touch(slot: Slot): number {
    return HEAD + STRIDE * slot + SlotWord.cell
  }

  /** What the names of the thread's events begin with: two words. */
  seed(slot: Slot): number {
    return HEAD + STRIDE * slot + SlotWord.seedLo
  }

  /** Before a run, when no thread is there. */
  reset(mode: number, slots: number): void {
    const { words } = this
    const kept = KEPT.map((word) => [word, words[word]!] as const)
    words.fill(0)
    for (const [word, value] of kept) words[word] = value
    words[GateWord.mode] = mode
    words[GateWord.slots] = slots
    this.lastNames.fill(0)
    this.cells.fill(0)
    for (let slot = 0; slot < slots; slot++) this.handles[slot] = slot
  }
}
