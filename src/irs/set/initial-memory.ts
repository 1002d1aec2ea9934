/** What shared memory a program begins with: a set is about executions from there, and from nowhere else. */
import { usageError } from '../../base/errors.ts'
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

export function initialMemory(layout: Layout): VerifiedAllocation[] {
  return layout.allocations.map((allocation) => {
    const { name, kind, shape, base, extent } = allocation
    return { name, kind, shape, base, extent, initial: digestOf(layout.initialBytes(allocation)) }
  })
}

/** `data`: names of memory whose contents do not count. */
export function checkSameMemory(
  verified: readonly VerifiedAllocation[],
  layout: Layout,
  data: readonly string[],
  file: string,
): void {
  const different = differenceTo(verified, layout, data)
  if (different === null) return
  throw usageError(
    `${file} was verified from another beginning: ${different}. What a program puts into shared memory before it starts, from its environment or from files, ` +
      'is part of what was verified: run it with the same, or verify it again',
  )
}

function differenceTo(verified: readonly VerifiedAllocation[], layout: Layout, data: readonly string[]): string | null {
  const { allocations } = layout
  for (let i = 0; i < Math.max(verified.length, allocations.length); i++) {
    const [was, now] = [verified[i], allocations[i]]
    if (was === undefined) return `${describe(now!)} was not there`
    if (now === undefined) return `${describe(was)} is not there now`
    if (describe(was) !== describe(now)) return `${describe(was)} is ${describe(now)} now`
    const bytes = layout.initialBytes(now)
    if (!data.includes(now.name) && digestOf(bytes) !== was.initial)
      return `${describe(now)} begins with ${contents(now, bytes)} now`
  }
  return null
}

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
