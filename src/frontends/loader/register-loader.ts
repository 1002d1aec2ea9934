import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import * as heddle from '../../index.ts'
import { installPlainRuntime } from '../plain/runtime/install.ts'
import { installCommonJs } from './commonjs.ts'
import type { HookData } from './hooks.ts'
import type { LoaderMode } from './prepare-source.ts'

const own = new URL('../../', import.meta.url).href

/**
 * Lets the current thread import programs: their TypeScript, their `heddle`, and in mode `explore` their code made
 * suspendable. Called once, inside the worker that is to load the program: hooks are not inherited by workers.
 */
export function registerLoader({ mode }: { mode: LoaderMode }): void {
  const { port1, port2 } = new MessageChannel()
  const data: HookData = { mode, own, heddle: new URL('index.js', own).href, loaded: port2 }
  register('./hooks.js', { parentURL: import.meta.url, data, transferList: [port2] })
  port1.unref()
  takeLoaded = () => { for (let one; (one = receiveMessageOnPort(port1)) !== undefined;) files.add(one.message as string) }
  installCommonJs(mode, { url: data.heddle, exports: () => heddle, isOwn: (file) => file.startsWith(fileURLToPath(own)) }, (file) => files.add(file))
  if (mode !== 'strip') installPlainRuntime()
  process.setSourceMapsEnabled(true)
}

const files = new Set<string>()
let takeLoaded = (): void => { /* no loader is registered */ }

/** Absolute paths of all files that were loaded through the loader so far, apart from Heddle's own. */
export function loadedFiles(): string[] {
  takeLoaded()
  return [...files].sort()
}
