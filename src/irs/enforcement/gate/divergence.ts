import { nondeterminism } from '../../../base/errors.ts'
import { locate } from '../../../execution/description/describe.ts'
import type { Operation } from '../../../program/operations/operation.ts'

/** A thread does what it did in no verified execution. */
export function diverged(how: string, op: Operation | null): Error {
  const at = op === null ? null : locate(op.site, op.origin)
  return nondeterminism(
    `diverged: a thread ${how}. The program is not deterministic, or not the one that was verified`,
    at ?? undefined,
  )
}
