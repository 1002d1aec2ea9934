import { type HelperMode, transformSync } from 'oxc-transform'
import { languageOf } from './language.ts'
import { sourceError } from './source-error.ts'
import { mayUse, withUsingContext } from './using-context.ts'

export interface Stripped {
  readonly code: string
  /** From `code` to the TypeScript source, as JSON. */
  readonly map: string
}

/** TypeScript without its types; nothing else is changed or made older, but for `using`. */
export function stripTypes(source: string, file: string, sourceType: 'module' | 'commonjs'): Stripped {
  const target = mayUse(source) ? 'es2025' : 'esnext'
  const helpers = { mode: 'External' as HelperMode }
  const result = transformSync(file, source, { lang: languageOf(file), sourceType, target, sourcemap: true, helpers })
  const error = result.errors.find(({ severity }) => severity === 'Error')
  if (error !== undefined) throw sourceError(error.message, file, source, error.labels[0]?.start ?? 0)
  return {
    code: withUsingContext(result.code),
    map: JSON.stringify({ ...result.map, sources: [file], sourcesContent: [source] }),
  }
}
