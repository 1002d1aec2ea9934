/**
 * What modules keep in objects. Real workers have modules of their own; in exploration all threads and all executions
 * share one instance, so a thread that changes such an object would be seen where it never could be. Assignments to
 * bindings are refused where they happen; changes inside objects are found here, by comparing before and after.
 */
import { createRequire } from 'node:module'
import { types } from 'node:util'
import type { Capacities } from '../base/capacities.ts'
import { programError } from '../base/errors.ts'
import { ARM, TWIN } from './operations/operation.ts'
import type { Site } from './sites.ts'

/** A binding of a module. */
export interface ModuleBinding {
  readonly name: string
  readonly site: Site
  /** Declared as a function or class. */
  readonly isCode: boolean
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

/** As they are before anything is patched. */
const { apply } = Reflect
const { entries: entriesOfMap } = Map.prototype
const { values: valuesOfSet } = Set.prototype

/** The contents of one object: keys and values in turn, or the elements of a collection. */
interface Snapshot {
  readonly object: object
  readonly binding: ModuleBinding | null
  readonly contents: readonly unknown[]
  /** Where it belongs to no module. */
  readonly title?: string
}

/** Beyond these, an object graph is compared in part: looking must stay cheaper than exploring. */
const MOST_OBJECTS = 10_000
const MOST_ELEMENTS = 4096

export class ModuleState {
  private readonly capacities: Capacities
  private before: Snapshot[] = []
  /** Once for all executions: they are many, and a change stays until somebody looks. */
  private builtins: Snapshot[] | null = null
  private executions = 0
  private failures = 0

  constructor(capacities: Capacities) {
    this.capacities = capacities
  }

  /**
   * Before the threads of an execution start. Changes show early, so the first executions are looked at, and of the
   * many others some.
   */
  remember(): void {
    const { comparedAtFirst, comparedEvery } = this.capacities
    const n = this.executions++
    this.builtins ??= builtinsNow()
    this.before =
      n < comparedAtFirst || n % comparedEvery === comparedEvery - 1 ? [...globalsNow(), ...reachable()] : []
  }

  /**
   * Once they have ended, and before `after` and `outcome`, which may keep what they like. `failed`: what is about to be
   * reported may come of a change.
   */
  refuseChanges(failed = false): void {
    const { comparedAtFirst, comparedEvery } = this.capacities
    const isFirst = this.executions === 1 || this.executions % comparedEvery === 0
    this.refuseChanged(this.before)
    if (isFirst || (failed && this.failures++ < comparedAtFirst)) this.refuseChanged(this.builtins ?? [])
    this.before = []
  }

  private refuseChanged(before: readonly Snapshot[]): void {
    for (const { object, binding, contents, title = 'a builtin' } of before) {
      if (same(contents, object === globalThis ? globalNames() : contentsOf(object))) continue
      const what = binding === null ? title : `'${binding.name}', which belongs to its module`
      const at = binding === null ? undefined : `${binding.site.file}:${binding.site.line}:${binding.site.column}`
      const error = programError(
        `a thread changes ${what}, or an object in it, but every real worker has modules and globals of its own: keep it in shared memory (mem), ` +
          'in a variable of the thread, or fill it when the module is loaded',
        at,
      )
      if (binding !== null) error.demands = [moduleDemand(binding.site.file)]
      throw error
    }
  }
}

/** Node replaces some globals when they are first used, so only their names are compared. */
const globalNames = (): readonly unknown[] => Reflect.ownKeys(globalThis)
const globalsNow = (): Snapshot[] => [
  { object: globalThis, binding: null, contents: globalNames(), title: 'the global object' },
  { object: process.env, binding: null, contents: contentsOf(process.env), title: 'process.env' },
]

const builtinsNow = (): Snapshot[] =>
  builtins.map(({ object, title }) => ({ object, binding: null, contents: contentsOf(object), title }))

/** What every worker has of its own from the start: constructors and namespaces of the language, and prototypes. */
const builtins = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).flatMap(([name, { value }]) => {
  if (!/^[A-Z]/.test(name) || (typeof value !== 'function' && typeof value !== 'object')) return []
  const object = value as { readonly prototype?: object } & object
  const own = { object, title: `\`${name}\`` }
  return object.prototype === undefined ? [own] : [own, { object: object.prototype, title: `\`${name}.prototype\`` }]
})

