/** What a search of states that come again must do, each left out. */
import { Components, type OpenState } from '../../../src/search/cycles/components.ts'
import { Stateful } from '../../../src/search/strategies/stateful.ts'

type Method = (this: never, ...args: never[]) => unknown

export interface CyclicMutant {
  readonly owner: object
  readonly method: string
  readonly mutate: (original: Method) => Method
}

const nothing = (): Method =>
  function () {
    /* that is the mutation */
  }

/** The parts of the reduction that are patched. */
interface Parts {
  addAll(state: number): void
  wakeAll(state: number): void
  exploreAll(state: number): void
  search: { readonly log: { readonly thread: Int32Array } }
}

/** By what is wrong. */
export const cyclicMutants: Readonly<Record<string, CyclicMutant>> = {
  'states on a cycle are not explored in full': {
    owner: Stateful.prototype,
    method: 'exploreAll',
    mutate: () =>
      function (this: Parts, state: number) {
        this.wakeAll(state)
      },
  },
  'only the last state of a cycle is explored in full': {
    owner: Stateful.prototype,
    method: 'exploreAll',
    mutate: (original) =>
      function (this: Parts & { readonly search: { readonly depth: number } }, state: number) {
        if (state === this.search.depth - 1) original.call(this as never, state as never)
      },
  },
  'threads sleep on cycles': {
    owner: Stateful.prototype,
    method: 'wakeAll',
    mutate: nothing,
  },
  'what was explored while something slept is not explored again': {
    owner: Stateful.prototype,
    method: 'exploreAll',
    mutate: () =>
      function (this: Parts, state: number) {
        this.addAll(state)
        this.wakeAll(state)
      },
  },
  'what leads back is taken for explored': {
    owner: Components.prototype,
    method: 'isOpen',
    mutate: () =>
      function () {
        return false
      },
  },
  'nothing is demanded above a component': {
    owner: Stateful.prototype,
    method: 'demandAbove',
    mutate: nothing,
  },
  'whatever it cost to come to an open state': {
    owner: Components.prototype,
    method: 'find',
    mutate: (original) =>
      function (this: Components, keys: Int32Array, from: number): OpenState | null {
        return original.call(this as never, keys as never, from as never, Infinity as never) as OpenState | null
      },
  },
  'a block that began before a cycle is not started otherwise': {
    owner: Stateful.prototype,
    method: 'addBeforeCycle',
    mutate: nothing,
  },
}

/** Runs with the mutant in place. */
export function whileMutated<T>({ owner, method, mutate }: CyclicMutant, run: () => T): T {
  const described = Object.getOwnPropertyDescriptor(owner, method)!
  Object.defineProperty(owner, method, { ...described, value: mutate(described.value as Method) })
  try {
    return run()
  } finally {
    Object.defineProperty(owner, method, described)
  }
}
