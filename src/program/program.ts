import { MAX_THREADS } from '../dependence/cells.ts'
import { programError } from '../base/errors.ts'
import { orNearest } from '../base/nearest.ts'
import type { Domain } from './inputs/domains.ts'
import { checkedDomains, type InputDomains, type InputValues } from './inputs/input-values.ts'
import type { Mem } from './memory/mem.ts'
import type { Operation } from './operations/operation.ts'

/** What a thread learns about itself. */
export interface Self {
  readonly id: number
  readonly name: string
}

type ThreadFunction<S> = (shared: S, self: Self) => unknown
export type Threads<S> = readonly ThreadFunction<S>[] | Readonly<Record<string, ThreadFunction<S>>>

/** What a thread results in: a generator thread's return value, otherwise what the function returns. */
type ResultOf<R> = R extends Generator<unknown, infer V, unknown> ? V : R
export type Results<T> = {
  readonly [K in keyof T]: T[K] extends (...args: never[]) => infer R ? ResultOf<R> : never
}

/** The values that inputs can have, by what was declared. */
export type InputsOf<D> = { readonly [K in keyof D]: D[K] extends Domain<infer V> ? V : never }

/** `A`: what everything that the program consists of is given last. */
interface Definition<S, T, R, A extends readonly unknown[]> {
  /** What reports call it; if not given, the file and the export that it is. */
  readonly name?: string
  /** Allocates and names the shared memory. Called once per thread, and once for `after` and `outcome`. */
  readonly shared: (mem: Mem, ...inputs: A) => S
  /** What runs concurrently from the start. */
  readonly threads: T
  /** What `spawn` can start. */
  readonly tasks?: Readonly<Record<string, (shared: S, argument: any, self: Self, ...inputs: A) => unknown>>
  /** Checks the final state, once all threads have ended: a failed assertion is a bug. */
  readonly after?: (shared: S, results: R, ...inputs: A) => void
  /** What the table of outcomes groups by; without it, the results. */
  readonly outcome?: (shared: S, results: R, ...inputs: A) => unknown
}

export interface ProgramDefinition<S, T extends Threads<S>> extends Definition<S, T, Results<T>, []> {
  readonly inputs?: undefined
}

/**
 * Threads that are declared elsewhere and say themselves what is shared: the compiler has seen them before it knows what
 * `shared` returns, and would compare them with nothing yet.
 */
export interface ProgramOfDeclared<S, T> extends Definition<S, T & Threads<S>, Results<T>, []> {
  readonly inputs?: undefined
}

/** `R`: what the threads return, by position or name. */
export interface ProgramWithInputs<S, R, D extends InputDomains>
  extends Definition<
    S,
    { readonly [K in keyof R]: (shared: S, self: Self, inputs: InputsOf<D>) => R[K] },
    { readonly [K in keyof R]: ResultOf<R[K]> },
    [inputs: InputsOf<D>]
  > {
  /** What the program is given, and is to be correct for, each with all its values. */
  readonly inputs: D
}

export interface ThreadEntry {
  readonly name: string
  readonly body: (shared: unknown, ...rest: unknown[]) => unknown
  /** What its last argument is; undefined where the program has no inputs. */
  readonly input?: InputValues
}

/** A checked definition: what the engines work with. */
export interface Program {
  readonly name: string
  /** Null when it has none. */
  readonly inputs: InputDomains | null
  /** Their values, in a program that is executed (`inputs/bind-input.ts`). */
  readonly input: InputValues | null
  readonly shared: (mem: Mem, inputs?: InputValues) => unknown
  readonly threads: readonly ThreadEntry[]
  /** Results are an array when `threads` was one, otherwise a record by thread name. */
  readonly threadsAreNamed: boolean
  readonly tasks: ReadonlyMap<string, ThreadEntry>
  readonly after: ((shared: unknown, results: unknown, inputs?: InputValues) => unknown) | undefined
  readonly outcome: ((shared: unknown, results: unknown, inputs?: InputValues) => unknown) | undefined
  /**
   * The same program as modules of their own make it, for one thread: where threads change what modules keep, of which
   * every real worker has its own.
   */
  readonly instantiate?: () => Program
  readonly [BRAND]: true
}

