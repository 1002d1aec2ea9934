/** The transform oracle: a program's original over recording proxies against its transformed form over shared memory. */
import { inspect } from 'node:util'
import vm from 'node:vm'
import { load, memory, runWith } from '../harness.ts'
import { Random } from './random.ts'
import { type Log, recordingArray, recordingAtomics } from './recorder.ts'
import { randomProgram } from './writer.ts'

export interface Comparison {
  readonly source: string
  readonly original: readonly string[]
  readonly transformed: readonly string[]
  readonly accesses: number
}

const initial = { a: [3, 1, 4, 1], b: [1.5, 2.5, 3, 0], c: [1, 2, 3, 250] }

export function compare(seed: number): Comparison {
  const source = randomProgram(new Random(seed))
  const original = runOriginal(source)
  const { log, accesses } = runTransformed(source)
  return { source, original, transformed: log, accesses }
}

function runOriginal(source: string): Log {
  const log: Log = []
  const exports: Record<string, (...args: unknown[]) => unknown> = {}
  ;(vm.compileFunction(source, ['exports'], { filename: 'original.cjs' }) as (e: unknown) => void)(exports)
  const targets = { a: Int32Array.from(initial.a), b: Float64Array.from(initial.b), c: Uint8Array.from(initial.c) }
  const s = { a: recordingArray('a', targets.a, log), b: recordingArray('b', targets.b, log), c: recordingArray('c', targets.c, log) }
  const atomics = recordingAtomics(new Map([[s.a, { name: 'a', target: targets.a }]]), log)
  const args = argumentsFor(s, log)
  try {
    log.push(`returned ${text(exports['main']!(...args, atomics))}`)
  } catch (error) {
    log.push(`threw ${nameOf(error)}`)
  }
  log.push(`memory ${[...targets.a, ...targets.b, ...targets.c].join()}`)
  return log
}

function runTransformed(source: string): { log: Log; accesses: number } {
  const s = memory((mem) => ({ a: mem.int32('a', initial.a), b: mem.float64('b', initial.b), c: mem.uint8('c', initial.c) }))
  const log: Log = []
  const ran = runWith(load(source)['main']!, argumentsFor(s, log).concat(Atomics), log)
  const accesses = log.filter((line) => /^(read|write|Atomics)/.test(line)).length
  if ('error' in ran) log.push(`threw ${nameOf(ran.error)}`)
  else log.push(`returned ${text(ran.result)}`)
  log.push(`memory ${[...s.a, ...s.b, ...s.c].join()}`)
  return { log, accesses }
}

/** Messages of the engine's own errors name variables that the transform has replaced. */
function nameOf(error: unknown): string {
  return error instanceof Error ? (error.name === 'HeddleError' || error.name === 'Error' ? `${error.name}: ${error.message}` : error.name) : String(error)
}

const text = (value: unknown): string => inspect(value, { depth: 6, breakLength: Infinity })

/** `s`, `o`, `self` and the helpers: what a program does with them is written to the log. The marks say that they are the program's. */
function argumentsFor(s: object, log: Log): unknown[] {
  const note = (line: string): void => { log.push(line) }
  const T = (value: unknown, ...rest: unknown[]): unknown => { /*heddle*/ note(`T ${brief(value)} ${rest.map(brief).join()}`); return value }
  const V = (value: unknown): unknown => /*heddle*/ ({ valueOf() { note(`valueOf ${brief(value)}`); return Number(value) } })
  const K = (value: unknown): unknown => /*heddle*/ ({ toString() { note(`toString ${brief(value)}`); return String(value) } })
  const o = {
    plain: 1, get x() { note('get x'); return 5 }, set x(value) { note(`set x ${brief(value)}`) }, get y() { note('get y'); return undefined }, set y(value) { note(`set y ${brief(value)}`) },
    m(this: unknown, value: unknown) { /*heddle*/ note(`m ${brief(value)} ${this === o}`); return value }, get getter() { note('getter'); return 7 },
  }
  const N = (value: unknown): unknown => { /*heddle*/ note(`N ${brief(value)}`); return typeof value === 'number' ? value : 1 }
  const I = (kind: number, array: ArrayLike<number>): unknown => /*heddle*/ iteratorOf(kind, array, note)
  const throwIf = (value: unknown): void => { /*heddle*/ if (Number(value) % 5 === 4) throw new Error(`thrown ${brief(value)}`) }
  return [s, o, { id: 0, name: 'main' }, T, V, K, N, I, throwIf]
}

/** An iterable that writes down how it is used: whether it is closed matters. */
function iteratorOf(kind: number, array: ArrayLike<number>, note: (line: string) => void): unknown {
  let i = 0
  const iterator = {
    next() { note('next'); return i < kind + 1 ? { done: false, value: i++ } : { done: true, value: undefined } },
    return() { note('return'); return {} },
    [Symbol.iterator]() { note('iterate'); return this },
  }
  void array
  return kind === 2 ? { [Symbol.iterator]: () => ({ next: iterator.next }) } : iterator
}

function brief(value: unknown): string {
  if (typeof value === 'function') return `function ${value.name}/${value.length}`
  if (value === null || typeof value !== 'object') return Object.is(value, -0) ? '-0' : String(value)
  if (value instanceof Int32Array || value instanceof Float64Array || value instanceof Uint8Array) return isOwn(value) ? `${value.constructor.name} ${value.join()}` : 'a view'
  if (Array.isArray(value)) return `[${value.map(brief).join()}]`
  return Object.prototype.toString.call(value)
}

/** Memory of its own, neither shared nor recording. */
function isOwn(value: Int32Array | Float64Array | Uint8Array): boolean {
  try {
    return ArrayBuffer.isView(value) && !(value.buffer instanceof SharedArrayBuffer)
  } catch {
    return false
  }
}
