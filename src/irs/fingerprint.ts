import { Access } from '../dependence/accesses.ts'
import { isChoose, isJoin, isSpawn } from '../program/operations/controls.ts'
import type { Operation } from '../program/operations/operation.ts'
import { hashText } from '../base/hash-text.ts'

/**
 * 32 bits of what a thread is about to do, and where: equal local states must have equal ones, so a difference shows
 * that the program is not the one that was verified, or not deterministic. Never 0, which means that a thread ends.
 */
export function operationFingerprint(op: Operation): number {
  let h = Math.imul(op.spec.hash ^ op.accesses.cell, 0x9e3779b1)
  // An operation without an access leaves the rest as it was.
  if (op.accesses.access !== Access.none)
    h = Math.imul(
      h ^ (h >>> 15) ^ (op.accesses.bytes << 8) ^ op.accesses.stride ^ (op.accesses.access << 4),
      0x85ebca6b,
    )
  if (isChoose(op) || isJoin(op)) h ^= Math.imul(op.operand as number, 0x27d4eb2f)
  else if (isSpawn(op)) h ^= hashText(op.operand as string)
  return h ^ (h >>> 13) || 1
}
