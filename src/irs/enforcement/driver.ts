import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import type { SourceFile } from '../../frontends/loader/program-sources.ts'
import type { ThreadControl } from '../../program/threads/thread-control.ts'
import type { Layout } from '../../program/memory/layout.ts'
import { running } from '../../program/operations/operation.ts'
import { EnforcedThread } from './enforced-thread.ts'
import { Gate } from './gate/gate.ts'
import { type FastParts, instantiate } from './wasm/fast-gate.ts'
import { type GateSizes, GateState } from './gate/gate-state.ts'
import { TraceIndex } from './admission/trace-index.ts'
import { warmUp } from './warm-up.ts'

/** What a worker gets to know about the set that it runs under. */
export interface EnforceData {
  readonly state: SharedArrayBuffer
  /** For gates in WebAssembly; the state is in this memory then. */
  readonly fast: FastParts | null
  readonly sizes: GateSizes
  readonly index: SharedArrayBuffer
  /** Thread handles, by number in the set. */
  readonly threads: readonly number[]
  /** What the program consisted of when it was verified: a worker loads nothing else. */
  readonly files: readonly SourceFile[]
  /** In which pieces verification counted each allocation. */
  readonly cellBytes: readonly (readonly [allocation: number, bytes: number])[]
  /** Whether the worker waits for the common start. */
  readonly startsTogether: boolean
  /** Whether nothing will ever be gated. */
  readonly free: boolean
  /** To be warmed up first. */
  readonly warm: boolean
  /** Brings larger sets. */
  readonly updates: MessagePort
}

/** What comes through `updates`. */
export interface IndexUpdate {
  readonly index: SharedArrayBuffer
  readonly threads: readonly number[]
}

/** The last of those that have come since one has looked. */
export function latestUpdate(updates: MessagePort): IndexUpdate | null {
  let latest: IndexUpdate | null = null
  for (let one; (one = receiveMessageOnPort(updates)) !== undefined; ) latest = one.message as IndexUpdate
  return latest
}

/** What the worker does. */
export interface WorkerRole {
  /** Starts a declared thread in its own worker. */
  readonly startThread: (slot: number) => void
  /** Whether it runs declared threads, or spawned ones. */
  readonly runsDeclared: boolean
  readonly runsPlainCode: boolean
}

export function enforceHere(
  data: EnforceData,
  layout: Layout,
  control: ThreadControl,
  role: WorkerRole,
): EnforcedThread {
  for (const [id, bytes] of data.cellBytes) layout.allocations[id]!.cellBytes = bytes
  const threads = new Map(data.threads.map((handle, number) => [handle, number]))
  const refresh = (): TraceIndex | null => {
    const latest = latestUpdate(data.updates)
    if (latest === null) return null
    latest.threads.forEach((handle, number) => threads.set(handle, number))
    return new TraceIndex(latest.index)
  }
  if (!data.free && data.warm) warmUp(role.runsPlainCode && running.direct, data.fast?.module ?? null)
  return new EnforcedThread(
    new Gate({
      state: new GateState(data.sizes, data.state),
      layout,
      control,
      index: new TraceIndex(data.index),
      threads,
      refresh,
      startThread: role.startThread,
      runsOthers: role.runsDeclared,
      fast: data.fast === null ? null : instantiate(data.fast),
    }),
  )
}
