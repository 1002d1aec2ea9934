/**
 * WebAssembly reads and writes the memory that its instance is linked with, whoever calls it and whatever it is given:
 * nobody can see that, let alone suspend it. So code of instances that have shared memory is refused inside threads,
 * where it is called, also by builtins. Its functions are found where programs get them: among the exports of an
 * instance, in tables and in globals.
 */
import { running } from '../../../../program/context/execution-context.ts'
import { bufferOf, isSharedWasmMemory, type SharedStore } from '../../../../program/memory/shared-store.ts'
import { isOwnBuffer } from '../../../../program/memory/shared-tag.ts'
import { refuse } from '../../../../program/operations/operation.ts'
import type { Callable } from '../calls/calls.ts'
import { replaceMethod } from '../builtins/callbacks.ts'
import { entitle } from './handed.ts'

/** As much of WebAssembly as is used; its types come with those of browsers only. */
interface Wasm {
  readonly Module: { imports(module: object): readonly Import[] }
  readonly Instance: { readonly prototype: object }
  readonly Table: { readonly prototype: object }
  readonly Global: { readonly prototype: object }
}
interface Import {
  readonly module: string
  readonly name: string
  readonly kind: string
}
type Exports = Readonly<Record<string, unknown>>

const { apply, construct } = Reflect
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** What an instance can get at besides what is its own. */
class Link {
  private readonly hasShared: boolean
  private readonly tables: readonly object[]

  constructor(given: readonly unknown[], exported: readonly unknown[], isTable: (value: unknown) => boolean) {
    this.hasShared = given.some((value) => isSharedWasmMemory(value) && !isOwnBuffer(bufferOf(value as SharedStore)))
    this.tables = [...given, ...exported].filter((value) => isTable(value)) as object[]
    // It may have put its functions there.
    if (this.hasShared) for (const table of this.tables) reaching.add(table)
  }

  get isOfInterest(): boolean {
    return this.hasShared || this.tables.length > 0
  }

  /** Tables change: others may put their functions there. */
  readonly reaches = (): boolean => this.hasShared || this.tables.some((table) => reaching.has(table))
}

/** Tables that may hold functions with shared memory. */
const reaching = new WeakSet<object>()
const always = (): boolean => true

interface Guard {
  readonly native: Callable
  readonly reaches: () => boolean
}
/** What is behind the functions that programs are given. */
const guards = new WeakMap<object, Guard>()
const guarded = new WeakMap<object, Callable>()

/** The function as programs get it, the same each time. */
function guard(native: Callable, name: string, reaches: () => boolean): Callable {
  const known = guards.has(native) ? native : guarded.get(native)
  if (known !== undefined) return known
  const own = function (this: unknown, ...args: unknown[]): unknown {
    if (running.explored && reaches())
      throw refuse(
        `\`${name}\`, called inside a thread, is WebAssembly code that has shared memory: what it does to it cannot be ` +
          'seen, nor suspended at each access. Call it in `shared` or `after` only, or write what it does in JavaScript',
      )
    const result = apply(native, this, args) as unknown
    return typeof result === 'function' ? guard(result as Callable, name, always) : result
  } as Callable
  Object.defineProperty(own, 'name', { value: native.name, configurable: true })
  Object.defineProperty(own, 'length', { value: native.length, configurable: true })
  entitle(own, name)
  guards.set(own, { native, reaches })
  guarded.set(native, own)
  return own
}

/** What native code wants instead: a function that WebAssembly has made. */
const unguarded = (value: unknown): unknown =>
  (isObject(value) || typeof value === 'function' ? guards.get(value)?.native : undefined) ?? value

export function installWasmCode(): void {
  const { WebAssembly: wasm } = globalThis as { WebAssembly?: Wasm } // not there with --jitless
  if (wasm === undefined) return
  const isTable = (value: unknown): boolean => isObject(value) && value instanceof (wasm.Table as unknown as Function)
  const nativeExports = getterOf(wasm.Instance.prototype, 'exports') as (this: object) => Exports
  const replaced = new WeakMap<object, Exports>()

  const link = (module: object, instance: object, imports: unknown): void => {
    const given = wasm.Module.imports(module).map((one) => (imports as Record<string, Exports>)[one.module]?.[one.name])
    const own = apply(nativeExports, instance, []) as Exports
    const made = new Link(given, Object.values(own), isTable)
    if (made.isOfInterest) replaced.set(instance, guardedExports(own, made))
  }

  Object.defineProperty(wasm.Instance.prototype, 'exports', {
    get(this: object) {
      const native = apply(nativeExports, this, []) as Exports
      return replaced.get(this) ?? native
    },
    enumerable: true,
    configurable: true,
  })
  replaceMethod(wasm, 'Instance', (original) => {
    const linking: Callable = new Proxy(original, {
      construct(target, args: unknown[], newTarget): object {
        const made = construct(target, args, newTarget === linking ? target : newTarget) as object
        link(args[0] as object, made, args[1])
        return made
      },
    })
    Object.defineProperty(wasm.Instance.prototype, 'constructor', {
      value: linking,
      writable: true,
      configurable: true,
    })
    return linking
  })
  for (const name of ['instantiate', 'instantiateStreaming'])
    replaceMethod(
      wasm,
      name,
      (original) =>
        async function (this: unknown, ...args: unknown[]): Promise<unknown> {
          const made = (await apply(original, this, args)) as { module?: object; instance?: object }
          if (made.instance === undefined) link(args[0] as object, made, args[1])
          else link(made.module!, made.instance, args[1])
          return made
        } as Callable,
    )
  installTables(wasm.Table.prototype)
  installGlobals(wasm.Global.prototype)
}

function guardedExports(own: Exports, { reaches }: Link): Exports {
  const exports = Object.create(null) as Record<string, unknown>
  for (const [name, value] of Object.entries(own))
    exports[name] = typeof value === 'function' ? guard(value as Callable, name, reaches) : value
  return Object.freeze(exports)
}

function installTables(prototype: object): void {
  replaceMethod(
    prototype,
    'get',
    (original) =>
      function (this: object, ...args: unknown[]): unknown {
        const value = apply(original, this, args) as unknown
        if (typeof value !== 'function') return value
        return guard(value as Callable, `table.get(${String(args[0])})`, () => reaching.has(this))
      } as Callable,
  )
  for (const name of ['set', 'grow'])
    replaceMethod(
      prototype,
      name,
      (original) =>
        function (this: object, ...args: unknown[]): unknown {
          const function_ = args[1]
          if (typeof function_ === 'function' && guards.get(function_)?.reaches() === true) reaching.add(this)
          return apply(original, this, args.map(unguarded))
        } as Callable,
    )
}

/** Who holds a function, and whose it is, cannot be told of one that a global has. */
function installGlobals(prototype: object): void {
  const { get, set, ...rest } = Object.getOwnPropertyDescriptor(prototype, 'value')!
  Object.defineProperty(prototype, 'value', {
    ...rest,
    get(this: unknown) {
      const value = apply(get!, this, []) as unknown
      return typeof value === 'function' ? guard(value as Callable, 'global.value', always) : value
    },
    set(this: unknown, value: unknown) {
      apply(set!, this, [unguarded(value)])
    },
  })
}

const getterOf = (prototype: object, name: string): unknown => Object.getOwnPropertyDescriptor(prototype, name)!.get
