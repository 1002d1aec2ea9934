/** What operations look like to people: name, location by name, value. */
import type { Accesses } from '../../dependence/accesses.ts'
import type { Allocation, MemoryPart } from '../../program/memory/allocation.ts'
import { isChoose, isJoin, isSpawn } from '../../program/operations/controls.ts'
import type { Operation } from '../../program/operations/operation.ts'
import { AGAIN, type OperationSpec } from '../../program/operations/operation-spec.ts'
import { SymbolicValue } from '../../symbolic/symbolic-value.ts'
import { siteAt } from '../../program/sites.ts'
import { placeOfOrigin } from './origin.ts'
import { isOwnFile, pathOf } from '../../base/own-code.ts'

/** What an operation is, apart from the values that it is given and where in the source it comes from. */
export type OperationShape = Pick<Operation, 'spec' | 'target' | 'target2' | 'operand'> & {
  readonly accesses: Pick<Accesses, 'cell' | 'bytes' | 'cell2'>
}

/**
 * `balance[0]`; bytes by offset where the access does not match the allocation's own elements; null without location.
 */
export function describeLocation({
  target,
  target2,
  accesses: { cell, bytes, cell2 },
}: Omit<OperationShape, 'spec' | 'operand'>): string | null {
  if (target === null) return null
  if (target.model !== null)
    return target2 !== null && cell2 === target2.base ? `${target.name}, ${target2.name}` : target.name
  return describeBytes(target, cell, bytes)
}

function describeBytes(target: Allocation, cell: number, bytes: number): string {
  const offset = cell - target.base
  const element = target.elementBytes
  if (element === bytes && offset % element === 0) return `${target.name}[${offset / element}]`
  return bytes === 1 ? `${target.name}[byte ${offset}]` : `${target.name}[bytes ${offset}-${offset + bytes - 1}]`
}

/**
 * As the program would write it, where that is more than `describeLocation` says: an element of an array over a part of
 * a buffer. Null where nobody knows such an array, or several that see those bytes differently.
 */
export function describePlace({
  target,
  accesses: { cell, bytes },
}: Pick<OperationShape, 'target' | 'accesses'>): string | null {
  if (target === null || target.model !== null || target.elementBytes === bytes) return null
  const offset = cell - target.base
  const parts = target.parts.filter(
    ({ byteOffset, byteLength }) => byteOffset < offset + bytes && offset < byteOffset + byteLength,
  )
  const isElement = ({ byteOffset, elementBytes }: MemoryPart): boolean =>
    elementBytes === bytes && (offset - byteOffset) % bytes === 0
  if (parts.length === 0 || !parts.every(isElement)) return null
  return `${parts[0]!.path}[${(offset - parts[0]!.byteOffset) / bytes}]`
}

/** The operation and its location: what a schedule's fingerprints are made of. Values and source lines may change. */
export function describeOperation(op: OperationShape): string {
  const location = describeLocation(op)
  if (isSpawn(op)) return `spawn ${op.operand as string}`
  if (isChoose(op)) return `choose(${op.operand as number})`
  if (isJoin(op)) return `join ${op.operand as number}`
  return location === null ? op.spec.name : `${op.spec.name} ${location}`
}

/** The same for people: with the place as the program would write it. */
export function operationText(op: OperationShape): string {
  const place = describePlace(op)
  return place === null ? describeOperation(op) : `${op.spec.name} ${place}`
}

/**
 * What the operation was given and what came of it. To be called with what the operation was *before* it ran; `now`:
 * what is in the element that it accessed.
 */
export function describeValue(
  given: unknown,
  given2: unknown,
  spec: OperationSpec,
  value: unknown,
  now: unknown,
): string | null {
  if (spec.describe !== null) return spec.describe(given, given2, value, show, now)
  return value === undefined || value === AGAIN ? null : show(value)
}

export function show(value: unknown): string {
  if (value instanceof SymbolicValue) return show(value.value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') return JSON.stringify(value)
  if (Object.is(value, -0)) return '-0'
  if (typeof value === 'object' && value !== null) {
    try {
      return JSON.stringify(value)
    } catch {
      return String(value)
    }
  }
  return String(value)
}

/**
 * `file:line:col` of the place in the source: known from the transform, or from where a generator thread armed the
 * operation.
 */
export function locate(site: number, origin: Error | undefined): string | null {
  const known = siteAt(site)
  if (known !== null) return `${known.file}:${known.line}:${known.column}`
  return origin === undefined ? null : placeOfOrigin(origin)
}

export interface Frame {
  readonly text: string
  readonly at: string
}

/** Frames of a stack that belong to the checked program: neither Node's nor ours. */
export function programFrames(stack: string): Frame[] {
  const frames: Frame[] = []
  for (const line of stack.split('\n')) {
    const match = /^\s*at (?:(.*) \()?((?:file:\/\/)?\/.*?|[A-Za-z]:\\.*?):(\d+):(\d+)\)?$/.exec(line)
    if (match === null) continue
    const file = pathOf(match[2]!)
    if (isOwnFile(file)) continue
    const at = `${file}:${match[3]}:${match[4]}`
    frames.push({ text: match[1] === undefined ? at : `${match[1]} (${at})`, at })
  }
  return frames
}
