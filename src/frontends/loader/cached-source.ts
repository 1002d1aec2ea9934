/** What sources are executed as. What was prepared before is to be had without what parses and transforms. */
import { demandsKey } from '../plain/demands.ts'
import { isTypeScript } from '../language.ts'
import { preparation } from '../lazy-preparation.ts'
import { mayUse } from '../using-context.ts'
import { declaredFormat, type ModuleFormat } from './module-format.ts'
import { mayBeModule } from './module-syntax.ts'
import { cacheKey, readCached, writeCached } from './transform-cache.ts'

/**
 * `explore`: transformed to be suspendable. `enforce`: transformed to pass gates. `strip`: the unmodified program, only
 * without types.
 */
export type LoaderMode = 'explore' | 'enforce' | 'strip'

/** `function`: to be explored, as a function that evaluates the module each time it is called. */
export type PreparedForm = LoaderMode | 'function'

/** What Node is to execute instead of `source`, with its source map inside. */
export function preparedSource(source: string, file: string, format: ModuleFormat, mode: PreparedForm): string {
  if (mode === 'strip' && !isTypeScript(file) && !mayNeedConversion(source, format) && !mayUse(source)) return source
  return kept(cacheKey(mode, demandsKey(), format, file, source), () =>
    preparation().prepareSource(source, file, format, mode),
  )
}

const mayNeedConversion = (source: string, format: ModuleFormat): boolean =>
  format === 'commonjs' && mayBeModule(source)

/** Null for what is not JavaScript or TypeScript: Node loads that itself. */
export function formatOf(file: string, source: string): ModuleFormat | null {
  const declared = declaredFormat(file)
  if (declared !== undefined) return declared
  if (!mayBeModule(source) && !/\bawait\b/.test(source)) return 'commonjs'
  return kept(cacheKey('format', file, source), () => preparation().detectedFormat(file, source))
}

/** What ES modules import in place of CommonJS that is written as a module; null where it is not. */
export function facadeOf(source: string, file: string): string | null {
  if (!mayBeModule(source)) return null
  return kept(cacheKey('facade', file, source), () => preparation().commonJsFacade(source, file) ?? '') || null
}

function kept<Text extends string>(key: string, make: () => Text): Text {
  const cached = readCached(key) as Text | undefined
  if (cached !== undefined) return cached
  const made = make()
  writeCached(key, made)
  return made
}
