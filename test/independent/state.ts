import type { FlatCode } from './flat-code.ts'
import type { Primitive } from './primitives.ts'

/** An access to bytes of memory, for races: addresses from `from` up to, but not including, `to`. */
export interface Access {
  readonly from: number
  readonly to: number
  /** A compare-and-swap that finds another value than it expects only reads, as ECMAScript has it. */
  writes(state: { readonly bytes: Uint8Array }): boolean
  readonly plain: boolean
}

/** What a thread will do next: one transition. */
export interface Pending {
  /** As a deadlock's list of waiting threads calls it. */
  readonly label: string
  readonly access: Access | null
  /** How many values a choice has. */
  readonly choices: number
  isEnabled(state: State): boolean
  perform(draft: Draft, choice: number): Effect
  /** Who holds what is waited for. */
  holders(state: State): readonly number[]
}

export type Effect =
  /** The operation is complete and has this result. */
  | { readonly result: unknown; readonly yielded?: boolean }
  /** The operation has a second transition. */
  | { readonly then: Pending; readonly key: string }
  | { readonly misuse: string }

export interface Failure {
  readonly kind: 'exception' | 'assertion' | 'misuse'
  readonly thread: string | null
  readonly message: string
}

/** Immutable, as all of a state. */
export interface Thread {
  readonly id: number
  readonly name: string
  /** What its parent calls it; of a declared thread its place. */
  readonly handle: number
  readonly code: FlatCode
  readonly at: number
  readonly locals: readonly unknown[]
  readonly counters: readonly number[]
  readonly children: readonly number[]
  /** Whether it has entered sealed code, and whether it has performed something there. */
  readonly seal: 'outside' | 'entered' | 'inside'
  /** Null once it has ended. */
  readonly pending: Pending | null
  readonly result: unknown
  readonly key: string
}

export interface State {
  readonly bytes: Uint8Array
  readonly primitives: ReadonlyMap<string, Primitive>
  /** Threads in Atomics.wait that have not been notified, in the order in which they came. */
  readonly sleepers: readonly { readonly address: number; readonly thread: number }[]
  /** By id, ended ones too. */
  readonly threads: ReadonlyMap<number, Thread>
}

/** The next state while a transition makes it. */
export class Draft {
  readonly bytes: Uint8Array
  readonly primitives: Map<string, Primitive>
  sleepers: State['sleepers']
  readonly threads: Map<number, Thread>
  /** What the thread that performs the transition started. */
  spawned: { readonly task: string; readonly argument: unknown } | null = null

  constructor(state: State) {
    this.bytes = state.bytes.slice()
    this.primitives = new Map(state.primitives)
    this.sleepers = state.sleepers
    this.threads = new Map(state.threads)
  }
}

export function keyOf(state: State): string {
  const memory = Buffer.from(state.bytes.buffer, state.bytes.byteOffset, state.bytes.byteLength).toString('latin1')
  const primitives = [...state.primitives.values()].map(primitiveKey).join()
  const sleepers = state.sleepers
    .map(({ address, thread }) => `${address}@${thread}`)
    .sort(byAddress)
    .join()
  const threads = [...state.threads.values()]
    .sort((a, b) => a.id - b.id)
    .map(({ key }) => key)
    .join('|')
  return `${memory}#${primitives}#${sleepers}#${threads}`
}

/** Stable, so that the order within a wait list stays. */
const byAddress = (a: string, b: string): number => parseInt(a, 10) - parseInt(b, 10)

const primitiveKeys = new WeakMap<Primitive, string>()
function primitiveKey(primitive: Primitive): string {
  let key = primitiveKeys.get(primitive)
  if (key === undefined) primitiveKeys.set(primitive, (key = JSON.stringify(primitive)))
  return key
}

/**
 * Two accesses of the same bytes, one of which writes, unless both are Atomics of exactly these bytes (ECMA-262, Data
 * Races).
 */
export function race(state: State, a: Access | null, b: Access | null): boolean {
  return (
    a !== null &&
    b !== null &&
    a.from < b.to &&
    b.from < a.to &&
    (a.plain || b.plain || a.from !== b.from || a.to !== b.to) &&
    (a.writes(state) || b.writes(state))
  )
}
