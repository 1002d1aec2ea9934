/** CommonJS, whether required or imported, goes through `Module._extensions` in the thread that runs it. */
import { readFileSync } from 'node:fs'
import Module from 'node:module'
import path from 'node:path'
import { digestOf } from './digest.ts'
import { isOfThreads } from '../plain/demands.ts'
import { isLoadingPreparation, preparation } from '../lazy-preparation.ts'
import type { ModuleFormat } from './module-format.ts'
import { functionForm, type ModuleRecord } from './module-functions.ts'
import { noteResolution } from './module-graph.ts'
import { formatOf, type LoaderMode, preparedSource } from './cached-source.ts'
import { isRelative, typeScriptFile } from './resolve-typescript.ts'
import { mappedFile } from './tsconfig-paths.ts'

interface Internals {
  _extensions: Record<string, (module: Compilable, file: string) => void>
  _resolveFilename(request: string, parent: { filename?: string } | undefined, ...rest: unknown[]): string
  _load(request: string, ...rest: unknown[]): unknown
}
interface Compilable extends ModuleRecord {
  require(specifier: string): unknown
  _compile(code: string, file: string, format?: ModuleFormat): void
}

const internals = Module as unknown as Internals

/** The running Heddle: what modules by these names mean to programs. */
export interface RunningHeddle {
  readonly urls: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, unknown>>
  readonly isOwn: (file: string) => boolean
}

/** Is told of every file that a program loads, with the digest of its bytes, and may refuse it. */
export type OnLoad = (file: string, digest: string) => void

export function installCommonJs(mode: LoaderMode, heddle: RunningHeddle, loaded: OnLoad): void {
  patchExtensions(mode, heddle, loaded)
  patchResolution()
  const load = internals._load
  internals._load = function (request, ...rest) {
    return Object.hasOwn(heddle.exports, request) ? heddle.exports[request] : load.call(this, request, ...rest)
  }
}

function patchExtensions(mode: LoaderMode, heddle: RunningHeddle, loaded: OnLoad): void {
  const native = internals._extensions['.js']!
  const json = internals._extensions['.json']!
  internals._extensions['.json'] = (module, file) => {
    if (!isLoadingPreparation()) loaded(file, digestOf(readFileSync(file)))
    return json(module, file)
  }
  for (const extension of ['.js', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts']) {
    internals._extensions[extension] = (module, file) => {
      if (heddle.isOwn(file) || isLoadingPreparation()) return native(module, file)
      const bytes = readFileSync(file)
      loaded(file, digestOf(bytes))
      if (mode === 'explore' && isOfThreads(file) && functionForm(file).format === 'commonjs')
        return evaluate(module, file)
      const source = bytes.toString('utf8').replace(/^\uFEFF/, '')
      const format = formatOf(file, source) ?? 'commonjs' // Node takes endings that it does not know for .js
      const prepared = preparedSource(source, file, format, mode)
      module._compile(
        format === 'module'
          ? preparation().preloadImports(prepared, file, heddle.urls, Module.createRequire(file))
          : prepared,
        file,
        format,
      )
    }
  }
}

/** As each thread will evaluate it, so that there is one compiled form of a file. */
function evaluate(module: Compilable, file: string): void {
  const require = Module.createRequire(file)
  const own = Object.assign((specifier: string) => module.require(specifier), {
    resolve: require.resolve,
    cache: require.cache,
    main: require.main,
  })
  functionForm(file).evaluate.call(module.exports, module.exports, own, module, file, path.dirname(file))
}

function patchResolution(): void {
  const native = internals._resolveFilename
  internals._resolveFilename = function (request, parent, ...rest) {
    const from = parent?.filename ?? ''
    try {
      const found = native.call(this, request, parent, ...rest)
      if (path.isAbsolute(found) && !isLoadingPreparation()) noteResolution(from, request, found)
      return found
    } catch (error) {
      const found = isRelative(request)
        ? typeScriptFile(path.resolve(path.dirname(from), request))
        : mappedFile(request, from)
      if (found === undefined) throw error
      noteResolution(from, request, found)
      return found
    }
  }
}
