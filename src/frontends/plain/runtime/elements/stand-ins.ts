/**
 * Ways to reach the elements of a view without naming it: a proxy of it, and an object that inherits from it. Neither
 * shows in the syntax of an access, so they are refused where they are made. What is made unseen (`F.prototype = view`)
 * is found at the access; see `isElement`.
 */
import { programError } from '../../../../base/errors.ts'
import { refuse } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { programFrame } from '../../../../program/program-frame.ts'
import type { Callable } from '../calls/calls.ts'
import { replaceMethod } from '../builtins/callbacks.ts'
import { isAllocated, isShared } from './elements.ts'
import { checkPermitted } from '../natives/given.ts'
import { noteProxy } from './proxy-targets.ts'
import { locationOf } from '../refusals.ts'

/** Also outside threads, where the memory is known to be the program's: what `shared` makes gets into threads. */
function refuseStandIn(value: unknown, what: string, at?: string): void {
  if (!ArrayBuffer.isView(value) || !(running.explored ? isShared(value) : isAllocated(value))) return
  const message = `${what} shared memory, whose elements would then be accessed unseen: keep the typed array itself`
  throw running.explored ? refuse(message, at) : programError(message, at ?? programFrame())
}

const settingPrototypes = [
  [Object, 'create', 0],
  [Object, 'setPrototypeOf', 1],
  [Reflect, 'setPrototypeOf', 1],
] as const

const INHERITS = 'an object is made that inherits from'

const GIVEN = 'another prototype is given to'

/** `{ __proto__: value }`. */
export function prototypeValue<T>(value: T, site: number): T {
  refuseStandIn(value, INHERITS, locationOf(site))
  return value
}

const NativeProxy = Proxy
const { apply } = Reflect

export function installStandIns(): void {
  installProxy()
  for (const [owner, name, position] of settingPrototypes) {
    replaceMethod(
      owner,
      name,
      (original) =>
        function (this: unknown, ...args: unknown[]) {
          refuseStandIn(args[position], INHERITS)
          if (position === 1) refuseStandIn(args[0], GIVEN)
          return apply(original, this, args)
        } as Callable,
    )
  }
  installProtoSetter()
}

function installProtoSetter(): void {
  const native = Object.getOwnPropertyDescriptor(Object.prototype, '__proto__')!
  const { set } = Object.getOwnPropertyDescriptor(
    {
      set ['__proto__'](value: unknown) {
        refuseStandIn(value, INHERITS)
        refuseStandIn(this, GIVEN)
        apply(native.set!, this, [value])
      },
    },
    '__proto__',
  )!
  Object.defineProperty(Object.prototype, '__proto__', { ...native, set: set! })
}

type Handler = ProxyHandler<object>

function installProxy(): void {
  const PROXIES = 'a Proxy is made of'
  const replaced = new NativeProxy(NativeProxy, {
    construct: (_, [target, handler]: [object, Handler]) => {
      refuseStandIn(target, PROXIES)
      const proxy = new NativeProxy(target, concealing(target, handler))
      noteProxy(proxy, { target, handler })
      return proxy
    },
  })
  replaceMethod(
    NativeProxy,
    'revocable',
    (original) =>
      function (this: unknown, target: object, handler: Handler) {
        refuseStandIn(target, PROXIES)
        const result = apply(original, NativeProxy, [target, concealing(target, handler)]) as { proxy: object }
        noteProxy(result.proxy, { target, handler })
        return result
      } as Callable,
  )
  Object.defineProperty(globalThis, 'Proxy', { value: replaced, writable: true, configurable: true })
}

/** What the trap makes, builtins may fill. */
function checkingTrap(handler: Handler): Handler['construct'] {
  const { construct } = handler
  if (typeof construct !== 'function') return construct
  return (target, args, newTarget) => {
    const made = construct.call(handler, target, args, newTarget) as object
    if (isShared(made)) checkPermitted(newTarget)
    return made
  }
}

/** What a proxy does must not be bypassed: it does not pass on the twin of its target. */
function concealing(target: object, handler: Handler): Handler {
  if (typeof target !== 'function' || handler === null || typeof handler !== 'object') return handler
  return Object.create(handler, {
    construct: { get: () => checkingTrap(handler) },
    get: {
      value: (of: object, key: string | symbol, receiver: unknown) => {
        if (typeof key === 'symbol' && key.description?.startsWith('heddle.') === true) return undefined
        const { get } = handler
        return get === undefined ? Reflect.get(of, key, receiver) : get.call(handler, of, key, receiver)
      },
    },
  }) as Handler
}
