import { doubled } from '../base/columns.ts'

/** Bv of every prefix of S. */
export class CostStack {
  private values: Int32Array
  private length = 0

  constructor(room: number) {
    this.values = new Int32Array(room)
  }

  get top(): number {
    return this.length === 0 ? 0 : this.values[this.length - 1]!
  }

  push(cost: number): void {
    if (this.length === this.values.length) this.values = doubled(this.values)
    this.values[this.length++] = cost
  }

  pop(): void {
    this.length--
  }

  /** Bv of the first i events. */
  at(i: number): number {
    return i === 0 ? 0 : this.values[i - 1]!
  }
}
