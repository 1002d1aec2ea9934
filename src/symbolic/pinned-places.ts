/** Where the program's values were pinned: there inputs are told apart by value, which may take a region for each. */
import { programFrame } from '../program/program-frame.ts'

/** A stack costs as much as a short execution. */
const MOST_LOCATED = 1_000

export class PinnedPlaces {
  private readonly times = new Map<string, number>()
  private located = 0

  /** A value has been pinned just now, on a condition that was not known. */
  note(): void {
    if (this.located++ >= MOST_LOCATED) return
    const at = programFrame()
    if (at !== undefined) this.times.set(at, (this.times.get(at) ?? 0) + 1)
  }

  /** Those with the most conditions first. */
  get mostFirst(): readonly string[] {
    return [...this.times].toSorted((a, b) => b[1] - a[1]).map(([at]) => at)
  }
}
