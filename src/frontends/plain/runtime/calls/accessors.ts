/** Getters and setters that have a twin: found where code that can be suspended uses a property of that name. */
import { types } from 'node:util'
import { TWIN } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import type { Twin } from './suspension.ts'

type Accessor = { readonly [TWIN]?: (this: unknown, ...args: unknown[]) => Twin }

/** As it is before anything is patched. */
const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect

/** The suspendable form of what a property is read with; undefined when it can simply be read. */
export const getterOf = (object: unknown, key: string): Accessor[typeof TWIN] =>
  (accessorOf(object, key)?.get as Accessor | undefined)?.[TWIN]

export const setterOf = (object: unknown, key: string): Accessor[typeof TWIN] =>
  (accessorOf(object, key)?.set as Accessor | undefined)?.[TWIN]

/** Proxies are not asked: they would notice. */
function accessorOf(object: unknown, key: string): PropertyDescriptor | undefined {
  if (!running.explored || object === undefined || object === null) return undefined
  for (let holder: object | null = Object(object) as object; holder !== null; holder = getPrototypeOf(holder)) {
    if (types.isProxy(holder)) return undefined
    const found = getOwnPropertyDescriptor(holder, key)
    if (found !== undefined) return found
  }
  return undefined
}

/** A twin that is about to be entered from this place. */
export function entering(twin: Twin, site: number): Twin {
  running.callSite = site
  return twin
}
