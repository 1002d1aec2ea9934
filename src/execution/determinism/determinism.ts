/**
 * Inside explored threads, clocks and random numbers are functions of (thread, how often the thread has asked): the
 * same schedule gives the same run, and what one thread asks never changes what another one gets.
 */
import type { Handle } from '../../base/thread-numbers.ts'
import { syncBuiltinESMExports } from 'node:module'
import { refuse } from '../../program/operations/operation.ts'
import { running } from '../../program/context/execution-context.ts'
import { noteFixedAtLoading, type Source, type Supply, type SupplyKind } from '../../program/context/supplied-values.ts'
import { loading } from '../../program/kept-objects.ts'
import { programFrame } from '../../program/program-frame.ts'
import { installOutsideThreads } from './outside-threads.ts'
import { replaceGetter } from './replace-getter.ts'
import { hasDate, type Placed, sources, timeAsDate, timeOrigin } from './value-sources.ts'

function nextCall(): number {
  const { supplied, operation } = running
  return supplied.outside === null ? supplied.nextCall(operation!.thread) : supplied.outside.calls++
}

/** `shared` has numbers apart from those of the thread that it is called for. */
const seed = (): number =>
  running.supplied.outside === null ? hashOf(running.operation!.handle) : ~hashOf(running.supplied.outside.handle)

/** Handles of spawned threads have more than 32 bits. */
const hashOf = (handle: Handle): number => (handle + 1 + Math.imul(Math.floor(handle / 0x1_0000_0000), 0x27d4eb2f)) | 0

/** For (thread, call). */
const bits = (): number => mixed(seed(), nextCall())

