/**
 * What views are given besides their elements. Conversions and getters are called where nobody sees it, so they must
 * not be methods of arrays, which would access the elements: inside threads, views and their prototypes are given
 * neither.
 */
import { typedArrayTypes } from '../../../../base/typed-arrays.ts'
import { refuse } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { locationOf } from '../../../../program/sites.ts'
import { isArrayMethod } from '../builtins/array-methods.ts'
import type { Callable } from '../calls/calls.ts'
import { replaceMethod } from '../builtins/callbacks.ts'
import { isShared } from './elements.ts'
import { TypedArrayType } from './typed-array-types.ts'

const { apply, getPrototypeOf, ownKeys } = Reflect
const { getOwnPropertyDescriptor } = Object
const tops = [TypedArrayType.prototype, DataView.prototype]

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Of intrinsic types, and of classes that inherit from them. */
function isViewPrototype(value: unknown): boolean {
  for (let at = isObject(value) ? value : null; at !== null; at = getPrototypeOf(at)) {
    if (ArrayBuffer.isView(at)) return false
    if (tops.includes(at)) return true
  }
  return false
}

const MESSAGE =
  'a view of shared memory, or a prototype of views, is given a getter or a conversion inside a thread, ' +
  'which would be called where nothing can be suspended: write a function that is called with the view'

function refuseMember(object: unknown, at?: string): void {
  if (running.explored && (isShared(object) || isViewPrototype(object))) throw refuse(MESSAGE, at)
}

/** The object in `object.toString = …` and its like. */
export function convertible<T>(object: T, site: number): T {
  refuseMember(object, locationOf(site))
  return object
}

export function installViewMembers(): void {
  for (const name of ['__defineGetter__', '__defineSetter__']) {
    replaceMethod(
      Object.prototype,
      name,
      (original) =>
        function (this: unknown, ...args: unknown[]): unknown {
          refuseMember(this)
          return apply(original, this, args)
        } as Callable,
    )
  }
  for (const owner of [Object, Reflect]) {
    replaceMethod(
      owner,
      'defineProperty',
      (original) =>
        function (this: unknown, ...args: unknown[]): unknown {
          if (typeof args[1] !== 'symbol' || args[1] === Symbol.toPrimitive) refuseMember(args[0])
          return apply(original, this, args)
        } as Callable,
    )
  }
  replaceMethod(
    Object,
    'defineProperties',
    (original) =>
      function (this: unknown, ...args: unknown[]): unknown {
        refuseMember(args[0])
        return apply(original, this, args)
      } as Callable,
  )
}

/** A view that was made just now, perhaps for a class or prototype of the program, or by `Reflect.construct`. */
export function checkMade<T>(made: T): T {
  if (!running.explored || !ArrayBuffer.isView(made) || !isShared(made)) return made
  for (let at = getPrototypeOf(made); at !== null && !intrinsic.has(at); at = getPrototypeOf(at)) {
    if (ownKeys(at).some((key) => isArrayMember(getOwnPropertyDescriptor(at!, key)!))) throw refuse(MESSAGE)
  }
  return made
}

const types = [...typedArrayTypes, Buffer] as readonly { readonly prototype: object }[]
const intrinsic = new Set<object>([...tops, ...types.map(({ prototype }) => prototype)])

const isArrayMember = ({ value, get }: PropertyDescriptor): boolean =>
  [value, get].some((one) => typeof one === 'function' && isArrayMethod(one as Callable))
