import type { OperationSpec } from '../../../program/operations/operation.ts'
import { nameHash } from '../../fingerprint.ts'

/** What an operation is to memory, if it has a place there. */
export const Kind = { other: 0, read: 1, write: 2, access: 3 } as const

/**
 * What gates want to know of a kind of operation, found out once: comparing names at each gate took longer than to
 * decide.
 */
export interface Traits {
  readonly kind: number
  /** The second half of `Atomics.wait`. */
  readonly wakes: boolean
  readonly nameHash: number
}

const waits: ReadonlySet<string> = new Set(['Atomics.wait', 'Atomics.wait wake', 'Atomics.notify'])

function newTraits(spec: OperationSpec): Traits {
  const name = spec.base ?? spec.name
  const kind =
    name === 'read' ? Kind.read : name === 'write' ? Kind.write : waits.has(spec.name) ? Kind.other : Kind.access
  return { kind, wakes: spec.name === 'Atomics.wait wake', nameHash: nameHash(spec) }
}

const known = new Map<OperationSpec, Traits>()

/** The two that were asked for last: most threads do no more than that again and again. */
let spec1: OperationSpec | null = null
let spec2: OperationSpec | null = null
let traits1: Traits | null = null
let traits2: Traits | null = null

export function traitsOf(spec: OperationSpec): Traits {
  if (spec === spec1) return traits1!
  if (spec === spec2) return traits2!
  return lookUp(spec)
}

function lookUp(spec: OperationSpec): Traits {
  let traits = known.get(spec)
  if (traits === undefined) known.set(spec, (traits = newTraits(spec)))
  spec2 = spec1
  traits2 = traits1
  spec1 = spec
  return (traits1 = traits)
}
