import { transformSource } from '../plain/transform.ts'
import { isTypeScript, stripTypes } from '../strip-types.ts'
import type { ModuleFormat } from './module-format.ts'
import { cacheKey, readCached, writeCached } from './transform-cache.ts'

/**
 * `explore`: transformed to be suspendable. `enforce`: transformed to pass gates. `strip`: the unmodified program, only
 * without types.
 */
export type LoaderMode = 'explore' | 'enforce' | 'strip'

/** What Node is to execute instead of `source`, with its source map inside. */
export function prepareSource(source: string, file: string, format: ModuleFormat, mode: LoaderMode): string {
  if (mode === 'strip' && !isTypeScript(file)) return source
  const key = cacheKey(mode, format, file, source)
  const cached = readCached(key)
  if (cached !== undefined) return cached
  const prepared = prepare(source, file, format, mode)
  writeCached(key, prepared)
  return prepared
}

function prepare(source: string, file: string, format: ModuleFormat, mode: LoaderMode): string {
  const stripped = isTypeScript(file) ? stripTypes(source, file) : { code: source, map: undefined }
  if (mode === 'strip') return withMap(stripped.code, stripped.map!)
  const { code, map } = transformSource(stripped.code, file, { format, map: stripped.map, direct: mode === 'enforce' })
  return withMap(code, map)
}

function withMap(code: string, map: string): string {
  return `${code}\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${Buffer.from(map).toString('base64')}\n`
}
