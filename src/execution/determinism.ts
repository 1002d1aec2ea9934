/**
 * Inside explored threads, clocks and random numbers are functions of (thread, how often the thread has asked): the same
 * schedule gives the same run, and what one thread asks never changes what another one gets.
 */
import { MAX_THREADS } from '../program/program.ts'
import { refuse, running } from '../program/operation.ts'

const calls = new Int32Array(MAX_THREADS)
let asked = false

/** Every execution starts anew. */
export function resetDeterminism(): void {
  if (asked) calls.fill(0)
  asked = false
}

/** The thread in this slot starts anew. */
export function restartDeterminism(slot: number): void {
  calls[slot] = 0
}

/** 2026-01-01T00:00:00Z: a fixed day on which every explored execution takes place. */
const EPOCH = 1_767_225_600_000

function nextCall(): number {
  asked = true
  return calls[running.operation!.thread]!++
}

/** Handles of spawned threads have more than 32 bits. */
const hashOf = (handle: number): number => (handle + 1 + Math.imul(Math.floor(handle / 0x1_0000_0000), 0x27d4eb2f)) | 0

/** 32 well-mixed bits for (thread, call). */
function bits(): number {
  let h = Math.imul(hashOf(running.operation!.handle), 0x9e3779b1) ^ Math.imul(nextCall() + 1, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

const inThread = (): boolean => running.explored && running.operation !== null

function fillRandom<T extends ArrayBufferView>(view: T): T {
  if (view.buffer instanceof SharedArrayBuffer) {
    throw refuse('shared memory is filled with random bytes inside a thread, which is no operation: fill an ordinary typed array, and copy it')
  }
  const bytes = new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength)
  for (let i = 0; i < bytes.length; i++) bytes[i] = bits() >>> 24
  return view
}

function uuid(): `${string}-${string}-${string}-${string}-${string}` {
  const hex = Array.from(fillRandom(new Uint8Array(16)), (byte, i) =>
    (i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function replace<T extends object, K extends keyof T>(owner: T, key: K, make: (original: T[K]) => T[K]): void {
  Object.defineProperty(owner, key, { value: make(owner[key]), writable: true, configurable: true })
}

let installed = false

/** Patches the globals of this realm once. Outside explored threads they behave as before. */
export function installDeterminism(): void {
  if (installed) return
  installed = true
  replace(Math, 'random', (original) => () => (inThread() ? bits() / 0x1_0000_0000 : original()))
  replace(performance, 'now', (original) => () => (inThread() ? nextCall() : original.call(performance)))
  replace(crypto, 'getRandomValues', (original) => ((view: never) =>
    inThread() ? fillRandom(view) : original.call(crypto, view)) as typeof original)
  replace(crypto, 'randomUUID', (original) => () => (inThread() ? uuid() : original.call(crypto)))
  replace(globalThis, 'Date', deterministicDate)
}

function deterministicDate(original: DateConstructor): DateConstructor {
  replace(original, 'now', (native) => () => (inThread() ? EPOCH + nextCall() : native()))
  const { now } = original
  const replaced = new Proxy(original, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new original(now()).toString(),
  })
  // Every date leads to its constructor.
  Object.defineProperty(original.prototype, 'constructor', { value: replaced, writable: true, configurable: true })
  return replaced
}
