import type { Allocation } from './language.ts'

/**
 * The reference's own models of the primitives, after the section on enabledness in the design: a primitive is a value,
 * an operation gives the next one. Threads are numbers.
 */
export interface Mutex {
  readonly kind: 'mutex'
  readonly owner: number | null
}
export interface RwLock {
  readonly kind: 'rwlock'
  readonly writer: number | null
  readonly readers: readonly number[]
}
export interface Semaphore {
  readonly kind: 'semaphore'
  readonly permits: number
}
export interface Event {
  readonly kind: 'event'
  readonly manual: boolean
  readonly set: boolean
}
export interface Latch {
  readonly kind: 'latch'
  readonly left: number
}
/** Arrivals are counted over all rounds: the n-th arrival may pass once its round is full. */
export interface Barrier {
  readonly kind: 'barrier'
  readonly parties: number
  readonly arrivals: number
}
/** Each notification is for one of the waiters that were present; who reacquires the mutex first takes it. */
export interface Condition {
  readonly kind: 'condition'
  readonly waiters: readonly number[]
  readonly notifications: readonly (readonly number[])[]
}

/** Messages in their order; without a capacity, any number of them. */
export interface Channel {
  readonly kind: 'channel'
  readonly capacity: number | null
  readonly messages: readonly unknown[]
  readonly closed: boolean
}

export type Primitive = Mutex | RwLock | Semaphore | Event | Latch | Barrier | Condition | Channel
export type PrimitiveKind = Primitive['kind']
export type PrimitiveOf<K extends PrimitiveKind> = Extract<Primitive, { kind: K }>

export function initialPrimitive(allocation: Allocation): Primitive | null {
  switch (allocation[0]) {
    case 'mutex':
      return { kind: 'mutex', owner: null }
    case 'rwlock':
      return { kind: 'rwlock', writer: null, readers: [] }
    case 'semaphore':
      return { kind: 'semaphore', permits: allocation[2] }
    case 'event':
      return { kind: 'event', manual: allocation[2] === 'manual', set: allocation[3] === 'set' }
    case 'latch':
      return { kind: 'latch', left: allocation[2] }
    case 'barrier':
      return { kind: 'barrier', parties: allocation[2], arrivals: 0 }
    case 'condition':
      return { kind: 'condition', waiters: [], notifications: [] }
    case 'channel':
      return { kind: 'channel', capacity: allocation[2] ?? null, messages: [], closed: false }
    default:
      return null
  }
}

export const isFull = ({ capacity, messages }: Channel): boolean => capacity !== null && messages.length >= capacity

/** Those who alone can give it back. */
export function holdersOf(primitive: Primitive): readonly number[] {
  if (primitive.kind === 'mutex') return primitive.owner === null ? [] : [primitive.owner]
  if (primitive.kind !== 'rwlock') return []
  return primitive.writer === null ? primitive.readers : [primitive.writer]
}

export const without = (list: readonly number[], item: number): number[] => {
  const at = list.indexOf(item)
  return at < 0 ? [...list] : list.toSpliced(at, 1)
}

export const withReader = (lock: RwLock, thread: number): RwLock => ({
  ...lock,
  readers: [...lock.readers, thread].sort((a, b) => a - b),
})

/** The round of the n-th arrival, counted from 0, is full. */
export const roundIsFull = ({ parties, arrivals }: Barrier, arrival: number): boolean =>
  arrivals >= (Math.floor(arrival / parties) + 1) * parties

/** A notification that nobody is left to take means nothing any more. */
const withWaiters = (waiters: readonly number[], notifications: readonly (readonly number[])[]): Condition => ({
  kind: 'condition',
  waiters,
  notifications: notifications.filter((eligible) => eligible.length > 0),
})

const sorted = (list: readonly number[]): number[] => [...list].sort((a, b) => a - b)

export const enqueued = ({ waiters, notifications }: Condition, thread: number): Condition =>
  withWaiters(sorted([...waiters, thread]), notifications)

export const notified = ({ waiters, notifications }: Condition, times: number): Condition =>
  withWaiters(waiters, [...notifications, ...Array.from({ length: times }, () => waiters)])

export const isNotified = ({ notifications }: Condition, thread: number): boolean =>
  notifications.some((eligible) => eligible.includes(thread))

/** The oldest notification for this waiter is used up: those for it are nested, so that leaves the others the most. */
export function taken({ waiters, notifications }: Condition, thread: number): Condition {
  const oldest = notifications.findIndex((eligible) => eligible.includes(thread))
  return withWaiters(
    without(waiters, thread),
    notifications.toSpliced(oldest, 1).map((eligible) => without(eligible, thread)),
  )
}

/** Its time is over, and nobody has notified it. */
export const withdrawn = ({ waiters, notifications }: Condition, thread: number): Condition =>
  withWaiters(without(waiters, thread), notifications)
