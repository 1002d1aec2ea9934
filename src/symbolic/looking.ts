/**
 * `after` and `outcome` look at memory when an execution has ended. Those of which the transform knows that they look at
 * elements only through it can be given symbolic values; for all others what is in memory is pinned before.
 */
import { tagOf, type SharedView } from '../program/memory/shared-tag.ts'
import type { Shadows } from '../program/memory/shadows.ts'
import { type ShadowMemory, typeOfView } from './shadow-memory.ts'

const lookers = new WeakSet<object>()
/** Of the execution that is looked at. */
let memory: ShadowMemory | null = null

/** The function looks at shared memory in no other way than by elements, and asks for these. */
export function looks<F extends object>(fn: F): F {
  lookers.add(fn)
  return fn
}

/** Calls `after` or `outcome`. */
export function looking<T>(shadows: Shadows | null, fn: object, call: () => T): T {
  if (shadows === null) return call()
  if (!lookers.has(fn)) {
    shadows.pinAll()
    return call()
  }
  const before = memory
  memory = shadows as ShadowMemory
  try {
    return call()
  } finally {
    memory = before
  }
}

/** The symbolic value of an element, if it has one. */
export function lookedAt(view: unknown, key: PropertyKey): unknown {
  if (memory === null || !ArrayBuffer.isView(view) || view instanceof DataView) return undefined
  const index = Number(key)
  const tag = tagOf(view as SharedView)
  if (tag === undefined || !Number.isInteger(index) || index < 0) return undefined
  const { elementBytes, address } = tag
  const cell = address + index * elementBytes
  const found = memory.at(cell, elementBytes, typeOfView(view))
  if (found === null) memory.pin(cell, elementBytes)
  return found?.value
}
