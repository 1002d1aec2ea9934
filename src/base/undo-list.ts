import { doubled } from './columns.ts'

/**
 * What to put back when the search backtracks: pairs of a place and the value that it had, by event. Whoever keeps one
 * says what a place is, and goes through the pairs of the last event from the newest to the oldest:
 *
 *     const start = list.end()
 *     for (let at = list.top - 2; at >= start; at -= 2) values[list.pairs[at]!] = list.pairs[at + 1]!
 *     list.top = start
 */
export class UndoList {
  /** How many numbers there are: two for each pair. */
  top = 0
  pairs: Int32Array<ArrayBuffer>
  private starts: Int32Array<ArrayBuffer>
  private events = 0

  /** With room for so many events, to begin with. */
  constructor(room: number) {
    this.pairs = new Int32Array(4 * room)
    this.starts = new Int32Array(room)
  }

  clear(): void {
    this.top = this.events = 0
  }

  /** An event begins. */
  begin(): void {
    if (this.events === this.starts.length) this.starts = doubled(this.starts)
    this.starts[this.events++] = this.top
  }

  /** The value at this place is about to change. */
  note(place: number, value: number): void {
    if (this.top + 2 > this.pairs.length) this.pairs = doubled(this.pairs)
    this.pairs[this.top] = place
    this.pairs[this.top + 1] = value
    this.top += 2
  }

  /** The last event is taken back: down to where its pairs begin. */
  end(): number {
    return this.starts[--this.events]!
  }
}
