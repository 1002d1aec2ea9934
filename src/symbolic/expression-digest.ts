/** What long expressions are known by, since what is shared in them is written out each time: the same for equal ones only. */
import { hashText } from '../base/hash-text.ts'
import type { Expr } from './expressions.ts'

const SECOND_LANE = 0x9e3779b9

/** By structure, and so the same in every check. */
export function digestOf(expr: Expr, known = new Map<Expr, string>()): string {
  let found = known.get(expr)
  if (found === undefined) {
    const text = [expr.kind, expr.name, expr.value, ...expr.args.map((arg) => digestOf(arg, known))].join(' ')
    found = [hashText(text), hashText(text, SECOND_LANE)].map((hash) => hash.toString(16).padStart(8, '0')).join('')
    known.set(expr, found)
  }
  return found
}
