import type { Slot } from '../../../base/thread-numbers.ts'
import { ownUrl } from '../../../base/own-code.ts'
import { readFileSync } from 'node:fs'
import { type GateState, GateWord } from '../gate/gate-state.ts'
import { IndexHead, sectionsOf } from '../admission/trace-index.ts'
import { type Memory, type Module, webAssembly } from './web-assembly.ts'

/** What `enter` and `decide` say where the event must not happen at once; otherwise they say which event it is. */
export const Entered = { refused: -1, busy: -2 } as const

/**
 * What `leave` says: all done; and the thread has ended; gates open, and the lock is still taken; some are to be woken
 * or started (`Unblocked`); and the thread has ended.
 */
export const Left = { done: 0, ended: 1, opens: 2, wakes: 3, wakesEnded: 4 } as const

/** The functions of `gate.wat`. */
export interface FastGate {
  enter(
    slot: Slot,
    version: number,
    fingerprint: number,
    first: number,
    cell: number,
    bytes: number,
    stride: number,
    access: number,
  ): number
  decide(
    slot: Slot,
    version: number,
    fingerprint: number,
    first: number,
    cell: number,
    bytes: number,
    stride: number,
    access: number,
  ): number
  leave(slot: Slot, event: number, cell: number, bytes: number, stride: number, access: number, endCell: number): number
}

/** What a worker needs for gates in WebAssembly. */
export interface FastParts {
  readonly module: Module
  readonly memory: Memory
}

const PAGE = 65536
export const MOST_PAGES = 65536

/** What the build assembles from the `.wat` files beside this one, in the folder of the running Heddle. */
export const ASSEMBLED = 'irs/enforcement/wasm/gates.wasm'

/** Made once; workers get it, and not what it was made of, so that they share its code. */
function theModule(): Module | null {
  return webAssembly === undefined ? null : (known ??= new webAssembly.Module(readFileSync(new URL(ASSEMBLED, ownUrl))))
}
let known: Module | null = null

/**
 * Shared memory for the state of the gates and an index, which may grow to some multiple of its size: what is not used
 * costs nothing. Null where there is no WebAssembly.
 */
export function newFastParts(stateBytes: number, indexBytes: number, module = theModule()): FastParts | null {
  if (webAssembly === undefined || module === null) return null
  const pages = Math.min(MOST_PAGES, Math.ceil((stateBytes + ROOM * indexBytes) / PAGE) + 1)
  return { module, memory: new webAssembly.Memory({ initial: pages, maximum: pages, shared: true }) }
}
const ROOM = 4

export function instantiate({ module, memory }: FastParts): FastGate {
  return new webAssembly!.Instance(module, { state: { memory } }).exports as unknown as FastGate
}

/**
 * Puts the index behind the state, if there is room, as the one with this version. Under the lock, or while no thread
 * is there.
 */
export function installIndex(
  { words }: GateState,
  stateBytes: number,
  { buffer }: Memory,
  index: SharedArrayBuffer,
  version: number,
): void {
  const at = Math.ceil(stateBytes / 64) * 64
  words[GateWord.fastVersion] = -1
  if (at + index.byteLength > buffer.byteLength) return
  const from = new Int32Array(index)
  new Int32Array(buffer, at, from.length).set(from)
  words[GateWord.traces] = from[IndexHead.traces]!
  words[GateWord.tableMask] = from[IndexHead.table]! - 1
  let offset = at + 4 * IndexHead.words
  for (const [name, length] of sectionsOf(from)) {
    const where = places[name]
    if (where !== undefined) words[where] = offset
    offset += 4 * length
  }
  words[GateWord.fastVersion] = version
}

const places: Readonly<Record<string, number>> = {
  table: GateWord.tableAt,
  events: GateWord.eventsAt,
  runs: GateWord.runsAt,
  markOf: GateWord.markOfAt,
  markStart: GateWord.markStartAt,
  markEvents: GateWord.markEventsAt,
}