/** 32 well-mixed bits. */
function mixed(who: number, call: number): number {
  let h = Math.imul(who, 0x9e3779b1) ^ Math.imul(call + 1, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

/** One value of each. */
export const fixedSupply: Supply = { bits, fraction: () => bits() / 0x1_0000_0000, elapsed: nextCall }

/** Of modules that are loaded once for all threads: how often they have asked. */
let askedAtLoading = 0
/** The modules of another program are about to be loaded in this realm. */
export const restartLoading = (): void => {
  askedAtLoading = 0
}
const loadingSupply: Supply = {
  bits: () => mixed(0x2545f491, askedAtLoading++),
  fraction: () => loadingSupply.bits() / 0x1_0000_0000,
  elapsed: () => askedAtLoading++,
}

/** What follows from a value that was chosen: all bits of it, or that so much more time has passed. */
export function chosenSupply(kind: SupplyKind, value: number): Supply {
  const elapsed = kind === 'time' ? passTime(value) : 0
  return { bits: () => Math.floor(value * 0x1_0000_0000) >>> 0, fraction: () => value, elapsed: () => elapsed }
}

const passTime = (ms: number): number => running.supplied.passTime(running.operation!.thread, ms)

/** Or in `shared`, `outcome` or `after`, or in modules that are evaluated for the thread. */
const isSupplied = ({ supplied, explored, operation } = running): boolean =>
  supplied.outside !== null || ((explored || supplied.evaluating) && operation !== null)

/** Where the thread cannot be suspended. */
function supplied(source: Source, args: readonly unknown[], receiver?: unknown): unknown {
  if (running.explored && running.supplied.explored[source.kind] !== undefined) {
    throw refuse(
      `the values of \`${source.name}\` are to be explored, but it is called by code that cannot be suspended: call it from an ` +
        'ordinary function of the program, or use choose',
    )
  }
  running.supplied.noteFixedHere(source.name)
  return source.value(args, fixedSupply, receiver)
}

/** Test files load them, and no thread may use them: what they ask for is nothing that a program rests on. */
const OF_RUNNERS = /[\\/]node_modules[\\/]@?vitest[\\/]/

/**
 * The value that is supplied, or else the `original` one. A module that is loaded gets one value, too, with its place:
 * every real worker loads it for itself, and gets others.
 */
function suppliedOr(original: () => unknown, source: Source, args: readonly unknown[], receiver?: unknown): unknown {
  if (isSupplied()) return supplied(source, args, receiver)
  const at = loading.on ? programFrame() : undefined
  if (at === undefined || OF_RUNNERS.test(at)) return original()
  noteFixedAtLoading(source.name, at)
  return source.value(args, loadingSupply, receiver)
}

/** Who wants to know which functions ask for which values, so that calls of them can be suspended. */
const observers: ((replacement: object, source: Source) => void)[] = []
const replaced: (readonly [replacement: object, source: Source])[] = []

export function onSupplied(observer: (replacement: object, source: Source) => void): void {
  observers.push(observer)
  for (const [replacement, source] of replaced) observer(replacement, source)
}

function noteReplaced(replacement: object, source: Source): void {
  replaced.push([replacement, source])
  for (const observer of observers) observer(replacement, source)
}

function replace({ owner, key, ...source }: Placed): void {
  const original = (owner as Record<string, Function | undefined>)[key]
  if (original === undefined) return
  const replacement = function (this: unknown, ...args: unknown[]): unknown {
    if (source.isExempt?.(args) === true) return Reflect.apply(original, this, args)
    return suppliedOr(() => Reflect.apply(original, this, args) as unknown, source, args, this)
  }
  for (const property of Reflect.ownKeys(original)) {
    const descriptor = Object.getOwnPropertyDescriptor(original, property)!
    if (property !== 'prototype') Object.defineProperty(replacement, property, descriptor)
  }
  Object.defineProperty(owner, key, { value: replacement, writable: true, configurable: true })
  noteReplaced(replacement, source)
}

let installed = false

/** Patches the globals of this realm once. Outside explored threads they behave as before. */
export function installDeterminism(): void {
  if (installed) return
  installed = true
  for (const placed of sources()) replace(placed)
  replaceGetter(Intl.DateTimeFormat.prototype, 'format', (read, receiver) => () => formatOf(read, receiver))
  replaceGetter(Event.prototype, 'timeStamp', (read) => () => suppliedOr(read, timeOfEvent, []))
  replaceGetter(Object.getPrototypeOf(performance) as object, 'timeOrigin', (read) => () => {
    if (!isSupplied()) return suppliedOr(read, originOfTime, [])
    running.supplied.noteFixedHere(originOfTime.name)
    return timeOrigin
  })
  installOutsideThreads()
  Object.defineProperty(globalThis, 'Date', { value: deterministicDate(Date), writable: true, configurable: true })
  syncBuiltinESMExports() // for those who import them by name
}

/** An event says when it was made, which is taken for when it is asked. */
const timeOfEvent: Source = {
  name: 'Event.timeStamp',
  kind: 'time',
  value: (_, { elapsed }) => elapsed(),
}

const originOfTime: Source = { name: 'performance.timeOrigin', kind: 'time', value: () => timeOrigin }

type Format = (date?: unknown) => string
const formats = new WeakMap<object, Format>()

/** `formatter.format`, a function of its own for each formatter. */
function formatOf(read: () => unknown, formatter: unknown): Format {
  const original = read() as Format
  let format = formats.get(formatter as object)
  if (format !== undefined) return format
  const source: Source = {
    name: 'Intl.DateTimeFormat.format',
    kind: 'time',
    value: (_, supply) => original(timeAsDate(supply)),
    isExempt: hasDate,
  }
  format = function (...args: unknown[]): string {
    if (hasDate(args)) return original(args[0])
    return suppliedOr(original, source, args) as string
  }
  formats.set(formatter as object, format)
  for (const observer of observers) observer(format, source)
  return format
}

/** `new Date()` and `Date()`, which make a date of the time. */
const timeOfDate: Source = { ...sources().find(({ name }) => name === 'Date.now')!, name: 'new Date' }

function deterministicDate(original: DateConstructor): DateConstructor {
  const { now } = original
  const timeNow = (): number => suppliedOr(now, timeOfDate, []) as number
  // No proxy: where the plain runtime is installed, proxies hide what makes a function suspendable.
  const date = function (...args: unknown[]): unknown {
    if (new.target === undefined) return new original(timeNow()).toString()
    return Reflect.construct(
      original,
      args.length === 0 ? [timeNow()] : args,
      new.target === date ? original : new.target,
    )
  } as unknown as DateConstructor
  for (const property of Reflect.ownKeys(original)) {
    Object.defineProperty(date, property, Object.getOwnPropertyDescriptor(original, property)!)
  }
  // Every date leads to its constructor.
  Object.defineProperty(original.prototype, 'constructor', { value: date, writable: true, configurable: true })
  noteReplaced(date, {
    ...timeOfDate,
    value: (args, supply) => new original(timeOfDate.value(args, supply) as number).toString(),
  })
  dateType = date
  return date
}

let dateType: unknown = null

/** Whether constructing it without arguments asks for the time; undefined otherwise. */
export const sourceOfConstruction = (type: unknown): Source | undefined => (type === dateType ? timeOfDate : undefined)
