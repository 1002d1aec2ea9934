/**
 * The modules of one thread. Real workers evaluate every module for themselves; here, those are evaluated again whose
 * state threads change (`demands.modules`), and those that import them. All others are as they were loaded first.
 */
import Module, { createRequire, isBuiltin } from 'node:module'
import path from 'node:path'
import { programError } from '../../base/errors.ts'
import { pathOf } from '../../base/own-code.ts'
import { providedPaths } from '../declaring/provided-modules.ts'
import { isOfThreads } from '../plain/demands.ts'
import { functionForm, type ModuleRecord } from './module-functions.ts'
import { noteResolution, type Resolution, resolutionOf, resolutionsOf, withImported } from './module-graph.ts'

type Namespace = Readonly<Record<string, unknown>>

/** What `import * as` gives of modules, by URL, as they were loaded first. */
const namespaces = new Map<string, Namespace>()

/** Before instances are made: what their modules import that is not theirs, and the names that CommonJS exports. */
export async function prepareInstances(entry: string): Promise<void> {
  for (const file of withImported([entry])) {
    if (!isOfThreads(file)) continue
    functionForm(file) // compiled now, and not in the middle of an execution
    for (const { url } of resolutionsOf(file))
      if (url !== null && !namespaces.has(url)) namespaces.set(url, await namespaceOf(url))
  }
}

const namespaceOf = (url: string): Promise<Namespace> =>
  (/\.json$/.test(url) ? import(url, { with: { type: 'json' } }) : import(url)) as Promise<Namespace>

interface InstanceModule extends ModuleRecord {
  readonly id: string
  readonly filename: string
  readonly path: string
  loaded: boolean
  /** As ES modules see it. */
  imported: Namespace | null
}

const newModule = (file: string, exports: unknown = {}, loaded = false): InstanceModule => ({
  id: file,
  filename: file,
  path: path.dirname(file),
  exports,
  loaded,
  imported: null,
})

export class ModuleInstance {
  private readonly modules = new Map<string, InstanceModule>()

  /** What an ES module finds in a module of this thread. `first`: as it was loaded first. */
  imported(file: string, first: Namespace): Namespace {
    const module = this.load(file)
    if (functionForm(file).format === 'module') return module.exports as Namespace
    return (module.imported ??= asImported(first, (name) =>
      name === 'default' || name === 'module.exports'
        ? module.exports
        : (module.exports as Namespace | null | undefined)?.[name],
    ))
  }

  private load(file: string): InstanceModule {
    const known = this.modules.get(file)
    if (known !== undefined) return known
    const { format, evaluate } = functionForm(file)
    const module = newModule(file)
    this.modules.set(file, module)
    try {
      evaluate.call(
        module.exports,
        module.exports,
        this.requireOf(file, format === 'module'),
        module,
        file,
        module.path,
      )
    } catch (error) {
      this.modules.delete(file)
      throw error
    }
    module.loaded = true
    return module
  }

  /** Data that modules change are the thread's own as well. */
  private json(file: string, first: unknown): unknown {
    let module = this.modules.get(file)
    if (module === undefined) {
      module = newModule(file, structuredClone(first), true)
      this.modules.set(file, module)
    }
    return module.exports
  }

  private requireOf(file: string, isImport: boolean): unknown {
    const require = (specifier: string): unknown => this.find(file, specifier, isImport)
    return isImport ? require : Object.assign(require, { resolve: resolverOf(file), cache: {}, main: undefined })
  }

  /** What `createRequire` makes finds the modules of this thread. */
  private readonly nodeModule: object = Object.setPrototypeOf(
    { createRequire: (from: string | URL) => this.requireOf(pathOf(String(from)), false) },
    Module,
  ) as object

  private find(file: string, specifier: string, isImport: boolean): unknown {
    if (/^(?:node:)?module$/.test(specifier)) return this.nodeModule
    const known = resolutionOf(file, specifier, isImport)
    if (known === undefined && (Object.hasOwn(providedPaths, specifier) || isBuiltin(specifier)))
      return nativeRequire(specifier)
    const target = known ?? requiredNow(file, specifier)
    if (isImport && target.url !== null) {
      const first = namespaces.get(target.url)
      if (first === undefined)
        throw programError(`${file} imports '${specifier}', which was not imported when it was loaded first`)
      if (target.file.endsWith('.json')) return asImported(first, () => this.json(target.file, first['default']))
      if (!isOfThreads(target.file)) return asImported(first, (name) => first[name])
      if (/[?#]/.test(target.url)) throw queried(file, specifier)
      return this.imported(target.file, first)
    }
    if (isOfThreads(target.file)) return this.load(target.file).exports
    const first: unknown = requireFrom(file)(specifier)
    return target.file.endsWith('.json') ? this.json(target.file, first) : first
  }
}

const nativeRequire = createRequire(import.meta.url)
const requires = new Map<string, NodeJS.Require>()

function requireFrom(file: string): NodeJS.Require {
  let require = requires.get(file)
  if (require === undefined) requires.set(file, (require = createRequire(file)))
  return require
}

const resolverOf = (file: string): unknown => requireFrom(file).resolve

/** Found by a thread for the first time. */
function requiredNow(file: string, specifier: string): Resolution {
  noteResolution(file, specifier, requireFrom(file).resolve(specifier))
  return resolutionOf(file, specifier, false)!
}

/** A namespace with other values, in the form in which `to-commonjs.ts` takes ES modules. */
function asImported(first: Namespace, valueOf: (name: string) => unknown): Namespace {
  const namespace = Object.create(null) as Namespace
  Object.defineProperty(namespace, '__esModule', { value: true })
  for (const name of Object.keys(first))
    if (name !== '__esModule') Object.defineProperty(namespace, name, { enumerable: true, get: () => valueOf(name) })
  return namespace
}

const queried = (file: string, specifier: string): Error =>
  programError(
    `threads change what modules keep, so each of them needs modules of its own, but ${file} imports '${specifier}', which is more than a file: import it without what follows the name`,
  )
