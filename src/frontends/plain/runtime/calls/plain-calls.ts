/** Calls in code that cannot be suspended, where an operation on shared memory is refused. */
import { ARM, refuse, TWIN } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { isArrayMethod } from '../builtins/array-methods.ts'
import { type Callable, isOrdinary } from './calls.ts'
import { isShared, isSharedArray } from '../elements/elements.ts'
import { checkHanded, holdsShared, isHarmlessCallback, refuseHanded } from '../natives/handed.ts'
import { isHarmless } from '../natives/known-natives.ts'
import { notAFunction } from '../messages.ts'
import { bindingOf } from './own-functions.ts'
import { isAsyncFunction } from '../promises/activations.ts'
import { drive } from './suspension.ts'
import { locationOf, refuseBuiltin } from '../refusals.ts'

const { apply } = Reflect
const { call: callMethod, apply: applyMethod } = Function.prototype

const ORDINARY = 'do it in an ordinary function of the program'

/** `site` is 0 where a builtin calls, so that only the stack can tell. */
export function checkPlainCall(callee: Callable, receiver: unknown, args: readonly unknown[], site: number): void {
  if (!running.explored) return
  const bound = bindingOf(callee)
  if (bound !== undefined) return checkPlainCall(bound.target, bound.receiver, [...bound.args, ...args], site)
  if (typeof receiver === 'function' && (callee === callMethod || callee === applyMethod)) {
    const list = callee === callMethod ? args.slice(1) : listOf(args[1])
    return checkPlainCall(receiver as Callable, args[0], list, site)
  }
  if (isArrayMethod(callee)) return checkArrayMethod(callee, receiver, args, site)
  if (callee[TWIN] === undefined && callee[ARM] === undefined) checkHanded(callee, receiver, args, site)
}

function listOf(list: unknown): readonly unknown[] {
  if (isShared(list)) throw refuseBuiltin('a shared typed array as the list of arguments', ORDINARY)
  return Array.isArray(list) ? list : []
}

/** Not replaced by forms that look after themselves, which would slow down every loop over an array. */
function checkArrayMethod(method: Callable, receiver: unknown, args: readonly unknown[], site: number): void {
  if (isSharedArray(receiver)) {
    const what = `\`Array.prototype.${method.name}\` is applied to a shared typed array`
    throw refuse(`${what} by code that cannot be suspended: ${ORDINARY}`, locationOf(site))
  }
  const [callback] = args as [Callable | undefined]
  if (typeof callback !== 'function' || callback[ARM] !== undefined || callback[TWIN] !== undefined) return
  if (!isHarmlessCallback(callback) && holdsShared(receiver)) throw refuseHanded(callback.name, locationOf(site))
}

/** A callee in a plain body. That it cannot be called shows once the arguments have been evaluated. */
export function callable(callee: unknown, site: number): Callable {
  if (typeof callee !== 'function')
    return () => {
      throw notAFunction(callee, site)
    }
  const plain = callee as Callable
  if (running.explored && plain[TWIN] !== undefined && isAsyncFunction(plain)) return begun(plain[TWIN])
  if (plain === callMethod) return calling(site)
  if ((!running.explored || plain[TWIN] !== undefined || isHarmless(plain)) && isOrdinary(plain)) return plain
  return function (this: unknown, ...args) {
    return plainCall(this, plain, site, args)
  }
}

/** An async function: what it does before its first `await` is done here and now, the rest is a job of the thread. */
function begun(twin: NonNullable<Callable[typeof TWIN]>): Callable {
  return function (this: unknown, ...args) {
    return drive(apply(twin, this, args))
  }
}

/** `f.call` itself, called on something. */
function calling(site: number): Callable {
  return function (this: unknown, ...args) {
    let called = this
    for (let i = 0; called === callMethod; i++) called = args[i]
    if (typeof called !== 'function') throw notAFunction(called, site)
    return plainCall(this, callMethod as Callable, site, args)
  }
}

export function plainCall(receiver: unknown, callee: Callable, site: number, args: unknown[]): unknown {
  if (typeof callee !== 'function') throw notAFunction(callee, site)
  checkPlainCall(callee, receiver, args, site)
  return apply(callee, receiver, args)
}

/** The function of a tagged template in a plain body. */
export function plainTag(receiver: unknown, callee: unknown, site: number): Callable {
  return (...args) => plainCall(receiver, callee as Callable, site, args)
}
