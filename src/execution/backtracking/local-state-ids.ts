import type { Slot } from '../../base/thread-numbers.ts'
import { isObject, keyOf, type LocalState } from './local-state.ts'
import type { Operation } from '../../program/operations/operation.ts'
import type { ThreadKinds } from './thread-kinds.ts'
import { SymbolicValue } from '../../symbolic/symbolic-value.ts'

/** As it is before anything is patched: a property that holds a symbolic value is a getter here. */
const { getOwnPropertyDescriptor } = Object

/**
 * Numbers that tell local states apart, up to what nothing can tell apart: interchangeable threads with the same history
 * have the same, and so have all ends with the same result, or with any where nobody sees it.
 */
export class LocalStateIds {
  private next = 1
  /** By kind of thread and result: the id of the end. */
  private readonly ends = new Map<number, Map<unknown, number>>()
  /** Of interchangeable threads, by the id before and what was received: the one that came there first. */
  private readonly firsts = new Map<number, Map<unknown, LocalState>>()
  /** Null where all threads are told apart, and all results are seen. */
  private readonly kinds: ThreadKinds | null

  constructor(kinds: ThreadKinds | null) {
    this.kinds = kinds
  }

  /** Where an interchangeable thread has come by the same history. */
  likeOf(before: LocalState | null, received: unknown, { thread }: Operation): LocalState | undefined {
    return this.firsts.get(before?.id ?? ~this.kindOf(thread))?.get(keyOf(received))
  }

  /** An id for a local state that is like none before. */
  of({ thread }: Operation, ended: boolean, result: unknown): number {
    if (!ended) return this.next++
    const key = this.kinds === null || this.kinds.seesResult(thread) ? resultKey(result) : NOT_SEEN
    if (key === NOT_TOLD) return this.next++
    const kind = this.kindOf(thread)
    let ends = this.ends.get(kind)
    if (ends === undefined) this.ends.set(kind, (ends = new Map()))
    let id = ends.get(key)
    if (id === undefined) ends.set(key, (id = this.next++))
    return id
  }

  /** Where the thread has come from `before` with what it received. */
  add(state: LocalState, before: LocalState | null, received: unknown, { thread }: Operation): void {
    if (this.kinds?.isShared(thread) !== true) return
    const from = before?.id ?? ~this.kindOf(thread)
    const after = this.firsts.get(from) ?? new Map<unknown, LocalState>()
    if (!after.has(keyOf(received))) this.firsts.set(from, after.set(keyOf(received), state))
  }

  private kindOf(thread: Slot): number {
    return this.kinds === null ? thread : this.kinds.of(thread)
  }
}

const NOT_SEEN = Symbol('not seen')
const NOT_TOLD = Symbol('not told')
/** Results that contain more are told apart by how the thread came there. */
const MOST_TEXT = 1000
const MOST_OBJECTS = 100

/** The same for equal results, unless that cannot be told. */
function resultKey(result: unknown): unknown {
  if (typeof result === 'string') return `"${result}` // which is no text of an object
  if (!isObject(result)) return keyOf(result)
  const text = textOf(result, new Set())
  return text === undefined || text.length > MOST_TEXT ? NOT_TOLD : `=${text}`
}

/**
 * Arrays and plain objects of primitive values, all told apart; undefined for anything else. An object that is there
 * twice is not two that are equal, which a text does not tell.
 */
function textOf(value: unknown, seen: Set<unknown>): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof SymbolicValue) return undefined
  if (!isObject(value)) return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value !== 'object' || seen.has(value) || seen.size >= MOST_OBJECTS) return undefined
  seen.add(value)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== Array.prototype) return undefined
  const parts: string[] = []
  for (const key of Reflect.ownKeys(value!)) {
    const property = getOwnPropertyDescriptor(value, key)!
    if (typeof key === 'symbol' || !('value' in property)) return undefined
    const part = textOf(property.value, seen)
    if (part === undefined) return undefined
    parts.push(`${JSON.stringify(key)}:${part}`)
  }
  return `${Array.isArray(value) ? 'A' : 'O'}{${parts.join()}}`
}
