/** What shared memory a program begins with: a set is about executions from there, and from nowhere else. */
import { usageError } from '../../base/errors.ts'
import type { EncodedExpr } from '../../symbolic/expression-codec.ts'
import { digestOf } from '../../frontends/loader/digest.ts'
import type { Allocation, MemoryKind } from '../../program/memory/allocation.ts'
import type { Layout } from '../../program/memory/layout.ts'
import { memoryView } from '../../program/memory/mem.ts'

/** An allocation as it was when the program was verified. */
export interface VerifiedAllocation {
  readonly name: string
  readonly kind: string
  readonly shape: string
  readonly base: number
  readonly extent: number
  /** Of its bytes before the first transition. */
  readonly initial: string
}

/** An element that begins with a value that depends on inputs. */
export interface SymbolicElement {
  readonly cell: number
  /** Of the typed array. */
  readonly type: string
  readonly value: EncodedExpr
}

/** An element of which it is known what it must begin with, and what it began with when the program was verified. */
export interface KnownElement {
  readonly cell: number
  readonly type: string
  readonly now: number
  readonly verified: number
}

export function initialMemory(layout: Layout): VerifiedAllocation[] {
  return layout.allocations.map((allocation) => {
    const { name, kind, shape, base, extent } = allocation
    return { name, kind, shape, base, extent, initial: digestOf(layout.initialBytes(allocation)) }
  })
}

/** `data`: names of memory whose contents do not count; `known`: elements that depend on inputs. */
export function checkSameMemory(
  verified: readonly VerifiedAllocation[],
  layout: Layout,
  data: readonly string[],
  file: string,
  known: readonly KnownElement[] = [],
): void {
  const different = differenceTo(verified, layout, data, known)
  if (different === null) return
  throw usageError(
    `${file} was verified from another beginning: ${different}. What a program puts into shared memory before it starts, from its environment or from files, ` +
      'is part of what was verified: run it with the same, or verify it again',
  )
}

function differenceTo(
  verified: readonly VerifiedAllocation[],
  layout: Layout,
  data: readonly string[],
  known: readonly KnownElement[],
): string | null {
  const { allocations } = layout
  for (let i = 0; i < Math.max(verified.length, allocations.length); i++) {
    const [was, now] = [verified[i], allocations[i]]
    if (was === undefined) return `${describe(now!)} was not there`
    if (now === undefined) return `${describe(was)} is not there now`
    if (describe(was) !== describe(now)) return `${describe(was)} is ${describe(now)} now`
    const bytes = layout.initialBytes(now)
    if (!data.includes(now.name) && digestOf(asThen(bytes, now, known)) !== was.initial)
      return `${describe(now)} begins with ${contents(now, bytes)} now`
  }
  return null
}

/** What it would have begun with for the input that was verified, if all elements begin with what they must. */
function asThen(
  bytes: Uint8Array<ArrayBuffer>,
  { base, extent }: Allocation,
  known: readonly KnownElement[],
): Uint8Array<ArrayBuffer> {
  const here = known.filter(({ cell }) => cell >= base && cell < base + extent)
  if (here.length === 0) return bytes
  const copy = bytes.slice()
  for (const { cell, type, now, verified } of here) {
    const Type = typedArrays[type]!
    const element = new Type(copy.buffer, cell - base, 1)
    if (Object.is(element[0], now)) element[0] = verified
  }
  return copy
}

const typedArrays: Readonly<Record<string, typeof Int32Array>> = Object.fromEntries(
  [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
  ].map((one) => [one.name, one as unknown as typeof Int32Array]),
)

const describe = ({ kind, name, shape }: Pick<VerifiedAllocation, 'kind' | 'name' | 'shape'>): string =>
  `${kind} '${name}' (${shape})`

const MOST_SHOWN = 8

function contents({ kind, model }: Allocation, bytes: Uint8Array<ArrayBuffer>): string {
  const values = [
    ...(memoryView(model === null ? (kind as MemoryKind) : 'int32', bytes.buffer) as unknown as Iterable<
      number | bigint
    >),
  ]
  return `${values.slice(0, MOST_SHOWN).join(', ')}${values.length > MOST_SHOWN ? ', …' : ''}`
}
