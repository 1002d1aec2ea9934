import { transformSync } from 'oxc-transform'
import { sourceError } from './source-error.ts'

export interface Stripped {
  readonly code: string
  /** From `code` to the TypeScript source, as JSON. */
  readonly map: string
}

export const isTypeScript = (file: string): boolean => /\.[mc]?ts$/.test(file)

/** TypeScript without its types; nothing else is changed or made older. */
export function stripTypes(source: string, file: string): Stripped {
  const result = transformSync(file, source, { lang: 'ts', target: 'esnext', sourcemap: true })
  const error = result.errors.find(({ severity }) => severity === 'Error')
  if (error !== undefined) throw sourceError(error.message, file, source, error.labels[0]?.start ?? 0)
  return { code: result.code, map: JSON.stringify({ ...result.map, sources: [file], sourcesContent: [source] }) }
}
