/**
 * What the transform does on demand only. Accessors, constructors and conversions of objects hardly ever touch shared
 * memory, and making them suspendable costs something at each place that might use one; so a program in which one of
 * them does is loaded once more, with what was missing.
 */

/** Made from the lists that checks pass on: `get NAME`, `set NAME`, `new`, `convert`. */
export const demands = {
  /** Names of properties whose getters can be suspended. */
  get: new Set<string>(),
  set: new Set<string>(),
  /** Constructors and field initialisers can be suspended. */
  construct: false,
  /** `valueOf`, `toString` and `Symbol.toPrimitive` can be suspended where operators call them. */
  convert: false,
}

/** Once per realm that transforms code, before it does. */
export function setDemands(list: readonly string[]): void {
  for (const one of list) {
    const [kind, name] = one.split(' ') as [string, string | undefined]
    if (kind === 'get' || kind === 'set') demands[kind].add(name!)
    else if (kind === 'new') demands.construct = true
    else demands.convert = true
  }
}

/** Which transform of a file it is. */
export const demandsKey = (): string =>
  JSON.stringify([[...demands.get].sort(), [...demands.set].sort(), demands.construct, demands.convert])
