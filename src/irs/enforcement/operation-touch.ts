import type { Operation } from '../../program/operation.ts'
import type { CellMap } from '../../trace/cells.ts'
import type { Touch } from '../causal-past.ts'

/** What a thread's pending operation touches. One object per thread, filled again for each operation. */
export class OperationTouch implements Touch {
  cell = 0
  bytes = 0
  stride = 1
  access = 0
  cell2 = -1
  access2 = 0

  static ofOneCell(access: number): OperationTouch {
    const touch = new OperationTouch()
    touch.bytes = 1
    touch.access = access
    return touch
  }

  of(op: Operation, cells: CellMap): this {
    this.cell = op.address
    this.bytes = op.bytes
    this.stride = op.stride
    this.access = op.access
    this.cell2 = op.address2 === -1 ? -1 : cells.cellOf(op.address2)
    this.access2 = op.address2 === -1 ? 0 : op.access2
    return this
  }

  /** As somebody else has left it in shared words. */
  read(words: Int32Array, at: number): this {
    this.cell = words[at]!
    this.bytes = words[at + 1]!
    this.stride = words[at + 2]!
    this.access = words[at + 3]!
    this.cell2 = words[at + 4]!
    this.access2 = words[at + 5]!
    return this
  }
}

export function writeTouch(touch: Touch, words: Int32Array, at: number): void {
  words[at] = touch.cell
  words[at + 1] = touch.bytes
  words[at + 2] = touch.stride
  words[at + 3] = touch.access
  words[at + 4] = touch.cell2
  words[at + 5] = touch.access2
}
