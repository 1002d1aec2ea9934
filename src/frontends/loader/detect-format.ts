import { parseSync } from 'oxc-parser'
import { languageOf } from '../language.ts'
import type { ModuleFormat } from './module-format.ts'

/** For files of which nothing else tells the format. */
export function detectedFormat(file: string, source: string): ModuleFormat {
  const { module } = parseSync(file, source, { lang: languageOf(file), sourceType: 'unambiguous' })
  return module.hasModuleSyntax ? 'module' : 'commonjs'
}
