/**
 * What is known of promises inside explored threads. The objects are the engine's own, so that whoever asks finds
 * promises; but the engine never settles them: their state, and who waits for them, is kept here, and the thread runs
 * its jobs itself (`agent.ts`), where they can be suspended.
 */
import { types } from 'node:util'
import { refuse } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { locationOf } from '../refusals.ts'
import { type Agent, agentOf } from './agent.ts'

/** As it is before anything is patched. */
export const NativePromise = Promise

export const PromiseState = { pending: 0, fulfilled: 1, rejected: 2 } as const
type PromiseState = (typeof PromiseState)[keyof typeof PromiseState]

/** Who waits for a promise; gives the job to be done when it is settled. */
export interface Reaction {
  job(isRejected: boolean, value: unknown): Job
}

/** Does it at once, or gives what has to be run as a part of the thread. */
export type Job = () => Generator<unknown, unknown, unknown> | undefined

export class PromiseRecord {
  state: PromiseState = PromiseState.pending
  value: unknown = undefined
  reactions: Reaction[] = []
  /** Somebody looks at how it ends (ECMAScript, [[PromiseIsHandled]]). */
  isHandled = false
  /** Whose jobs settle it; null for one that was settled outside of threads, which stays as it is. */
  readonly agent: Agent | null
  /** Of an async function's promise: the `await` that it is at, and what it awaits. */
  at = 0
  awaited: PromiseRecord | null = null

  constructor(agent: Agent | null) {
    this.agent = agent
  }
}

const records = new WeakMap<object, PromiseRecord>()

export function newPromise(type: Function = NativePromise): { promise: object; record: PromiseRecord } {
  const promise = Reflect.construct(NativePromise, [nothing], type) as object
  const record = new PromiseRecord(agentOf())
  records.set(promise, record)
  return { promise, record }
}
const nothing = (): void => {
  /* the engine is not to settle it */
}

/** A promise that was settled with a value outside of threads: modules keep such ones to begin chains with. */
export function noteFulfilled(promise: object, value: unknown): void {
  const record = new PromiseRecord(null)
  record.state = PromiseState.fulfilled
  record.value = value
  records.set(promise, record)
}

export const isPromise = (value: unknown): value is object => types.isPromise(value)

/** Of a promise that the thread can wait for: others are refused. */
export function recordOf(promise: object, site = running.callSite): PromiseRecord {
  const record = records.get(promise)
  if (record === undefined) throw refuseForeign(site)
  if (record.agent !== null && record.agent !== agentOf()) throw refuseForeign(site)
  return record
}

const refuseForeign = (site: number): Error =>
  refuse(
    'a thread waits for a promise that none of its own jobs settles: one that was made outside of the thread, or by a builtin ' +
      '(timers, files, streams, `import()`, `util.promisify`, …). Make the promise in the thread, or use the primitives of mem or Atomics',
    locationOf(site),
  )

export function fulfil(record: PromiseRecord, value: unknown): void {
  settle(record, PromiseState.fulfilled, value)
}

/** ECMAScript, RejectPromise and HostPromiseRejectionTracker. */
export function reject(record: PromiseRecord, reason: unknown): void {
  if (!record.isHandled) record.agent!.unhandled.add(record)
  settle(record, PromiseState.rejected, reason)
}

function settle(record: PromiseRecord, state: PromiseState, value: unknown): void {
  const { reactions } = record
  record.state = state
  record.value = value
  record.reactions = []
  record.awaited = null
  for (const reaction of reactions) record.agent!.enqueue(reaction.job(state === PromiseState.rejected, value))
}

/** ECMAScript, PerformPromiseThen. */
export function react(record: PromiseRecord, reaction: Reaction): void {
  if (record.state === PromiseState.pending) record.reactions.push(reaction)
  else {
    const isRejected = record.state === PromiseState.rejected
    if (isRejected && !record.isHandled) record.agent?.unhandled.delete(record)
    agentOf().enqueue(reaction.job(isRejected, record.value))
  }
  record.isHandled = true
}
