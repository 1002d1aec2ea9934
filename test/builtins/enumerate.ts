/**
 * Every function that a program can get hold of without writing it: of the language, of the platform's globals and of
 * `node:*`.
 */
import { builtinModules } from 'node:module'

export interface Builtin {
  /** How to get there, which is the same in every process. Accessors are named `get …` and `set …`. */
  readonly path: string
  readonly callee: (...args: unknown[]) => unknown
  /** What it was found on: the object itself, or the constructor of the prototype that it was found on. */
  readonly owner: object
  readonly isMethod: boolean
}

/** Not listed among the others, since they can be imported by their full names only. */
const withScheme = ['node:sea', 'node:sqlite', 'node:test', 'node:test/reporters']

/** What is loaded besides: the modules of the test itself, and the environment, in which nothing is a function. */
const skipped = new Set<PropertyKey>(['_cache', '_pathCache', 'cache', 'children', 'mainModule', 'env', 'testRunner'])

/** Intrinsics that no global leads to. */
const samples = {
  generator: function* () {
    /* a sample */
  },
  asyncGenerator: async function* () {
    /* a sample */
  },
  asynchronous: async () => {
    /* a sample */
  },
  arrayIterator: [].values(),
  mapIterator: new Map().values(),
  setIterator: new Set().values(),
  stringIterator: ''[Symbol.iterator](),
  matches: 'a'.matchAll(/a/g),
  segments: new Intl.Segmenter().segment('a'),
  segmentIterator: new Intl.Segmenter().segment('a')[Symbol.iterator](),
}

export function builtins(): Builtin[] {
  const walk = new Walk()
  walk.visit(globalThis, '', true)
  walk.visit(samples, 'samples', false)
  for (const name of [...builtinModules.map((module) => `node:${module}`), ...withScheme]) {
    const module = moduleNamed(name)
    if (module !== undefined) walk.visit(module, name, true)
  }
  return walk.found
}

function moduleNamed(name: string): object | undefined {
  try {
    return (process as unknown as { getBuiltinModule(name: string): object | undefined }).getBuiltinModule(name)
  } catch {
    return undefined
  }
}

class Walk {
  readonly found: Builtin[] = []
  private readonly seen = new Set<unknown>()

  /** Getters of globals and of modules give what is loaded when it is first asked for; others are not run. */
  visit(value: unknown, path: string, isNamespace: boolean): void {
    if (!isObject(value) || this.seen.has(value)) return
    this.seen.add(value)
    for (const key of Reflect.ownKeys(value)) {
      if (skipped.has(key) || isHeddles(key)) continue
      const { get, set, value: content } = Object.getOwnPropertyDescriptor(value, key)!
      const name = nameOf(path, key)
      this.take(get, `get ${name}`, value)
      this.take(set, `set ${name}`, value)
      this.take(get !== undefined && isNamespace ? valueAt(value, key) : content, name, value)
    }
    this.visit(Object.getPrototypeOf(value), `${path}.__proto__`, false)
  }

  private take(value: unknown, path: string, holder: object): void {
    if (typeof value === 'function' && !this.seen.has(value)) {
      const constructor = Object.getOwnPropertyDescriptor(holder, 'constructor')?.value as unknown
      const isMethod = typeof constructor === 'function' && constructor.prototype === holder
      this.found.push({ path, callee: value as Builtin['callee'], owner: isMethod ? constructor : holder, isMethod })
    }
    this.visit(value, path, false)
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** What the runtime has put there. */
const isHeddles = (key: PropertyKey): boolean =>
  typeof key === 'symbol' && (key.description ?? '').startsWith('heddle.')

function nameOf(path: string, key: PropertyKey): string {
  if (typeof key === 'symbol') return `${path}[${key.description ?? ''}]`
  return path === '' ? String(key) : `${path}.${String(key)}`
}

function valueAt(holder: object, key: PropertyKey): unknown {
  try {
    return (holder as Record<PropertyKey, unknown>)[key]
  } catch {
    return undefined
  }
}
