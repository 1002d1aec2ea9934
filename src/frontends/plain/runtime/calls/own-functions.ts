/** Telling functions of the program, whose accesses are all seen, from code that was not transformed. */
import { TWIN } from '../../../../program/operations/operation.ts'
import { MARK } from '../../../../base/function-marks.ts'
import type { Callable } from './calls.ts'
import { proxied } from '../elements/proxy-targets.ts'

/** What `bind` was given. */
export interface Binding {
  readonly target: Callable
  readonly receiver: unknown
  readonly args: readonly unknown[]
}

const bindings = new WeakMap<object, Binding>()

export function noteBinding(bound: object, binding: Binding): void {
  bindings.set(bound, binding)
}

/** Of a bound function; undefined for all others. */
export const bindingOf = (callee: object): Binding | undefined => bindings.get(callee)

const { toString } = Function.prototype

/** Not remembered: closures are made anew in each execution, and looking again costs less than a weak map does. */
export function isOwn(callee: Callable): boolean {
  if (callee[TWIN] !== undefined || toString.call(callee).includes(MARK)) return true
  const target = bindings.get(callee)?.target
  if (target !== undefined) return isOwn(target)
  const proxy = proxied(callee)
  if (proxy === undefined) return false
  const { target: inner, handler } = proxy
  return isOwn(inner as Callable) && isOwnTrap(handler.apply) && isOwnTrap(handler.construct)
}

function isOwnTrap(trap: unknown): boolean {
  return trap === undefined || (typeof trap === 'function' && isOwn(trap as Callable))
}
