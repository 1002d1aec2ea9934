import { MAX_WORKERS, type Handle, type Slot } from '../../base/thread-numbers.ts'
import * as atomics from '../../base/atomics.ts'
import { exemptBuffer } from '../../program/memory/shared-tag.ts'

/**
 * The words through which the coordinator and the workers of a real run talk. All of them may sleep in `Atomics.wait`,
 * where no message arrives, so whatever must wake somebody is a word here; values travel through message ports.
 */
export const Word = {
  /** What declared threads wait on, so that one notification releases them all. See `Command`. */
  start: 0,
  /** What the coordinator waits on; it changes whenever there is something to look at. */
  attention: 1,
  /** Threads of this run that have not ended. */
  pending: 2,
  /** Slots in use; the next spawned thread gets this one. */
  slots: 3,
  /** Messages posted to the coordinator. */
  posted: 4,
  /** Workers that have called `shared` again for this run. */
  prepared: 5,
  /** Declared threads that are awake, for the short common start. */
  awake: 6,
  /** 1 while a worker calls `shared`: such calls read and write the same memory, and must not meet. */
  attaching: 7,
  /** 1 when workers that are not ours are to return to what they did before. */
  dismissed: 8,
  /** The first declared thread that nobody has started yet, in runs whose threads do not start together. */
  next: 9,
} as const

/** When the last thread ended, as a monotonic time in nanoseconds: an index into `times`. */
export const EndTime = 8

export const SlotState = { absent: 0, live: 1, ended: 2, failed: 3, abandoned: 4 } as const

/** How a thread's result travels: small ones in the slot, others as a message. */
export const ResultKind = { undefined: 0, int32: 1, message: 2 } as const

const HEADER_WORDS = 32
const STRIDE = 16 // one cache line

const field = { state: 0, resultKind: 1, result: 2, waitMark: 3, handle: 4, command: 8, reply: 9, runs: 10 }

/** Even values of a command word run a thread, odd ones call `shared` again. */
export const isPreparation = (command: number): boolean => (command & 1) === 1

/** To the next odd or even command. For each word there is one at a time who does this. */
export function advanceCommand(words: Int32Array, word: number, toOdd: boolean): void {
  const isOdd = isPreparation(atomics.load(words, word))
  atomics.add(words, word, isOdd === toOdd ? 2 : 1)
  atomics.notify(words, word)
}

export class ControlBlock {
  readonly words: Int32Array<SharedArrayBuffer>
  readonly times: BigInt64Array<SharedArrayBuffer>
  private readonly handles: Float64Array<SharedArrayBuffer>

  constructor(buffer = new SharedArrayBuffer((HEADER_WORDS + MAX_WORKERS * STRIDE) * 4)) {
    exemptBuffer(buffer)
    this.words = new Int32Array(buffer)
    this.times = new BigInt64Array(buffer)
    this.handles = new Float64Array(buffer)
  }

  /** Runs `action` while no other worker does. */
  readonly alone = <T>(action: () => T): T => {
    while (atomics.compareExchange(this.words, Word.attaching, 0, 1) !== 0) atomics.wait(this.words, Word.attaching, 1)
    try {
      return action()
    } finally {
      atomics.store(this.words, Word.attaching, 0)
      atomics.notify(this.words, Word.attaching, 1)
    }
  }

  get buffer(): SharedArrayBuffer {
    return this.words.buffer
  }

  state = (slot: Slot): number => at(slot) + field.state
  resultKind = (slot: Slot): number => at(slot) + field.resultKind
  result = (slot: Slot): number => at(slot) + field.result
  /** Odd while the thread sleeps without a time limit; every change is progress. */
  waitMark = (slot: Slot): number => at(slot) + field.waitMark

  // Workers are counted like slots, but the two are independent: any spare worker may run any spawned thread.
  command = (worker: number): number => at(worker) + field.command
  reply = (worker: number): number => at(worker) + field.reply
  /** One more than the slot of the thread that the worker runs or has run last: not always its own. */
  runs = (worker: number): number => at(worker) + field.runs

  handleOf(slot: Slot): Handle {
    return this.handles[(at(slot) + field.handle) / 2]!
  }

  /** A thread comes to be. Its state is written last: who sees it sees the handle. */
  begin(slot: Slot, handle: Handle): void {
    this.handles[(at(slot) + field.handle) / 2] = handle
    atomics.store(this.words, this.resultKind(slot), ResultKind.undefined)
    atomics.store(this.words, this.state(slot), SlotState.live)
  }

  /** Spawning counts up before it checks. */
  usedSlots(): number {
    return Math.min(atomics.load(this.words, Word.slots), MAX_WORKERS)
  }

  /** The slot of a thread of this run, or -1. */
  slotOf(handle: Handle): Slot {
    for (let slot = 0, used = this.usedSlots(); slot < used; slot++) {
      if (atomics.load(this.words, this.state(slot)) !== SlotState.absent && this.handleOf(slot) === handle) return slot
    }
    return -1
  }

  /**
   * A declared thread that the caller is to run or to start, where they do not start together; -1 when all have been.
   */
  claimNext(declared: number): number {
    if (atomics.load(this.words, Word.next) >= declared) return -1
    const slot = atomics.add(this.words, Word.next, 1)
    return slot < declared ? slot : -1
  }

  callAttention(): void {
    atomics.add(this.words, Word.attention, 1)
    atomics.notify(this.words, Word.attention)
  }

  /** The run is over for threads that have not ended: nobody may wait for one. */
  abandonLive(): void {
    for (let slot = 0, used = this.usedSlots(); slot < used; slot++) {
      atomics.compareExchange(this.words, this.state(slot), SlotState.live, SlotState.abandoned)
      atomics.notify(this.words, this.state(slot))
    }
  }

  /** Before a run: the declared threads are there, nobody else. */
  reset(declared: number): void {
    for (let slot = 0; slot < MAX_WORKERS; slot++) {
      if (slot < declared) this.begin(slot, slot)
      else atomics.store(this.words, this.state(slot), SlotState.absent)
    }
    atomics.store(this.words, Word.slots, declared)
    atomics.store(this.words, Word.pending, declared)
    atomics.store(this.words, Word.awake, 0)
  }
}

function at(slot: Slot): number {
  return HEADER_WORDS + slot * STRIDE
}
