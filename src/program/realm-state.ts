/**
 * What every worker has of its own from the start, besides its modules: globals, builtins of the language, and what
 * builtin modules export. In a check all threads have the same.
 */
import { EventEmitter } from 'node:events'
import { createRequire, isBuiltin } from 'node:module'
import { inspect } from 'node:util'
import { contentsOf } from './kept-objects.ts'

export interface Part {
  readonly title: string
  readonly now: () => readonly unknown[]
}

/**
 * Looked at in each execution that is watched: they are few. Node replaces some globals when they are first used, so only
 * their names count.
 */
export const globals: readonly Part[] = [
  { title: 'the global object', now: () => Reflect.ownKeys(globalThis) },
  { title: 'process.env', now: () => contentsOf(process.env) },
  {
    title: '`process`',
    now: () => [...Reflect.ownKeys(process), process.exitCode, process.title, ...listenersOf(process)],
  },
  ...(['argv', 'execArgv', 'versions', 'features', 'release', 'config'] as const).map((name) => ({
    title: `\`process.${name}\``,
    now: () => contentsOf(process[name]),
  })),
  { title: '`util.inspect.defaultOptions`', now: () => contentsOf(inspect.defaultOptions) },
  { title: '`EventEmitter.defaultMaxListeners`', now: () => [EventEmitter.defaultMaxListeners] },
]

const listenersOf = (emitter: EventEmitter): readonly unknown[] => [
  emitter.getMaxListeners(),
  ...emitter.eventNames().flatMap((name) => [name, emitter.listenerCount(name)]),
]

/** What builtin modules export: not what Node keeps under symbols. */
const namedOf = (object: object): readonly unknown[] =>
  Object.entries(Object.getOwnPropertyDescriptors(object)).flatMap(([name, { value }]) => [name, value as unknown])

/** Constructors and namespaces of the language, and prototypes: many, and a change stays until somebody looks. */
export function builtins(): readonly Part[] {
  return [...ofLanguage, ...ofModules()]
}

const ofLanguage = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).flatMap(([name, { value }]): Part[] => {
  if (!/^[A-Z]/.test(name) || (typeof value !== 'function' && typeof value !== 'object')) return []
  const object = value as { readonly prototype?: object } & object
  const own = part(`\`${name}\``, object)
  return object.prototype === undefined ? [own] : [own, part(`\`${name}.prototype\``, object.prototype)]
})

/** Those that are loaded; others nobody has got at. */
function ofModules(): Part[] {
  const { moduleLoadList = [] } = process as { readonly moduleLoadList?: readonly string[] }
  return moduleLoadList.flatMap((loaded): Part[] => {
    const [, name] = /^NativeModule ([a-z][\w/]*)$/.exec(loaded) ?? []
    if (name === undefined || !isBuiltin(`node:${name}`) || DEPRECATED.test(name)) return []
    const exported = nodeRequire(`node:${name}`) as { readonly globalAgent?: object } | null
    if ((typeof exported !== 'object' && typeof exported !== 'function') || exported === null) return []
    const own: Part = { title: `\`node:${name}\``, now: () => namedOf(exported) }
    return /^https?$/.test(name) ? [own, part(`\`${name}.globalAgent\``, exported.globalAgent!)] : [own]
  })
}
/** To load these is to be warned. */
const DEPRECATED = /^(punycode|sys|constants)$/
const nodeRequire = createRequire(import.meta.url)

function part(title: string, object: object): Part {
  return { title, now: () => contentsOf(object) }
}
