/**
 * What the transform does on demand only. Accessors, constructors and conversions of objects hardly ever touch shared
 * memory, and making them suspendable costs something at each place that might use one; so a program in which one of
 * them does is loaded once more, with what was missing.
 */

/** Made from the lists that checks pass on: `get NAME`, `set NAME`, `new`, `convert`, `yield FILE:LINE`,
 * `module FILE`, `symbolic`. */
export const demands = {
  /** Names of properties whose getters can be suspended. */
  get: new Set<string>(),
  set: new Set<string>(),
  /** Constructors and field initialisers can be suspended. */
  construct: false,
  /** `valueOf`, `toString` and `Symbol.toPrimitive` can be suspended where operators call them. */
  convert: false,
  /** Loops whose rounds begin with a yield, as `FILE:LINE`: somebody says that they wait for other threads. */
  yield: new Set<string>(),
  /** Inputs are symbolic values. */
  symbolic: false,
  /** Files of which each thread has an instance of its own. */
  module: new Set<string>(),
}

/** Whether each thread has an instance of this file. */
export const isOfThreads = (file: string): boolean => demands.module.has(file)
export const hasModulesOfThreads = (): boolean => demands.module.size > 0

/** Whether the loop that begins in this line is named: by the end of its path, at a slash. */
export const yieldsAt = (file: string, line: number): boolean =>
  [...demands.yield].some((place) => `/${file}:${line}`.endsWith(`/${place}`))

/** Once per realm that transforms code, before it does. */
export function setDemands(list: readonly string[]): void {
  for (const one of list) {
    const kind = one.split(' ', 1)[0]!
    if (kind === 'get' || kind === 'set' || kind === 'yield' || kind === 'module')
      demands[kind].add(one.slice(kind.length + 1))
    else if (kind === 'new') demands.construct = true
    else if (kind === 'symbolic') demands.symbolic = true
    else demands.convert = true
  }
}

/** Which transform of a file it is. */
export const demandsKey = (): string =>
  JSON.stringify([demands.get, demands.set, demands.yield].map((set) => [...set].sort())) +
  String([demands.construct, demands.convert, demands.symbolic])
