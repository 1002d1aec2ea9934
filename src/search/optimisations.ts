/** The optimisations of the dissertation's chapter 6; each can be switched. */
export interface Optimisations {
  /** 6.1: only dependences of the transitive reduction get backtrack points. */
  readonly trans: boolean
  /** 6.2: instead of all threads, one that leads to the disabled thread's transition. */
  readonly alt: boolean
  /** 6.3: not before a release but before its acquire. */
  readonly release: boolean
  /** 6.4: conservative backtrack points only where the bound excluded something. */
  readonly bound: boolean
  /** 6.5: transitions whose sub-trees are complete are not explored again until something dependent happens. */
  readonly sleep: boolean
  /**
   * No trace is executed twice; and under bounds that tell states (`BoundEntry.tellsStates`), one that was reached
   * before at no more cost is not explored again.
   */
  readonly cache: boolean
}

export type OptimisationName = keyof Optimisations
export const optimisationNames: readonly OptimisationName[] = ['trans', 'alt', 'release', 'bound', 'sleep', 'cache']

export const allOptimisations: Optimisations = {
  trans: true,
  alt: true,
  release: true,
  bound: true,
  sleep: true,
  cache: true,
}

export const noOptimisations: Optimisations = {
  trans: false,
  alt: false,
  release: false,
  bound: false,
  sleep: false,
  cache: false,
}