/** Grows when a thread loads a module, which every worker does for itself; `require` leads there. */
const loadedModules: object = createRequire(import.meta.url).cache

function reachable(): Snapshot[] {
  const found: Snapshot[] = []
  const seen = new Set<object>([loadedModules])
  const take = (value: unknown, binding: ModuleBinding, isOwn = false): void => {
    if ((!(isOwn && typeof value === 'function') && !isMutable(value)) || seen.has(value)) return
    seen.add(value)
    found.push({ object: value, binding, contents: contentsOf(value) })
  }
  for (const binding of bindings) noteClass(currentOf(binding))
  for (const binding of bindings) {
    const first = found.length
    take(currentOf(binding), binding, binding.isCode)
    for (let i = first; i < found.length && found.length < MOST_OBJECTS; i++) {
      for (const value of found[i]!.contents) take(value, binding)
    }
  }
  return found
}

function currentOf(binding: ModuleBinding): unknown {
  try {
    return binding.read()
  } catch {
    return undefined
  }
}

function contentsOf(object: object): readonly unknown[] {
  // Whatever a class has made of iteration: only what is inside counts.
  if (types.isMap(object)) return [...(apply(entriesOfMap, object, []) as Iterable<unknown[]>)].flat()
  if (types.isSet(object)) return [...(apply(valuesOfSet, object, []) as Iterable<unknown>)]
  if (ArrayBuffer.isView(object)) return Array.from(bytesOf(object))
  return propertiesOf(object)
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, Math.min(byteLength, MOST_ELEMENTS))

function propertiesOf(object: object): unknown[] {
  const contents: unknown[] = []
  for (const key of Reflect.ownKeys(object)) {
    if (key === TWIN || key === ARM) continue // made when they are first needed
    const descriptor = Reflect.getOwnPropertyDescriptor(object, key)!
    if ('value' in descriptor) contents.push(key, descriptor.value)
  }
  return contents
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, i) => Object.is(value, b[i]))

/** What a program makes and may change: not the objects of Node and of Heddle, which change as they please. */
function isMutable(value: unknown): value is object {
  if (typeof value === 'function') return isTransformed(value)
  if (!isObject(value)) return false
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer
  return isProgramPrototype(Reflect.getPrototypeOf(value))
}

/** A function with a twin, or a class with methods that have one. */
function isTransformed(value: Function): boolean {
  return hasTwin(value) || isClassOfProgram(value.prototype as unknown)
}

const hasTwin = (value: object): boolean => Object.hasOwn(value, TWIN) || Object.hasOwn(value, ARM)
const plain: ReadonlySet<object | null> = new Set([
  null,
  Object.prototype,
  Array.prototype,
  Map.prototype,
  Set.prototype,
])
const known = new WeakMap<object, boolean>()

/** Methods that cannot suspend have no twin, so the classes that modules name are noted themselves. */
function noteClass(value: unknown): void {
  if (
    typeof value !== 'function' ||
    !isObject(value.prototype) ||
    plain.has(value.prototype) ||
    known.get(value.prototype) === true
  )
    return
  known.set(value.prototype, !Function.prototype.toString.call(value).endsWith('{ [native code] }'))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isProgramPrototype = (prototype: object | null): boolean => plain.has(prototype) || isClassOfProgram(prototype)

/** A class of the program is known by its methods, which were transformed. */
function isClassOfProgram(prototype: unknown): boolean {
  if (!isObject(prototype) || plain.has(prototype)) return false
  let result = known.get(prototype)
  if (result === undefined) {
    result = propertiesOf(prototype).some((value) => typeof value === 'function' && hasTwin(value))
    known.set(prototype, result)
  }
  return result
}
