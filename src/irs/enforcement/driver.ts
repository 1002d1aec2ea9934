import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import { usageError } from '../../base/errors.ts'
import { installDeterminism } from '../../execution/determinism/determinism.ts'
import { programSources, type SourceFile, verifiedFiles } from '../../frontends/loader/program-sources.ts'
import { registerLoader } from '../../frontends/loader/register-loader.ts'
import { installGatedBuiltins } from '../../frontends/plain/runtime/gated/gated-builtins.ts'
import { isGeneratorFunction } from '../../real/thread/run-thread.ts'
import type { DrivenWorker, DriverData, Driving } from '../../real/thread/thread-driver.ts'
import { realm } from '../../program/context/realm.ts'
import { EnforcedThread } from './enforced-thread.ts'
import { Gate } from './gate/gate.ts'
import { type FastParts, instantiate } from './wasm/fast-gate.ts'
import { type GateSizes, GateState } from './gate/gate-state.ts'
import type { NewWakeups } from './gate/wakeups.ts'
import { TraceIndex } from './admission/trace-index.ts'
import { warmUp } from './warm-up.ts'

/** What a worker gets to know about the set that it runs under. */
export interface EnforceData extends DriverData {
  readonly kind: 'enforced'
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
function latestUpdate(updates: MessagePort): IndexUpdate | null {
  let latest: IndexUpdate | null = null
  for (let one; (one = receiveMessageOnPort(updates)) !== undefined; ) latest = one.message as IndexUpdate
  return latest
}

/** Code passes gates, and nothing is loaded but what was verified. */
export const enforcedDriving: Driving<EnforceData> = {
  prepareRealm: (data, file, heddle) => {
    registerLoader({ mode: 'enforce', heddle, verified: verifiedFiles(file, data.files) })
    installGatedBuiltins(data.free)
    installDeterminism()
  },
  /** The loader has refused a file: under a set nothing runs but what was verified, whenever the worker is made. */
  explainRefusal: ({ files }, file) => {
    const what = programSources(file).changedSince(files)
    return what === null
      ? null
      : usageError(
          `the program is not the one that was verified any more: ${what}. Run it anew under a set that was verified since`,
        )
  },
  newDriver: (data, worker) => newEnforcedThread(data, worker),
}

export function newEnforcedThread(data: EnforceData, worker: DrivenWorker, newWakeups?: NewWakeups): EnforcedThread {
  const { layout, threads: control } = worker
  for (const [id, bytes] of data.cellBytes) layout.allocations[id]!.cellBytes = bytes
  const threads = new Map(data.threads.map((handle, number) => [handle, number]))
  const refresh = (): TraceIndex | null => {
    const latest = latestUpdate(data.updates)
    if (latest === null) return null
    latest.threads.forEach((handle, number) => threads.set(handle, number))
    return new TraceIndex(latest.index)
  }
  if (!data.free && data.warm) warmUp(runsPlainCode(worker) && realm.direct, data.fast?.module ?? null)
  return new EnforcedThread(
    new Gate({
      state: new GateState(data.sizes, data.state),
      layout,
      control,
      index: new TraceIndex(data.index),
      threads,
      refresh,
      startThread: worker.startThread,
      runsOthers: worker.declared >= 0,
      fast: data.fast === null ? null : instantiate(data.fast),
      ...(newWakeups === undefined ? {} : { newWakeups }),
    }),
    data.startsTogether,
  )
}

function runsPlainCode({ program, declared }: DrivenWorker): boolean {
  const entries = declared < 0 ? [...program.tasks.values()] : [program.threads[declared]!]
  return entries.some(({ body }) => !isGeneratorFunction(body))
}
