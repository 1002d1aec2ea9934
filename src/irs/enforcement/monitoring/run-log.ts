import type { Slot } from '../../../base/thread-numbers.ts'
import { Access, type Accesses } from '../../../dependence/accesses.ts'
import { isChoose, isSpawn } from '../../../program/operations/controls.ts'
import type { Operation } from '../../../program/operations/operation.ts'
import { type GateState, GateWord, LogKind, LOG_ENTRY } from '../gate/gate-state.ts'

/** What happened in a run, in order, for the monitor. Under the lock, and only where `GateWord.monitored` is set. */
export class RunLog {
  private readonly state: GateState

  constructor(state: GateState) {
    this.state = state
  }

  /** `op` is null for an access to memory. */
  event(slot: Slot, op: Operation | null, touch: Accesses, choice: number, child: number, fingerprint: number): void {
    const { cell, bytes, stride, access, cell2, access2 } = touch
    this.add([
      LogKind.event,
      slot,
      op !== null && isChoose(op) ? choice : 0,
      cell,
      bytes,
      stride,
      access,
      cell2,
      access2,
      op !== null && isSpawn(op) ? child : -1,
      fingerprint,
    ])
  }

  end(slot: Slot, endCell: number): void {
    this.add([LogKind.end, slot, 0, endCell, 1, 1, Access.write, -1, 0, -1, 0])
  }

  private add(entry: readonly number[]): void {
    const at = this.state.words[GateWord.logged]!++
    if ((at + 1) * LOG_ENTRY <= this.state.log.length) this.state.log.set(entry, at * LOG_ENTRY)
  }
}
