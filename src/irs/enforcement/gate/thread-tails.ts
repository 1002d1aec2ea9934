import { MAX_WORKERS, type Slot } from '../../../base/thread-numbers.ts'

/** Less than it takes to wake a worker. */
const SHORT_TAIL_NS = 20_000

/** Not the program's clock. */
const { bigint } = process.hrtime
const hrtime = (): number => Number(bigint())

/** How long threads went on, when this worker ran them last, after they let others start. */
export class ThreadTails {
  /** When the thread first let another start, and when its last event happened; 0 where that has not been. */
  private startingSince = 0
  private overSince = 0
  /** By slot: how long the thread went on after these when it was here last. */
  private readonly rests = new Float64Array(MAX_WORKERS).fill(Infinity)
  private readonly tails = new Float64Array(MAX_WORKERS).fill(Infinity)

  /**
   * The thread lets others start, with its last event if it `isOver`. Whether it is about to end, going by when it was
   * here last.
   */
  startsOthers(slot: Slot, isOver: boolean): boolean {
    if (isOver) this.overSince = hrtime()
    else if (this.startingSince === 0) this.startingSince = hrtime()
    return (isOver ? this.tails : this.rests)[slot]! < SHORT_TAIL_NS
  }

  /** The thread has ended. */
  ended(slot: Slot): void {
    if (this.startingSince + this.overSince === 0) return
    const now = hrtime()
    if (this.startingSince > 0) this.rests[slot] = now - this.startingSince
    if (this.overSince > 0) this.tails[slot] = now - this.overSince
    this.startingSince = this.overSince = 0
  }
}
