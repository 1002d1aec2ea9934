/** The accessors of DataView, each as an operation. */
import { Access } from '../../dependence/accesses.ts'
import { running } from '../context/execution-context.ts'
import { accessTag } from '../memory/foreign-memory.ts'
import { armRange, complaint, describeWritten, elementAccess, toInteger } from './elements.ts'
import { armRunning, type Operation } from './operation.ts'
import { MemoryAccess } from './operation-spec.ts'

const dataViewSizes: Record<string, number> = {
  Int8: 1,
  Uint8: 1,
  Int16: 2,
  Uint16: 2,
  Int32: 4,
  Uint32: 4,
  Float16: 2,
  Float32: 4,
  Float64: 8,
  BigInt64: 8,
  BigUint64: 8,
}

type Getter = (this: DataView, offset: number, littleEndian?: boolean) => unknown
type Setter = (this: DataView, offset: number, value: unknown, littleEndian?: boolean) => void

/** By accessor name (`getInt32`, `setInt32`, …): arms the access, or undefined when the view is not shared. */
export const armDataView: Record<
  string,
  (view: DataView, offset: unknown, ...rest: unknown[]) => Operation | undefined
> = {}

for (const [type, bytes] of Object.entries(dataViewSizes)) {
  const prototype = DataView.prototype as unknown as Record<string, Getter & Setter>
  const get = prototype[`get${type}`]
  const set = prototype[`set${type}`]
  if (get === undefined || set === undefined) continue // Float16 is newer than the oldest supported Node
  const getSpec = elementAccess(`get${type}`, MemoryAccess.update, (op) =>
    get.call(op.view as DataView, op.index, op.operand2 as boolean),
  )
  const setSpec = elementAccess(
    `set${type}`,
    MemoryAccess.update,
    (op) => set.call(op.view as DataView, op.index, op.operand, op.operand2 as boolean),
    { describe: describeWritten },
  )
  const inside = (view: DataView, index: number): number =>
    index >= 0 && index + bytes <= view.byteLength ? index : complaint(() => (get as Getter).call(view, index))
  armDataView[`get${type}`] = (view, offset, littleEndian) => {
    const tag = accessTag(view)
    if (tag === undefined) return undefined
    const index = inside(view, toInteger(offset))
    const op = armRange(armRunning(getSpec), view, tag, index, bytes, Access.read)
    op.operand2 = Boolean(littleEndian)
    return op
  }
  armDataView[`set${type}`] = (view, offset, value, littleEndian) => {
    const tag = accessTag(view)
    if (tag === undefined) {
      // Bytes of the thread's own outlast the rounds of loops, but are no variables of theirs.
      running.operation?.loops?.taint()
      return undefined
    }
    const index = toInteger(offset)
    if (index < 0 || index > Number.MAX_SAFE_INTEGER) inside(view, index) // ToIndex, before the value is converted
    const coerced = type.startsWith('Big') ? BigInt.asIntN(64, value as bigint) : +(value as number)
    inside(view, index)
    const op = armRange(armRunning(setSpec), view, tag, index, bytes, Access.write)
    op.operand = coerced
    op.operand2 = Boolean(littleEndian)
    return op
  }
}
