/** What modules keep where no object leads: variables of functions, and private fields. */
import { registerModuleBindings } from '../../../program/module-state.ts'
import { loading, registerPrivateFields } from '../../../program/kept-objects.ts'
import type { Site } from '../../../program/sites.ts'

/** By the number of a file's first site. */
const places = new Map<number, readonly Site[]>()

export function registerKept(first: number, file: string, kept: readonly (readonly [number, number])[]): void {
  places.set(
    first,
    kept.map(([line, column]) => ({ file, line, column })),
  )
}

/** A block is entered, while modules are loaded, of which functions may keep these variables. */
export function keepVariables(
  readers: readonly (() => unknown)[],
  names: readonly string[],
  first: number,
  place: number,
): void {
  const site = places.get(first)?.[place]
  if (site !== undefined)
    registerModuleBindings(names.map((name, i) => ({ name, site, isCode: false, isKept: true, read: readers[i]! })))
}

/** What a module exports without a name, as the value that it is. */
export function keepExport(value: unknown, first: number, place: number): unknown {
  const site = places.get(first)?.[place]
  if (loading.on && site !== undefined)
    registerModuleBindings([{ name: 'default', site, isCode: false, read: () => value }])
  return value
}

/** A class is defined, while modules are loaded. */
export function keepPrivate(type: Function, read: (object: object) => readonly unknown[]): void {
  registerPrivateFields(type, read)
}
