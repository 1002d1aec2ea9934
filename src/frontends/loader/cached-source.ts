/** Sources that need no preparation, or have had it before: to be had without what transforms sources, which takes long to load. */
import { demandsKey } from '../plain/demands.ts'
import { isTypeScript } from '../language.ts'
import { mayUse } from '../using-context.ts'
import type { ModuleFormat } from './module-format.ts'
import { cacheKey, readCached } from './transform-cache.ts'

/**
 * `explore`: transformed to be suspendable. `enforce`: transformed to pass gates. `strip`: the unmodified program, only
 * without types.
 */
export type LoaderMode = 'explore' | 'enforce' | 'strip'

/** `function`: to be explored, as a function that evaluates the module each time it is called. */
export type PreparedForm = LoaderMode | 'function'

/** Undefined where it is to be prepared. */
export function cachedSource(
  source: string,
  file: string,
  format: ModuleFormat,
  mode: PreparedForm,
): string | undefined {
  if (mode === 'strip' && !isTypeScript(file) && !mayNeedConversion(source, format) && !mayUse(source)) return source
  return readCached(sourceKey(source, file, format, mode))
}

/** Under which the prepared form is kept. */
export const sourceKey = (source: string, file: string, format: ModuleFormat, mode: PreparedForm): string =>
  cacheKey(mode, demandsKey(), format, file, source)

const mayNeedConversion = (source: string, format: ModuleFormat): boolean =>
  format === 'commonjs' && mayBeModule(source)

/** Whether there may be syntax of ES modules in it. */
export const mayBeModule = (source: string): boolean => /\b(?:im|ex)port\b/.test(source)
