/**
 * What modules keep in objects. Real workers have modules of their own; in exploration all threads and all executions
 * share one instance, so a thread that changes such an object would be seen where it never could be. Assignments to
 * bindings are refused where they happen; changes inside objects are found here, by comparing before and after.
 */
import { createRequire } from 'node:module'
import type { Capacities } from '../base/capacities.ts'
import { type HeddleError, programError } from '../base/errors.ts'
import { running } from './context/execution-context.ts'
import { contentsOf, effortOf, expandosOf, isMutable, isOpaque, noteClass } from './kept-objects.ts'
import { builtins, globals, type Part } from './realm-state.ts'
import { locationOf, type Site } from './sites.ts'

/** A binding of a module. */
export interface ModuleBinding {
  readonly name: string
  readonly site: Site
  /** Declared as a function or class. */
  readonly isCode: boolean
  /** A variable of a function that was called when modules were loaded: no assignment to it is seen. */
  readonly isKept?: boolean
  /** Throws while the binding has no value yet. */
  readonly read: () => unknown
}

/** What would make it right: that each thread has an instance of the file (`frontends/plain/demands.ts`). */
export const moduleDemand = (file: string): string => `module ${file}`
/** An instance of every file. */
export const MODULES_DEMAND = 'modules'

const bindings: ModuleBinding[] = []

export function registerModuleBindings(added: readonly ModuleBinding[]): void {
  bindings.push(...added)
}

/** The contents of one object, or the value of a variable. */
interface Snapshot {
  readonly binding: ModuleBinding | null
  readonly contents: readonly unknown[]
  readonly now: () => readonly unknown[]
  /** What it takes to look, in objects of usual size. */
  readonly effort: number
  /** Where it belongs to no module. */
  readonly title?: string
}

/** Beyond these, an object graph is compared in part: looking must stay cheaper than exploring. */
const MOST_OBJECTS = 10_000
/** So many objects, of usual size, are compared between the steps of one execution. */
const MOST_COMPARISONS = 200_000
/** By which weak maps and sets are asked. */
const MOST_KEYS = 1000

export class ModuleState {
  private readonly capacities: Capacities
  /** Of the execution at work, where it is watched: as they were before it. */
  private globals: readonly Snapshot[] = []
  private kept: Snapshot[] = []
  /** Once for all executions: they are many, and a change stays until somebody looks. */
  private builtins: Snapshot[] | null = null
  private executions = 0
  private failures = 0

  constructor(capacities: Capacities) {
    this.capacities = capacities
  }

  /** Of a program that cannot get at builtins: to compare them takes longer than to run it. */
  ignoreBuiltins(): void {
    this.builtins = []
  }

  /**
   * Before the threads of an execution start. Changes show early, so the first executions are looked at, and of the
   * many others some.
   */
  remember(): void {
    const { comparedAtFirst, comparedEvery } = this.capacities
    const n = this.executions++
    this.builtins ??= partsNow(builtins())
    const isWatched = n < comparedAtFirst || n % comparedEvery === comparedEvery - 1
    this.globals = isWatched ? partsNow(globals) : []
    this.kept = isWatched ? reachable(this.keys, this.weak) : []
    const effort = this.kept.reduce((sum, { effort }) => sum + effort, 0)
    this.looks = effort === 0 ? 0 : Math.floor(MOST_COMPARISONS / effort)
  }

  /** What `shared` returned for a thread, which finds it again in every execution. */
  noteMade(shared: unknown): void {
    const objects = [...madeIn([shared])]
    this.keys.push(...objects.slice(0, MOST_KEYS))
    this.made.push(...objects.map((object) => snapshot(null, () => expandosOf(object), 'an object that `mem` made')))
    for (const [map, binding] of this.weak) this.kept.push(snapshot(binding, () => contentsOf(map, objects)))
  }
  private readonly made: Snapshot[] = []
  private readonly keys: object[] = []
  private readonly weak: [object, ModuleBinding][] = []

  /**
   * A call of `shared` for a thread, after that for the main thread. What it changes would be seen in the calls for other
   * threads, which in reality have modules of their own. They all do the same, so the first of them are looked at.
   */
  refuseChangesBy<T>(shared: () => T): T {
    if (this.sharedCalls++ >= this.capacities.comparedAtFirst) return shared()
    const before = asNobody(() => [
      ...bindings.map((binding) => snapshot(binding, () => [currentOf(binding)])),
      ...reachable(this.keys, []),
    ])
    const value = shared()
    const changed = asNobody(() => before.find(({ contents, now }) => !same(contents, now())))
    if (changed === undefined) return value
    const { binding } = changed
    throw sharedRefusal(`changes '${binding!.name}', which belongs to its module, or an object in it`, binding!)
  }
  private sharedCalls = 0

  /** How often the threads of this execution are still looked at between their steps. */
  private looks = 0

  /**
   * A thread has run to its next operation, at `site`: what another one changes back would not show in the end. Names of
   * globals are many, and nobody changes them back.
   */
  look(site: number): void {
    if (this.looks === 0) return
    this.looks--
    this.refuseChanged(this.kept, locationOf(site))
  }

