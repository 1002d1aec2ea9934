/** Module hooks for ES modules. They run in a thread of their own and know only what `initialize` is given. */
import { readFile } from 'node:fs/promises'
import type { InitializeHook, LoadHook, ResolveHook } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { digestOf, refuseOther, type VerifiedFiles } from './digest.ts'
import { setDemands } from '../plain/demands.ts'
import { facadeOf, formatOf, type LoaderMode, preparedSource } from './cached-source.ts'
import { isCode } from './module-format.ts'
import { isRelative, typeScriptFile } from './resolve-typescript.ts'
import { mappedFile } from './tsconfig-paths.ts'

export interface HookData {
  readonly mode: LoaderMode
  /** What the transform is to make suspendable besides. */
  readonly demands: readonly string[]
  /** What is imported instead of modules by these names, as URLs: the running Heddle for one. */
  readonly provided: Readonly<Record<string, string>>
  /** The folder of the running Heddle's own modules, which are left alone. */
  readonly own: string
  /** Is told of every file that a program loads. */
  readonly loaded: MessagePort
  /** Nothing else is loaded. */
  readonly verified: VerifiedFiles | null
}

/** A file, and the digest of the bytes that were loaded. */
export type LoadedFile = readonly [file: string, digest: string]
/** What a specifier means in a module. */
export type Resolved = readonly [parent: string, specifier: string, url: string]

let data: HookData

export const initialize: InitializeHook<HookData> = (given) => {
  data = given
  setDemands(given.demands)
}

export const resolve: ResolveHook = async (specifier, context, next) => {
  const provided = Object.hasOwn(data.provided, specifier) ? data.provided[specifier] : undefined
  if (provided !== undefined && context.parentURL?.startsWith(data.own) !== true)
    return resolvedTo(await providedUrl(provided, () => next(specifier, context)), specifier, context.parentURL)
  try {
    const found = await next(specifier, context)
    if (isForUs(specifier, context.parentURL))
      return isOurs(found.url) ? found : { ...found, url: marked(found.url, OWN) }
    if (isUntransformed(context.parentURL)) return { ...found, url: untransformed(found.url) }
    noteResolved(specifier, context.parentURL, found.url)
    return found
  } catch (error) {
    const found = context.parentURL?.startsWith('file:') ? meant(specifier, context.parentURL) : undefined
    if (found === undefined) throw error
    return resolvedTo(found, specifier, context.parentURL)
  }
}

function resolvedTo(url: string, specifier: string, parent: string | undefined) {
  noteResolved(specifier, parent, url)
  return { url, shortCircuit: true }
}

/** What stands for another package has parts of it, which threads cannot use, and is told where that is. */
async function providedUrl(url: string, replaced: () => ReturnType<ResolveHook>): Promise<string> {
  return url.endsWith('/vitest.js') ? `${url}?real=${encodeURIComponent(untransformed((await replaced()).url))}` : url
}

/** Modules with this mark, and what they import, are loaded as they are, apart from those of the same name without it. */
const MARK = '?heddle=untransformed'
const isUntransformed = (url: string | undefined): boolean => url?.endsWith(MARK) === true
const untransformed = (url: string): string => marked(url, MARK)

/** What Heddle's own modules import from packages is no part of the program, even if that imports them as well. */
const OWN = '?heddle=own'
const isOurs = (url: string | undefined): boolean =>
  url !== undefined && (url.startsWith(data.own) || url.endsWith(OWN) || url.startsWith('node:'))
/** Programs are imported by Heddle as well, by their URLs. */
const isForUs = (specifier: string, parent: string | undefined): boolean =>
  parent?.endsWith(OWN) === true || (isOurs(parent) && !specifier.startsWith('file:'))
const marked = (url: string, mark: string): string => (url.startsWith('file:') && !url.includes('?') ? url + mark : url)

function noteResolved(specifier: string, parent: string | undefined, url: string): void {
  if (
    data.mode !== 'explore' ||
    parent?.startsWith('file:') !== true ||
    !url.startsWith('file:') ||
    parent.startsWith(data.own)
  )
    return
  data.loaded.postMessage([parent, specifier, url] satisfies Resolved)
}

function meant(specifier: string, parent: string): string | undefined {
  if (!isRelative(specifier)) {
    const mapped = mappedFile(specifier, fileURLToPath(parent))
    return mapped === undefined ? undefined : pathToFileURL(mapped).href
  }
  const url = new URL(specifier, parent)
  const file = typeScriptFile(fileURLToPath(url))
  return file === undefined ? undefined : pathToFileURL(file).href + url.search + url.hash
}

export const load: LoadHook = async (url, context, next) => {
  if (!url.startsWith('file:') || isOurs(url)) return next(url, context)
  const file = fileURLToPath(url)
  const bytes = await readFile(file)
  const source = isCode(file) ? bytes.toString('utf8') : null
  const format = source === null ? null : formatOf(file, source)
  // Without a source, Node loads CommonJS through Module._extensions, which are patched (commonjs.ts).
  if (format === 'commonjs') {
    const facade = facadeOf(source!, file)
    return facade === null
      ? { format, source: null as never, shortCircuit: true }
      : { format: 'module', source: facade, shortCircuit: true }
  }
  const digest = digestOf(bytes)
  data.loaded.postMessage([file, digest] satisfies LoadedFile)
  refuseOther(data.verified, file, digest)
  if (source === null || format === null || isUntransformed(url)) return next(url, context)
  return { format, source: preparedSource(source, file, format, data.mode), shortCircuit: true }
}
