import type { Operation } from '../../../src/program/operations/operation.ts'
import type { PathEvent } from './events.ts'

/** What an event was, for races: by name, as ECMA-262 and the primitives' descriptions have it. */
export interface Action {
  readonly name: string
  readonly address: number
  readonly bytes: number
  /** Null for a primitive or an operation without a location. */
  readonly memory: 'read' | 'write' | null
  readonly atomic: boolean
  /** Another primitive, for a condition's mutex. */
  readonly second: number | null
  /** A tryLock, tryAcquire, … that failed. */
  readonly failed: boolean
  /** The thread that was joined. */
  readonly joined: number | null
}

/** To be called before the operation is performed; what it returns, after. */
export function actionOf(op: Operation): (value: unknown) => Action {
  const name = op.spec.base ?? op.spec.name
  const { cell: address, bytes, access } = op.accesses
  const memory = op.target !== null && op.target.model === null
  const compares = name === 'Atomics.compareExchange'
  const [operand, second] = [op.operand, op.target?.model != null && op.accesses.cell2 >= 0 ? op.accesses.cell2 : null]
  return (value) => ({
    name,
    address,
    bytes,
    second,
    atomic: name.startsWith('Atomics.'),
    memory: !memory || access === 0 ? null : access === 1 || (compares && value !== operand) ? 'read' : 'write',
    failed: hasFailed(name, value),
    joined: name === 'join' ? (operand as number) : null,
  })
}

/** A timed wait for a condition has the mutex in the end, also when nobody has notified it. */
function hasFailed(name: string, value: unknown): boolean {
  if (/^(timed )?tryReceive$/.test(name)) return value === undefined
  return /^(try|timed )/.test(name) && name !== 'timed condition reacquire' && value !== true
}

const sent = ['send', 'bounded send', 'trySend', 'timed trySend']
const received = ['receive', 'tryReceive', 'timed tryReceive']

/** Which operations on a primitive come after which earlier ones on it. */
const after: Readonly<Record<string, readonly string[]>> = {
  lock: ['unlock', 'condition wait'],
  tryLock: ['unlock', 'condition wait'],
  'timed tryLock': ['unlock', 'condition wait'],
  'condition reacquire': ['unlock', 'condition wait', 'notifyOne', 'notifyAll'],
  'timed condition reacquire': ['unlock', 'condition wait', 'notifyOne', 'notifyAll'],
  readLock: ['writeUnlock'],
  writeLock: ['writeUnlock', 'readUnlock'],
  acquire: ['release'],
  tryAcquire: ['release'],
  'timed tryAcquire': ['release'],
  'event wait': ['set'],
  'timed event wait': ['set'],
  'latch wait': ['countDown'],
  'timed latch wait': ['countDown'],
  'bounded send': received,
  trySend: received,
  'timed trySend': received,
  receive: [...sent, 'close'],
  tryReceive: [...sent, 'close'],
  'timed tryReceive': [...sent, 'close'],
  'barrier pass': ['barrier arrive'],
}

const onWaitList = (name: string): boolean => /^Atomics\.(wait|wait wake|notify)$/.test(name)

const covers = (a: Action, byte: number): boolean => byte >= a.address && byte < a.address + a.bytes
const sameBytes = (a: Action, b: Action): boolean => a.address === b.address && a.bytes === b.bytes
const overlap = (a: Action, b: Action): boolean => a.address < b.address + b.bytes && b.address < a.address + a.bytes
const placesOf = (a: Action): number[] => [a.address, ...(a.second === null ? [] : [a.second])]

/** Whether event j of the sequence comes after event i by itself, not by way of others. */
function synchronised(sequence: readonly PathEvent[], i: number, j: number): boolean {
  const [a, b] = [sequence[i]!, sequence[j]!]
  if (a.thread === b.thread || a.spawned === b.thread || b.action.joined === a.thread) return true
  if (b.action.failed || a.action.failed) return false
  if (after[b.action.name]?.includes(a.action.name) === true)
    return placesOf(a.action).some((place) => placesOf(b.action).includes(place))
  if (onWaitList(a.action.name) && onWaitList(b.action.name) && a.action.address === b.action.address) return true
  return (
    a.action.atomic &&
    a.action.memory === 'write' &&
    b.action.atomic &&
    reads(b.action) &&
    sameBytes(a.action, b.action) &&
    readsFrom(sequence, i, j)
  )
}

/** A read-modify-write reads too; only a store does not. */
const reads = ({ name, memory }: Action): boolean => memory !== null && name !== 'Atomics.store'

/** Whether every byte that event j reads was last written by event i. */
function readsFrom(sequence: readonly PathEvent[], i: number, j: number): boolean {
  const { address, bytes } = sequence[j]!.action
  for (let byte = address; byte < address + bytes; byte++) {
    let writer = j - 1
    while (writer >= 0 && !(sequence[writer]!.action.memory === 'write' && covers(sequence[writer]!.action, byte)))
      writer--
    if (writer !== i) return false
  }
  return true
}

/** The races of the last event of a sequence with earlier ones, as texts: by thread, operation and address. */
export function racesOfLast(sequence: readonly PathEvent[]): string[] {
  const last = sequence.length - 1
  // Backwards: whatever leads to an event that leads to the last one.
  const leads = new Set([last])
  for (let i = last - 1; i >= 0; i--) if ([...leads].some((j) => synchronised(sequence, i, j))) leads.add(i)
  const races = new Set<string>()
  const b = sequence[last]!
  for (let i = 0; i < last; i++)
    if (!leads.has(i) && inConflict(sequence[i]!.action, b.action))
      races.add(raceText(sideText(sequence[i]!), sideText(b)))
  return [...races]
}

function inConflict(a: Action, b: Action): boolean {
  if (a.memory === null || b.memory === null || !overlap(a, b) || (a.memory === 'read' && b.memory === 'read'))
    return false
  return !(a.atomic && b.atomic && sameBytes(a, b))
}

const sideText = ({ who, action: { name, address } }: PathEvent): string => `${who} ${name} ${address}`

export const raceText = (a: string, b: string): string => [a, b].sort().join(' | ')
