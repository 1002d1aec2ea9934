import { isChoose, isJoin, isSpawn, isYield } from '../../program/operations/controls.ts'
import type { Layout } from '../../program/memory/layout.ts'
import type { OperationSpec } from '../../program/operations/operation-spec.ts'
import type { EventLog } from '../../trace/event-log.ts'
import { hashText } from '../../base/hash-text.ts'
import { describeOperation, type OperationShape } from '../description/describe.ts'

/** Eight bits of an operation: enough to notice most changes of a program, and where. */
export const fingerprintOf = (op: OperationShape): number => hashText(describeOperation(op)) & 0xff

/** The fingerprints of executions that the search has logged, without running them again. */
export class Fingerprints {
  private readonly layout: Layout
  /** By kind of operation and the cells that it accesses. */
  private readonly known = new Map<OperationSpec, Map<number | string, number>>()

  constructor(layout: Layout) {
    this.layout = layout
  }

  /** Of the first `length` events. */
  of(log: EventLog, length: number): number[] {
    return Array.from({ length }, (_, depth) => this.at(log, depth))
  }

  private at(log: EventLog, depth: number): number {
    const spec = log.specs[depth]!
    let cells = this.known.get(spec)
    if (cells === undefined) this.known.set(spec, (cells = new Map()))
    const key = keyOf(log, depth)
    let fingerprint = cells.get(key)
    if (fingerprint === undefined) cells.set(key, (fingerprint = fingerprintOf(this.shape(log, depth))))
    return fingerprint
  }

  private shape(log: EventLog, depth: number): OperationShape {
    const [spec, accesses] = [log.specs[depth]!, log.accesses[depth]!]
    const target = isWithoutLocation(spec) ? null : this.layout.allocationAt(accesses.cell)
    const target2 = target === null ? null : this.layout.allocationAt(accesses.cell2)
    return { spec, target, target2, accesses, operand: log.operands[depth] }
  }
}

const isWithoutLocation = (spec: OperationSpec): boolean =>
  isSpawn({ spec }) || isJoin({ spec }) || isChoose({ spec }) || isYield({ spec })

/** Most operations access a few bytes in one place. */
function keyOf(log: EventLog, depth: number): number | string {
  const { cell, bytes, cell2 } = log.accesses[depth]!
  const operand = log.operands[depth]
  return cell2 < 0 && bytes < 16 && operand === undefined
    ? 16 * cell + bytes
    : `${cell} ${bytes} ${cell2} ${String(operand)}`
}