  /**
   * Once they have ended, and before `after` and `outcome`, which may keep what they like. `failed`: what is about to be
   * reported may come of a change.
   */
  refuseChanges(failed = false): void {
    const { comparedAtFirst, comparedEvery } = this.capacities
    const isFirst = this.executions === 1 || this.executions % comparedEvery === 0
    this.refuseChanged(this.globals)
    this.refuseChanged(this.kept)
    if (this.globals.length > 0) this.refuseChanged(this.made)
    if (isFirst || (failed && this.failures++ < comparedAtFirst)) this.refuseChanged(this.builtins ?? [])
    this.globals = []
    this.kept = []
    this.looks = 0
  }

  private refuseChanged(before: readonly Snapshot[], at?: string): void {
    for (const { now, binding, contents, title = 'a builtin' } of before) {
      if (same(contents, now())) continue
      const what = binding === null ? title : `'${binding.name}', which belongs to its module`
      throw refusal(`${what}, or an object in it`, binding, at)
    }
  }
}

function refusal(what: string, binding: ModuleBinding | null, at?: string): HeddleError {
  const error = programError(
    `a thread changes ${what}, but every real worker has modules and globals of its own: keep it in shared memory (mem), ` +
      'in a variable of the thread, or fill it when the module is loaded',
    binding === null ? at : `${binding.site.file}:${binding.site.line}:${binding.site.column}`,
  )
  if (binding !== null) error.demands = [moduleDemand(binding.site.file)]
  return error
}

/** A thread is about to start, but it is not the thread that looks. */
function asNobody<T>(look: () => T): T {
  const { explored } = running
  running.explored = false
  try {
    return look()
  } finally {
    running.explored = explored
  }
}

/** `binding`: null where it is not known which module it is about. */
export function sharedRefusal(what: string, binding: ModuleBinding | null): HeddleError {
  const error = programError(
    `\`shared\` ${what}, so that it is not the same for every thread, but every real worker has modules of its own: fill them when they are loaded`,
    binding === null ? undefined : `${binding.site.file}:${binding.site.line}:${binding.site.column}`,
  )
  error.demands = [binding === null ? MODULES_DEMAND : moduleDemand(binding.site.file)]
  return error
}

/** Nothing says whether it changes, so each thread needs one of its own. */
function opaqueRefusal(value: object, binding: ModuleBinding): HeddleError {
  const type = Object.prototype.toString.call(value).slice(8, -1)
  const error = programError(
    `'${binding.name}', or an object in it, is of type ${type}, which changes as it is used and does not show how, and every real worker has ` +
      'modules of its own: make it where a thread uses it',
    `${binding.site.file}:${binding.site.line}:${binding.site.column}`,
  )
  error.demands = [moduleDemand(binding.site.file)]
  return error
}

const partsNow = (parts: readonly Part[]): Snapshot[] => parts.map(({ now, title }) => snapshot(null, now, title))

function snapshot(binding: ModuleBinding | null, now: () => readonly unknown[], title?: string, effort = 1): Snapshot {
  return { binding, now, contents: now(), effort, ...(title === undefined ? {} : { title }) }
}

/** Grows when a thread loads a module, which every worker does for itself; `require` leads there. */
const loadedModules: object = createRequire(import.meta.url).cache

/** What is in what `shared` returned: views, their memory, primitives. */
function madeIn(values: readonly unknown[], found = new Set<object>()): Set<object> {
  for (const value of values) {
    if (typeof value !== 'object' || value === null || found.has(value) || found.size >= MOST_KEYS) continue
    found.add(value)
    const prototype = Reflect.getPrototypeOf(value)
    if (ArrayBuffer.isView(value)) madeIn([value.buffer], found)
    else if (prototype === Object.prototype || prototype === Array.prototype || prototype === null)
      madeIn(Object.values(value), found)
    else if (!(value instanceof SharedArrayBuffer)) found.add(prototype)
  }
  return found
}

/** `made`: what `mem` made, by which weak maps can be asked as well. Puts these into `weak`. */
function reachable(made: readonly object[], weak: [object, ModuleBinding][]): Snapshot[] {
  const keys: object[] = [...made]
  const found: Snapshot[] = []
  const seen = new Set<object>([loadedModules])
  weak.length = 0
  const take = (value: unknown, binding: ModuleBinding, isOwn = false): void => {
    if (isOpaque(value)) throw opaqueRefusal(value, binding)
    if ((!(isOwn && typeof value === 'function') && !isMutable(value)) || seen.has(value)) return
    seen.add(value)
    if (keys.length < MOST_KEYS) keys.push(value)
    if (value instanceof WeakMap || value instanceof WeakSet) weak.push([value, binding])
    else found.push(snapshot(binding, () => contentsOf(value), undefined, effortOf(value)))
  }
  for (const binding of bindings) noteClass(currentOf(binding))
  for (const binding of bindings) {
    const first = found.length
    const value = currentOf(binding)
    if (binding.isKept === true) found.push(snapshot(binding, () => [currentOf(binding)]))
    take(value, binding, binding.isCode)
    for (let i = first; i < found.length && found.length < MOST_OBJECTS; i++) {
      for (const value of found[i]!.contents) take(value, binding)
    }
  }
  for (const [map, binding] of weak) found.push(snapshot(binding, () => contentsOf(map, keys)))
  return found
}

function currentOf(binding: ModuleBinding): unknown {
  try {
    return binding.read()
  } catch {
    return undefined
  }
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, i) => Object.is(value, b[i]))
