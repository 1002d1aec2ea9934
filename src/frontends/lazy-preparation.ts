/**
 * What parses and transforms sources, loaded when it is first needed: the hooks have prepared most programs in a thread
 * of their own, or somebody has before.
 */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { ownUrl } from '../base/own-code.ts'
import { running } from '../program/context/execution-context.ts'

type Preparation = typeof import('./preparation.ts')

/** Loaded by its path in the folder of the running Heddle. */
export const PREPARATION = 'frontends/preparation.js'

let loaded: Preparation | undefined
let isLoadingNow = false

/** At once, because `require` and `eval` of the program wait for it. */
export function preparation(): Preparation {
  return (loaded ??= outsideThreads(load))
}

function load(): Preparation {
  isLoadingNow = true
  try {
    return createRequire(ownUrl)(fileURLToPath(new URL(PREPARATION, ownUrl))) as Preparation
  } finally {
    isLoadingNow = false
  }
}

/** Whatever is loaded meanwhile is no part of the program. */
export const isLoadingPreparation = (): boolean => isLoadingNow

/** A thread may be the first to require a module, or to evaluate code: what that takes is not the thread's doing. */
export function outsideThreads<T>(action: () => T): T {
  const { explored } = running
  running.explored = false
  try {
    return action()
  } finally {
    running.explored = explored
  }
}
