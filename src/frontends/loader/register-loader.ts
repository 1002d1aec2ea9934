import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
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
  const data: HookData = { mode, own, heddle: new URL('index.js', own).href }
  register('./hooks.js', { parentURL: import.meta.url, data })
  installCommonJs(mode, (file) => file.startsWith(fileURLToPath(own)), () => heddle)
  if (mode === 'explore') installPlainRuntime()
  process.setSourceMapsEnabled(true)
}
