import type { Operation } from '../../../src/program/operations/operation.ts'
import type { Commutations } from '../../../src/search/commutations.ts'
import type { Touch } from './events.ts'

/**
 * How an operation that is about to run touches what it touches under the coarser equivalence, given the value that it
 * will have. Null: as always.
 */
export function coarserTouch(op: Operation, commute: Commutations): ((value: unknown) => Touch | null) | null {
  if (op.accesses.bytes > op.accesses.stride) return null // a whole and a part of it do not commute, so nothing commutes where there are parts
  if (commute.failedCas && op.spec.name === 'Atomics.compareExchange') {
    const expected = op.operand
    return (value) => (value === expected ? null : 'read')
  }
  const kind = kinds[op.spec.name]
  if (commute.unusedResults && kind !== undefined && op.operand2 === 'unused') return () => kind
  return null
}

const kinds: Readonly<Record<string, Touch>> = {
  'Atomics.add': 'add',
  'Atomics.sub': 'add',
  'Atomics.and': 'and',
  'Atomics.or': 'or',
  'Atomics.xor': 'xor',
}
