/**
 * Native code gets at shared memory not only by being handed it: it calls getters, `toJSON`, replacers, iterators and
 * constructors of the program, and reads or writes what they give. Plain bodies, which is what native code calls, look
 * at what they give away (`return`, `yield`, `throw`) while a builtin is at work that may look into it.
 */
import { refuse } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { isShared } from '../elements/elements.ts'
import { holdsShared, refuseHanded } from './handed.ts'

/** `target`: of a function that may be called with `new`, by builtins also for species and for `Array.from`. */
export function given<T>(value: T, target?: unknown): T {
  if (running.native !== null || target !== undefined) check(value, target)
  return value
}

function check(value: unknown, target: unknown): void {
  if (!running.explored) return
  if (target !== undefined && isMemory(value)) checkPermitted(target)
  if (running.native !== null && holdsShared(value)) throw refuseHanded(running.native)
}

const isMemory = (value: unknown): boolean => isShared(value) || value instanceof SharedArrayBuffer

/** The program, or the runtime on its behalf, is about to construct one of these, and fills it itself. */
export function permit<T>(type: T): T {
  running.constructing = type
  return type
}

/** `target` is made of shared memory: not where a builtin constructs it (species, `Array.from`), to fill it. */
export function checkPermitted(target: unknown): void {
  if (!running.explored || running.constructing === target) return
  throw refuse(
    'a builtin constructs something that is made of shared memory, and fills it where nothing can be ' +
      'suspended: construct it in the program, and fill it with a loop',
  )
}

/** Calls a builtin that may look into what the program gives it meanwhile. */
export function atWork<T>(title: string, action: () => T): T {
  const before = running.native
  running.native = title
  try {
    return action()
  } finally {
    running.native = before
  }
}