const BRAND: unique symbol = Symbol.for('heddle.program') as never

/** No program can call itself that: it has no name until it is known which file exports it. */
const UNNAMED = ''

/** The program under its own name, or under the one given if it has none. */
export const called = (program: Program, name: string): Program =>
  program.name === UNNAMED ? Object.freeze({ ...program, name }) : program

const known = new Set(['name', 'inputs', 'shared', 'threads', 'tasks', 'after', 'outcome'])

export function program<S, const T extends Threads<S>>(definition: ProgramDefinition<S, T>): Program
export function program<S, const T>(definition: ProgramOfDeclared<S, T>): Program
export function program<S, const R, D extends InputDomains>(definition: ProgramWithInputs<S, R, D>): Program
export function program(definition: object): Program {
  const d = definition as Record<string, unknown>
  if (d === null || typeof d !== 'object') throw programError('program expects an object { name, shared, threads, … }')
  for (const key of Object.keys(d)) {
    if (!known.has(key))
      throw programError(
        `program: there is no option '${key}'${orNearest(key, [...known])}; there are ${[...known].join(', ')}`,
      )
  }
  if (d.name !== undefined && (typeof d.name !== 'string' || d.name === ''))
    throw programError('program: `name` must be a text that is not empty')
  const name = d.name ?? UNNAMED
  const what = name === UNNAMED ? 'program' : `program '${name}'`
  if (typeof d.shared !== 'function') throw programError(`${what}: \`shared\` must be a function (mem) => …`)
  const threads = entries(what, 'threads', d.threads)
  if (threads.length === 0) throw programError(`${what} has no threads; \`threads\` needs at least one function`)
  if (threads.length > MAX_THREADS)
    throw programError(`${what} has ${threads.length} threads; at most ${MAX_THREADS} are checked`)
  const tasks = d.tasks === undefined ? [] : entries(what, 'tasks', d.tasks)
  for (const key of ['after', 'outcome']) {
    if (d[key] !== undefined && typeof d[key] !== 'function')
      throw programError(`${what}: \`${key}\` must be a function (shared, results) => …`)
  }
  return Object.freeze({
    name,
    inputs: checkedDomains(what, d.inputs),
    input: null,
    shared: d.shared as Program['shared'],
    threads,
    threadsAreNamed: !Array.isArray(d.threads),
    tasks: new Map(tasks.map((task) => [task.name, task])),
    after: d.after as Program['after'],
    outcome: d.outcome as Program['outcome'],
    [BRAND]: true as const,
  })
}

export function isProgram(value: unknown): value is Program {
  return typeof value === 'object' && value !== null && (value as Partial<Program>)[BRAND] === true
}

function entries(program: string, what: string, value: unknown): ThreadEntry[] {
  if (value === null || typeof value !== 'object') {
    throw programError(
      `${program}: \`${what}\` must be ${what === 'threads' ? 'an array or ' : ''}a record of functions, got ${value === null ? 'null' : typeof value}`,
    )
  }
  return Object.entries(value).map(([key, body]) => {
    const name = Array.isArray(value) ? threadName(body, key) : key
    if (typeof body !== 'function')
      throw programError(`${program}: ${what}.${key} must be a function, got ${body === null ? 'null' : typeof body}`)
    return { name, body: body as ThreadEntry['body'] }
  })
}

/** Array entries have positions; a function's own name makes reports easier to read. */
function threadName(body: unknown, position: string): string {
  const own = typeof body === 'function' ? body.name : ''
  return own === '' ? `thread${position}` : `${own}${position}`
}

export type ThreadGenerator = Generator<Operation, unknown, unknown>
