import { SUSPENDS } from '../../../../base/function-marks.ts'
import { realm } from '../../../../program/context/realm.ts'

/** The text of a bound function says nothing about its target. */
const bound = new WeakSet<object>()

/** As it is before it is replaced. */
const { toString } = Function.prototype

/** Whether a function is one of the program's that may reach an operation. */
export function isDirectCode(callee: unknown): boolean {
  if (!realm.direct || typeof callee !== 'function') return false
  return bound.has(callee) || toString.call(callee).includes(SUSPENDS)
}

export function noteBound(target: unknown, result: object): void {
  if (isDirectCode(target)) bound.add(result)
}
