import { register } from 'node:module'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { isOwnFile, ownUrl } from '../../base/own-code.ts'
import type { HeddleError } from '../../base/errors.ts'
import { installAdoption } from '../../program/memory/adoption.ts'
import { running } from '../../program/context/execution-context.ts'
import { installDeterminism } from '../../execution/determinism/determinism.ts'
import { loading } from '../../program/kept-objects.ts'
import { demands as asked, isOfThreads, setDemands } from '../plain/demands.ts'
import { installPlainRuntime } from '../plain/runtime/install.ts'
import { providedPaths, requiredModules } from '../declaring/provided-modules.ts'
import { installSymbolicRuntime } from '../symbolic/install.ts'
import { installCommonJs } from './commonjs.ts'
import { digestOf, refuseOther, type VerifiedFiles } from './digest.ts'
import type { HookData, LoadedFile, Resolved } from './hooks.ts'
import { noteResolution } from './module-graph.ts'
import type { LoaderMode } from './cached-source.ts'

/** Loaded by its path in the folder of the running Heddle, in a thread of its own. */
export const HOOKS = 'frontends/loader/hooks.js'

export interface LoaderOptions {
  readonly mode: LoaderMode
  /** What programs import as `heddle`: the exports of the index, which only entry modules know. */
  readonly heddle: object
  /** If given, nothing but these files is loaded, and only as they were: for code that runs under a set. */
  readonly verified?: VerifiedFiles
  /** What the transform is to make suspendable besides. */
  readonly demands?: readonly string[]
  /** The realm is an application's, which may have tests of its own. */
  readonly lent?: true
}

/**
 * Lets the current thread import programs: their TypeScript, their `heddle`, and in mode `explore` their code made
 * suspendable. Called once, inside the worker that is to load the program: hooks are not inherited by workers.
 */
export function registerLoader({ mode, heddle, verified, demands = [], lent }: LoaderOptions): void {
  setDemands(demands)
  loading.isOfThreads = isOfThreads
  registered = mode
  const { port1, port2 } = new MessageChannel()
  const data: HookData = {
    mode,
    demands,
    own: ownUrl,
    provided: providedUrls(lent === true),
    loaded: port2,
    verified: verified ?? null,
  }
  register(new URL(HOOKS, ownUrl), { data, transferList: [port2] })
  port1.unref()
  takeLoaded = () => {
    for (let one; (one = receiveMessageOnPort(port1)) !== undefined; ) {
      const message = one.message as LoadedFile | Resolved
      if (message.length === 2) note(...message)
      else noteResolution(...message)
    }
  }
  installCommonJs(
    mode,
    { urls: data.provided, exports: { ...(lent ? {} : requiredModules), heddle }, isOwn: isOwnFile },
    (file, digest) => {
      note(file, digest)
      refuse(() => {
        refuseOther(data.verified, file, digest)
        refuseOther(guarded, file, digest, true)
      })
    },
  )
  if (mode === 'explore' && asked.symbolic) installSymbolicRuntime()
  if (mode === 'strip') installAdoption()
  else installPlainRuntime()
  if (mode === 'explore') installDeterminism() // before modules take what they find
  process.setSourceMapsEnabled(true)
}

const providedUrls = (lent: boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(lent ? { heddle: providedPaths.heddle } : providedPaths).map(([name, path]) => [
      name,
      new URL(path, ownUrl).href,
    ]),
  )

let registered: LoaderMode = 'strip'

/** How this realm's programs are loaded. */
export const loaderMode = (): LoaderMode => registered

/** Also if the program catches it: what it would do without the file was not verified either. */
function refuse(check: () => void): void {
  try {
    check()
  } catch (error) {
    running.refusal ??= error as HeddleError
    throw error
  }
}

/** From now on these files are loaded only as they were verified; in a realm that may load others as well. */
export function guardFiles(verified: VerifiedFiles): void {
  guarded = new Map([...guarded, ...verified])
}
let guarded: VerifiedFiles = new Map()

const files = new Map<string, string>()
let takeLoaded = (): void => {
  /* no loader is registered */
}

/** A file can be loaded more than once, under another URL; if it has changed meanwhile, it is like neither. */
function note(file: string, digest: string): void {
  const before = files.get(file)
  files.set(file, before === undefined || before === digest ? digest : digestOf(Buffer.from(before + digest)))
}

/**
 * All files that were loaded through the loader so far, apart from Heddle's own: absolute paths, and the digests of
 * their bytes as they were loaded.
 */
export function loadedFiles(): ReadonlyMap<string, string> {
  takeLoaded()
  return files
}

/** What the hooks have resolved is known from here on. */
export const takeResolutions = (): void => takeLoaded()

/** How many there are by now, as far as code that runs has loaded them itself. */
export const loadedCount = (): number => files.size
