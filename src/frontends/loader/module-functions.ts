/** Modules as functions that can be called again: each call is what loading the module in another worker would be. */
import { readFileSync } from 'node:fs'
import Module from 'node:module'
import { programError } from '../../base/errors.ts'
import { outsideThreads } from '../lazy-preparation.ts'
import { isSourceError } from '../source-error.ts'
import { formatOf, preparedSource } from './cached-source.ts'
import type { ModuleFormat } from './module-format.ts'

/** What a function of CommonJS is given. */
export interface ModuleRecord {
  exports: unknown
}
type ModuleFunction = (
  this: unknown,
  exports: unknown,
  require: unknown,
  module: ModuleRecord,
  filename: string,
  dirname: string,
) => void

export interface FunctionForm {
  readonly format: ModuleFormat
  readonly evaluate: ModuleFunction
}

const forms = new Map<string, FunctionForm>()

export function functionForm(file: string): FunctionForm {
  let form = forms.get(file)
  if (form === undefined) forms.set(file, (form = outsideThreads(() => compiled(file))))
  return form
}

function compiled(file: string): FunctionForm {
  const source = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  const format = formatOf(file, source) ?? 'commonjs'
  const module = new Module(file) as Module & { _compile(code: string, file: string): void }
  module._compile(asFunction(source, file, format), file)
  return { format, evaluate: module.exports as ModuleFunction }
}

function asFunction(source: string, file: string, format: ModuleFormat): string {
  try {
    return preparedSource(source, file, format, 'function')
  } catch (error) {
    if (!isSourceError(error)) throw error
    throw programError(
      `threads change what modules keep, so each of them needs modules of its own, but this one cannot be evaluated once per thread: ${error.message}`,
      error.at,
    )
  }
}
