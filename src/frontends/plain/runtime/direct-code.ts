import { SUSPENDS } from '../runtime-key.ts'
import { evaluation } from './evaluation.ts'

/** Whether a function is one of the program's that may reach an operation. */
export function isDirectCode(callee: unknown): boolean {
  return evaluation.direct && typeof callee === 'function' && Function.prototype.toString.call(callee).includes(SUSPENDS)
}
